/** By how much a test widens a node's volume, over the sizes that go into it: fewer than 64 roundings of 2^-53 of them do. */
export const relativePadding = 2 ** -46;
