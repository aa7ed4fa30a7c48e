// CAD models as files, for `abut clearance`.
#pragma once

#include <string>

namespace abut::test {

/// "block.json" and "shaft.json": a shaft of radius 0.4 in the hole of a block, whose axis is at (1.5, 1.25) and whose
/// radius is 0.5; the shaft's axis is at 1.47.
void write_block_and_shaft(const std::string& folder);
/// "rig/box", 1 x 1 x 1 from the origin, and "rig/ball:1" and "rig/ball:2" of radius 0.5 at z = 2 and 4 above it.
void write_rig(const std::string& path);
/// Two boxes 1 x 1 x 1, the second one `gap` above the first.
void write_two_boxes(const std::string& path, double gap);

/// "sheet": a plate without thickness of 7 edges, 3 of them holes, one a circle of radius 0.3 that is told as NURBS.
void write_sheet(const std::string& path);

}  // namespace abut::test
