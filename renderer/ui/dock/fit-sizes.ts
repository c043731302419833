/** Widths of the side columns and heights of their panels, CSS pixels; the last panel of each column has the rest. */
export interface PanelSizes {
  readonly left: number;
  readonly right: number;
  readonly meshes: number;
  readonly properties: number;
  readonly tree: number;
}

/** A view narrower than this hides its own buttons. */
const leastView = 320;
/** What the stacked panels leave of a column at least, for the last one. */
const mostShare = 0.72;

/** The wished sizes, squeezed in proportion where the window has no room for them beside a usable view. */
export function fitSizes(wished: PanelSizes, width: number, height: number): PanelSizes {
  const across = Math.min(1, Math.max(0, width - leastView) / (wished.left + wished.right));
  const down = Math.min(1, (mostShare * height) / (wished.properties + wished.tree));
  return {
    left: Math.round(wished.left * across),
    right: Math.round(wished.right * across),
    meshes: Math.round(Math.min(wished.meshes, height / 3)),
    properties: Math.round(wished.properties * down),
    tree: Math.round(wished.tree * down),
  };
}
