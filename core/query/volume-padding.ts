/**
 * By how much a test widens a node's volume, over the sizes that go into it: fewer than 64 roundings of 2^-53 of them do. Every test has its own, so that its
 * bound rests on nothing else, though much of it is covered twice: volumes are fitted with a slack for exact arithmetic, and spheres and points
 * come with a `paddedRadius`. Rays from afar need it.
 */
export const relativePadding = 2 ** -46;
