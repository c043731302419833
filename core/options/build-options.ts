import type { OptionTable, OptionValues } from './option.ts';

/** Bytes per triangle of a tree of kind `wide`, by leaf size. Measured on a scan of 871,306 triangles; levels need up to a tenth more. */
export const wideBytesPerTriangle: readonly (readonly [leafTriangles: number, bytes: number])[] = [
  [12, 61],
  [4, 75],
  [1, 250],
];

/** How a tree is built and stored. */
export const buildOptions = {
  kind: {
    type: 'choice',
    title: 'Kind',
    group: 'Tree',
    meaning: 'Bounding volume of a node, and how nodes are stored. Query results are the same for every kind.',
    choices: {
      aabb: { title: 'Boxes', meaning: 'Axis-aligned boxes in 32-bit floats: fast to build and to test.' },
      quantised: {
        title: 'Boxes, 16-bit',
        meaning: 'Axis-aligned boxes on a grid of 65,535 steps over the root box: 5/8 of the size, slightly looser.',
      },
      'leaf-free': {
        title: 'Leaf-free boxes',
        meaning: 'Inner nodes only. A leaf is stored in its parent and has no box of its own.',
      },
      wide: {
        title: 'Wide boxes',
        meaning: `Up to eight boxes per node, with copies of the triangles in blocks of four for SIMD. Size: ${wideSizes()}.`,
      },
      compressed: {
        title: 'Leaf-free, 16-bit',
        meaning:
          'Leaf-free with 16-bit boxes and a packed triangle order: 21 bytes per inner node. About 5 bytes per triangle at leaf size 16.',
      },
      sphere: {
        title: 'Spheres',
        meaning: 'The cheapest test and the smallest nodes of the 32-bit kinds, but loose around long or flat parts.',
      },
      obb: {
        title: 'Oriented boxes',
        meaning: 'Boxes along the principal axes of the convex hull: tight around slanted parts, slow to build, 15 axes to test per pair.',
      },
      rss: {
        title: 'Swept spheres',
        meaning: 'A rectangle swept by a sphere: tight around patches of a curved surface, with distances that are quick to bound.',
      },
      dop6: {
        title: '6-DOP',
        meaning: 'Three axis-aligned slabs: the same volumes as boxes, but stored and tested like the other k-DOPs.',
      },
      dop14: { title: '14-DOP', meaning: 'Boxes with their corners cut off.' },
      dop18: { title: '18-DOP', meaning: 'Boxes with their edges cut off.' },
      dop26: { title: '26-DOP', meaning: 'Boxes with edges and corners cut off: the tightest k-DOP, with the largest nodes.' },
    },
    default: 'aabb',
    choiceSummaries: {
      aabb: 'axis-aligned boxes, 32-bit',
      quantised: 'axis-aligned boxes, 16-bit',
      'leaf-free': 'boxes of inner nodes only',
      wide: 'up to 8 boxes per node, laid out for SIMD',
      compressed: 'leaf-free boxes, 16-bit, triangles packed',
      sphere: 'bounding spheres',
      obb: 'oriented boxes',
      rss: 'rectangles swept by a sphere',
      dop6: '6-DOP: slabs along the axes',
      dop14: '14-DOP: boxes with bevelled corners',
      dop18: '18-DOP: boxes with bevelled edges',
      dop26: '26-DOP: boxes with bevelled edges and corners',
    },
    summary: 'Bounding volume of the nodes',
  },
  split: {
    type: 'choice',
    title: 'Split',
    group: 'Tree',
    meaning: 'How the triangles of a node are divided between its two children.',
    choices: {
      median: { title: 'Median', meaning: 'At the middle of the longest side of the box: fast to build, ignores the cost of queries.' },
      seeds: {
        title: 'Two seeds',
        meaning: 'By the nearer of the two outermost centres on the longest side: a midpoint split that only balances ties.',
      },
      sah: {
        title: 'SAH, binned',
        meaning: 'The plane with the lowest expected ray cost by the surface area heuristic, out of 16 per axis.',
      },
      sweep: {
        title: 'SAH, sweep',
        meaning: 'SAH over all planes between two triangles: the reference for quality, several times slower to build.',
      },
      morton: { title: 'Morton', meaning: 'Along a space-filling curve, in linear time: the fastest build, with more expensive rays.' },
      ploc: {
        title: 'PLOC',
        meaning:
          'Bottom-up: merges nearest neighbours along a Morton curve, then reinserts the largest nodes. A slower build with the cheapest rays for triangles of very different size.',
      },
    },
    default: 'sah',
    choiceSummaries: {
      median: 'middle of the longest side',
      seeds: 'nearer of the two outermost centroids',
      sah: 'surface area heuristic (SAH), 16 planes per axis',
      sweep: 'SAH over all planes, slow to build',
      morton: 'space-filling curve, quick to build',
      ploc: 'bottom-up clustering along a curve',
    },
    summary: 'Split method',
  },
  leafTriangles: {
    type: 'integer',
    title: 'Leaf size',
    group: 'Tree',
    meaning: 'Maximum number of triangles in a leaf. 1 gives the deepest tree; with large leaves queries test more triangles.',
    unit: 'triangles',
    min: 1,
    max: 1024,
    default: 4,
    summary: 'Max triangles of a leaf',
  },
  maxDepth: {
    type: 'integer',
    title: 'Max depth',
    group: 'Tree',
    meaning:
      'Maximum depth of a node. Triangles left at this depth become one leaf. 0: only the limit of the builder, which depends on the triangle count.',
    unit: 'levels',
    min: 0,
    max: 4096,
    default: 0,
    zero: 'built-in limit',
    summary: 'Max depth; 0: built-in limit only',
  },
  minExtent: {
    formerName: 'leastBox',
    type: 'length',
    title: 'Min extent',
    group: 'Tree',
    meaning: 'A node becomes a leaf when no side of its box is longer than this. 0 sets no limit; a large value gives a single leaf.',
    min: 0,
    default: 0,
    zero: 'no limit',
    summary: 'Max side of a node that becomes a leaf',
  },
} as const satisfies OptionTable;

export type BuildOptions = OptionValues<typeof buildOptions>;

/** The tree that is built for many queries where the WASM engine is available and the user chose no kind. */
export const quickTree = { kind: 'wide', leafTriangles: 12 } as const satisfies Partial<BuildOptions>;

/** `61 bytes per triangle at leaf size 12, 75 at 4, 250 at 1` */
function wideSizes(): string {
  return wideBytesPerTriangle
    .map(([leaf, bytes], i) => (i === 0 ? `${bytes} bytes per triangle at leaf size ${leaf}` : `${bytes} at ${leaf}`))
    .join(', ');
}
