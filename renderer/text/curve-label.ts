/** Returns the short name of a contact curve in view, list and plot: `L1` for the first. */
export function curveLabel(curve: number): string {
  return `L${curve + 1}`;
}
