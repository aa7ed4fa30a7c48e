! Spheres on a row of hulls: candidate pairs and contacts from Fortran. docs/how-to/c.md explains the interface.
program fortran_contacts
  use abut
  implicit none
  type(c_ptr) :: shapes, bodies
  type(abut_parts), target :: parts
  type(abut_pose) :: pose
  type(abut_boxed_parts) :: searched
  type(abut_pair), allocatable, target :: pairs(:)
  type(abut_pair_list) :: list
  type(abut_pairs) :: found
  integer(c_int64_t), target :: count
  type(abut_query_options) :: options
  type(abut_contacts_f64) :: out
  real(c_double), allocatable, target :: separation(:), normal(:, :)
  integer(c_int8_t), allocatable, target :: status(:)
  real(c_double) :: brick(3, 8)
  integer(c_int32_t) :: sphere, hull, index
  integer(c_int64_t) :: i
  integer :: k

  call need(abut_check_version(abut_c_major, abut_c_minor))
  call need(abut_shapes_new(shapes))
  call need(abut_shapes_add_sphere(shapes, 0.5_c_double, sphere))
  brick = reshape([(merge(1.0, -1.0, btest(k, 0)) * 1.0, merge(1.0, -1.0, btest(k, 1)) * 0.5, &
                    merge(1.0, -1.0, btest(k, 2)) * 0.25, k = 0, 7)], [3, 8])
  call need(abut_shapes_add_hull(shapes, brick, 8_c_size_t, 0.0_c_double, hull))

  call need(abut_bodies_new(bodies))
  do k = 0, 2
    pose = abut_pose(position=[2.0_c_double * k, 0.0_c_double, 0.0_c_double])
    call need(abut_bodies_add(bodies, pose, hull, c_null_ptr, index))
    pose = abut_pose(position=[2.0_c_double * k + 0.25_c_double, 0.125_c_double, 0.75_c_double - 0.0625_c_double * k])
    call need(abut_bodies_add(bodies, pose, sphere, c_null_ptr, index))
  end do

  ! The arrays grow to what the library says that it needs.
  parts%size = c_sizeof(parts)
  call need(abut_bodies_parts(bodies, parts))
  searched = abut_boxed_parts(c_sizeof(searched), shapes, c_loc(parts), 0.01_c_double)
  allocate (pairs(1))
  list = abut_pair_list(c_sizeof(list), c_loc(pairs), 1, c_loc(count))
  if (abut_find_pairs(0, searched, list) == abut_too_small) then
    deallocate (pairs)
    allocate (pairs(count))
    list%pairs = c_loc(pairs)
    list%capacity = count
    call need(abut_find_pairs(0, searched, list))
  end if

  allocate (separation(count), normal(3, count), status(count))
  options%size = c_sizeof(options)
  out%size = c_sizeof(out)
  out%separation%data = c_loc(separation)
  out%normal = abut_vectors(c_loc(normal(1, 1)), c_loc(normal(2, 1)), c_loc(normal(3, 1)), 3)
  out%status%data = c_loc(status)
  found = abut_pairs(c_sizeof(found), c_loc(pairs), count)
  call need(abut_query_pairs_f64(0, shapes, parts, found, options, out))
  do i = 1, count
    if (iand(int(status(i)), 15) > abut_touching .or. separation(i) > 0.01) cycle
    print '(a, i0, a, i0, a, f9.6, a, 3f7.3)', "part ", pairs(i)%a, " and part ", pairs(i)%b, ": separation ", &
      separation(i), ", normal", normal(:, i)
  end do
  call need(abut_bodies_free(bodies))
  call need(abut_shapes_free(shapes))
end program fortran_contacts
