// For programs that keep several arrays in one block of device memory: the stand-in for the CUDA runtime cannot know
// where these end.
#pragma once

#include <cstddef>

/// An array of so many bytes begins here, and the bytes `behind` it are nobody's: a kernel that touches them is
/// reported. Holds from the calling thread's next operation on, in the order of that operation's stream, until another
/// array is said to lie there or the block is freed. Copies and fills may go over what is nobody's. Ignored of memory
/// that is no device's, and of what does not lie in its block.
extern "C" void cores_array(void* begin, std::size_t bytes, std::size_t behind);
