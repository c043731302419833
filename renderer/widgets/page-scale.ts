/** Returns the scale of text and controls, 1 for 100 %: a length in the pointer's pixels divided by it is one of the layout. */
export function pageScale(): number {
  return Number(getComputedStyle(document.documentElement).zoom) || 1;
}
