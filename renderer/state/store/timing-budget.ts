/** Milliseconds to spend on telling how long a query takes: too short to be felt while it follows the pointer. */
export const timingBudget = 2;
