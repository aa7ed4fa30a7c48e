// All of the library's public interface. Scene and result files are in abut/io.h, which needs nlohmann-json.
#pragma once

#include "abut/bodies/body_set.h"
#include "abut/bodies/cuda_parts.h"
#include "abut/contacts/contacts.h"
#include "abut/contacts/history.h"
#include "abut/core/error.h"
#include "abut/core/pose.h"
#include "abut/detect.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/pairs/find_near.h"
#include "abut/pairs/find_pairs.h"
#include "abut/pairs/pair_finder.h"
#include "abut/patches.h"
#include "abut/shapes/cuda_shapes.h"
#include "abut/shapes/mesh.h"
#include "abut/shapes/minkowski_difference.h"
#include "abut/shapes/shape_set.h"
