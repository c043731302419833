/** Milliseconds to spend on timing a query: too short to be felt while it follows the pointer. */
export const timingBudget = 2;
