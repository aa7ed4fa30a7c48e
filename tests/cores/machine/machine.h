// What translated PTX is compiled against.
#pragma once

#include "access.h"
#include "arithmetic.h"
