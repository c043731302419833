/** Widths of the side columns and heights of their panels, CSS pixels; the last panel of each column has the rest. */
export interface PanelSizes {
  readonly left: number;
  readonly right: number;
  readonly meshes: number;
  readonly properties: number;
  readonly tree: number;
}

/** A view narrower than this hides its own buttons. */
const minView = 320;
/** Three numbers beside each other, and their label, cannot be read in less. */
const minRight = 264;
/** The least that the stacked panels leave for the last one: its head and two rows. */
const minLast = 76;
/** The tree's head and one row: the properties, which a person works with, keep theirs longer. */
const minTree = 60;

/** The wished sizes, squeezed where the window has no room for them beside a usable view. */
export function fitSizes(wished: PanelSizes, width: number, height: number): PanelSizes {
  const both = Math.min(wished.left + wished.right, Math.max(0, width - minView));
  const inProportion = (wished.right / (wished.left + wished.right)) * both;
  const right = Math.min(wished.right, both, Math.max(inProportion, minRight));
  const tooHigh = Math.max(0, wished.properties + wished.tree + minLast - height);
  const fromTree = Math.min(tooHigh, Math.max(0, wished.tree - minTree));
  return {
    left: Math.round(both - right),
    right: Math.round(right),
    meshes: Math.round(Math.min(wished.meshes, height / 3)),
    properties: Math.round(Math.max(0, wished.properties - (tooHigh - fromTree))),
    tree: Math.round(wished.tree - fromTree),
  };
}
