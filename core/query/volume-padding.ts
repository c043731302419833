/**
 * Padding of a node's volume in a test, as a part of the sizes that go into the test: more than 64 roundings of 2^-53. Each test pads for
 * itself, so its bound depends on nothing else. Some of it is redundant: fitted volumes have a slack, and spheres and points have a
 * `paddedRadius`. Rays that start far away need it.
 */
export const relativePadding = 2 ** -46;
