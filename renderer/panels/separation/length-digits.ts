/** Significant digits of lengths in this panel: methods are compared. */
export const lengthDigits = 6;
