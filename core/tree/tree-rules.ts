/** What a sound tree keeps, one name for each kind of damage. */
export const treeRules = [
  /** The header's counts, depth, bounds, options or reserved bytes are wrong. */
  'header',
  /** A link leaves its subtree, or preorder is broken. */
  'link',
  /** A split axis that is not 0, 1 or 2. */
  'axis',
  /** A box that is not one: NaN, or min above max. */
  'box',
  /** Numbers that make no sphere and no oriented box. */
  'volume',
  /** A child's box reaches out of its parent's. */
  'child-box',
  /** A vertex lies outside the volume of a node above it, in exact arithmetic. */
  'vertex',
  /** A leaf does not begin where the one before it ended, or is empty. */
  'leaf-run',
  /** More triangles in a leaf than the options allow. */
  'leaf-size',
  /** A node deeper than the options allow, or than any build goes. */
  'depth',
  /** The leaf order names a triangle twice, one that does not exist or is not finite, or leaves one out. */
  'order',
  /** A block of a wide tree has other triangles than its leaf, or other corners than they have. */
  'block',
] as const;

export type TreeRule = (typeof treeRules)[number];

export interface TreeViolation {
  readonly rule: TreeRule;
  /** Index of the node; `null` for the tree as a whole. */
  readonly node: number | null;
  readonly message: string;
}

/** The first so many of each rule are told: a damaged tree may break every rule at every node. */
export const maxOfEachRule = 10;

/** Collects what is wrong, up to `maxOfEachRule`. */
export type Report = (rule: TreeRule, node: number | null, message: string) => void;
