! The part of the C interface of Abut (abut/abut_c.h) that this example calls, as a Fortran module through iso_c_binding.
! A solver adds what else it needs in the same way: handles are type(c_ptr), arrays are passed as they are, structures
! begin with their size in bytes.
module abut
  use, intrinsic :: iso_c_binding
  implicit none

  integer(c_int32_t), parameter :: abut_c_major = 0, abut_c_minor = 2 ! of the header that this follows
  integer(c_int), parameter :: abut_ok = 0, abut_too_small = 3
  integer, parameter :: abut_converged = 0, abut_touching = 1

  type, bind(c) :: abut_pair
    integer(c_int32_t) :: a, b ! counted from 0
  end type

  ! Pairs that a function reads, and a list that one writes.
  type, bind(c) :: abut_pairs
    integer(c_size_t) :: size = 0
    type(c_ptr) :: pairs = c_null_ptr
    integer(c_size_t) :: count = 0
  end type

  type, bind(c) :: abut_pair_list
    integer(c_size_t) :: size = 0
    type(c_ptr) :: pairs = c_null_ptr
    integer(c_int64_t) :: capacity = 0
    type(c_ptr) :: count = c_null_ptr, rows = c_null_ptr
  end type

  type, bind(c) :: abut_pose
    real(c_double) :: position(3) = [0, 0, 0]
    real(c_double) :: rotation(9) = [1, 0, 0, 0, 1, 0, 0, 0, 1] ! row by row
  end type

  type, bind(c) :: abut_parts
    integer(c_size_t) :: size = 0
    integer(c_int32_t) :: count = 0, unused = 0
    type(c_ptr) :: shape = c_null_ptr, body = c_null_ptr, px = c_null_ptr, py = c_null_ptr, pz = c_null_ptr
    type(c_ptr) :: r(9) = c_null_ptr
    type(c_ptr) :: body_x = c_null_ptr, body_y = c_null_ptr, body_z = c_null_ptr
    type(c_ptr) :: groups = c_null_ptr, meets = c_null_ptr, self_contact = c_null_ptr, alert = c_null_ptr
    type(c_ptr) :: world = c_null_ptr
  end type

  type, bind(c) :: abut_boxed_parts
    integer(c_size_t) :: size = 0
    type(c_ptr) :: shapes = c_null_ptr, parts = c_null_ptr
    real(c_double) :: alert_distance = 0
  end type

  type, bind(c) :: abut_array
    type(c_ptr) :: data = c_null_ptr
    integer(c_ptrdiff_t) :: stride = 0
  end type

  type, bind(c) :: abut_vectors
    type(c_ptr) :: x = c_null_ptr, y = c_null_ptr, z = c_null_ptr
    integer(c_ptrdiff_t) :: stride = 0
  end type

  type, bind(c) :: abut_contacts_f64
    integer(c_size_t) :: size = 0
    type(abut_array) :: separation
    type(abut_vectors) :: normal, witness_a, witness_b, point
    type(abut_array) :: feature_a, feature_b, lower_bound, bound_gap, status, gjk_iterations, epa_iterations, key
  end type

  type, bind(c) :: abut_query_options
    integer(c_size_t) :: size = 0
    real(c_double) :: alert_distance = huge(0.0_c_double)
    type(c_ptr) :: cache = c_null_ptr
  end type

  interface
    function abut_last_message() bind(c) result(text)
      import
      type(c_ptr) :: text
    end function
    function abut_check_version(major, minor) bind(c) result(code)
      import
      integer(c_int32_t), value :: major, minor
      integer(c_int) :: code
    end function
    function abut_shapes_new(shapes) bind(c) result(code)
      import
      type(c_ptr), intent(out) :: shapes
      integer(c_int) :: code
    end function
    function abut_shapes_free(shapes) bind(c) result(code)
      import
      type(c_ptr), value :: shapes
      integer(c_int) :: code
    end function
    function abut_shapes_add_sphere(shapes, radius, index) bind(c) result(code)
      import
      type(c_ptr), value :: shapes
      real(c_double), value :: radius
      integer(c_int32_t), intent(out) :: index
      integer(c_int) :: code
    end function
    function abut_shapes_add_hull(shapes, vertices, count, rounding, index) bind(c) result(code)
      import
      type(c_ptr), value :: shapes
      integer(c_size_t), value :: count
      real(c_double), intent(in) :: vertices(3, count)
      real(c_double), value :: rounding
      integer(c_int32_t), intent(out) :: index
      integer(c_int) :: code
    end function
    function abut_bodies_new(bodies) bind(c) result(code)
      import
      type(c_ptr), intent(out) :: bodies
      integer(c_int) :: code
    end function
    function abut_bodies_free(bodies) bind(c) result(code)
      import
      type(c_ptr), value :: bodies
      integer(c_int) :: code
    end function
    function abut_bodies_add(bodies, pose, shape, options, index) bind(c) result(code)
      import
      type(c_ptr), value :: bodies, options
      type(abut_pose), intent(in) :: pose
      integer(c_int32_t), value :: shape
      integer(c_int32_t), intent(out) :: index
      integer(c_int) :: code
    end function
    function abut_bodies_parts(bodies, parts) bind(c) result(code)
      import
      type(c_ptr), value :: bodies
      type(abut_parts), intent(inout) :: parts
      integer(c_int) :: code
    end function
    function abut_find_pairs(threads, parts, out) bind(c) result(code)
      import
      integer(c_int), value :: threads
      type(abut_boxed_parts), intent(in) :: parts
      type(abut_pair_list), intent(in) :: out
      integer(c_int) :: code
    end function
    function abut_query_pairs_f64(threads, shapes, parts, pairs, options, out) bind(c) result(code)
      import
      integer(c_int), value :: threads
      type(c_ptr), value :: shapes
      type(abut_parts), intent(in) :: parts
      type(abut_pairs), intent(in) :: pairs
      type(abut_query_options), intent(in) :: options
      type(abut_contacts_f64), intent(in) :: out
      integer(c_int) :: code
    end function
    function c_strlen(text) bind(c, name="strlen") result(length)
      import
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface

contains

  ! Ends the program with the library's own words.
  subroutine need(code)
    integer(c_int), intent(in) :: code
    character(kind=c_char), pointer :: text(:)
    type(c_ptr) :: message
    if (code == abut_ok) return
    message = abut_last_message()
    call c_f_pointer(message, text, [c_strlen(message)])
    print '(*(a))', "fortran_contacts: ", text
    error stop 1
  end subroutine

end module abut
