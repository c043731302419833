/** Rules of a valid tree. */
export const treeRules = [
  /** The header's counts, depth, bounds, options or reserved bytes are wrong. */
  'header',
  /** A link leaves its subtree, or preorder is broken. */
  'link',
  /** A split axis that is not 0, 1 or 2. */
  'axis',
  /** An invalid box or slab: NaN, or min above max. */
  'box',
  /** An invalid sphere or oriented box. */
  'volume',
  /** The volume of a child extends outside that of its parent. */
  'child-box',
  /** A vertex lies outside the volume of a node above it, in exact arithmetic. */
  'vertex',
  /** A leaf is empty, or does not start where the previous leaf ended. */
  'leaf-run',
  /** More triangles in a leaf than the options allow. */
  'leaf-size',
  /** A node deeper than the options allow, or deeper than any builder goes. */
  'depth',
  /** The leaf order has a triangle twice, misses one, or has one that does not exist or is not finite. */
  'order',
  /** A block of a wide tree has other triangles than its leaf, or other corners than its triangles. */
  'block',
] as const;

export type TreeRule = (typeof treeRules)[number];

export interface TreeViolation {
  readonly rule: TreeRule;
  /** Index of the node; `null` for the tree as a whole. */
  readonly node: number | null;
  readonly message: string;
}

/** Maximum number of reported violations of each rule. A damaged tree may break every rule at every node. */
export const maxOfEachRule = 10;

/** Collects violations, up to `maxOfEachRule` of each rule. */
export type Report = (rule: TreeRule, node: number | null, message: string) => void;
