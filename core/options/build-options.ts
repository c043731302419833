import type { OptionTable, OptionValues } from './option.ts';

/** How a tree is built and stored (catalogue T1-T12). */
export const buildOptions = {
  kind: {
    type: 'choice',
    title: 'Kind',
    meaning: 'What bounds the triangles of a node, and how the nodes are stored. The answers are the same for every kind.',
    choices: {
      aabb: { title: 'Boxes', meaning: 'Axis-aligned boxes in 32 bits: quick to build and to test.' },
      quantised: {
        title: 'Boxes, 16-bit',
        meaning: 'Axis-aligned boxes on a grid of 65,535 steps over the root: five eighths of the bytes, slightly looser.',
      },
      'leaf-free': {
        title: 'Leaf-free boxes',
        meaning: 'Inner nodes alone; a parent holds the triangles of a leaf in its place, which then has no box of its own.',
      },
      wide: {
        title: 'Wide boxes',
        meaning:
          'Up to eight boxes a node and copies of the triangles, laid out for SIMD in blocks of four: 50 to 75 bytes a triangle with leaves of 24 down to 4, 260 with one a leaf.',
      },
      compressed: {
        title: 'Leaf-free, 16-bit',
        meaning: 'Both, with the order of the triangles packed: 21 bytes an inner node. With 16 triangles a leaf about 5 bytes a triangle.',
      },
      sphere: {
        title: 'Spheres',
        meaning: 'The cheapest test and the fewest bytes of the kinds in 32 bits, but loose around long or flat parts.',
      },
      obb: {
        title: 'Oriented boxes',
        meaning: 'Boxes along the principal axes of the convex hull: tight around slanted parts, slow to build, 15 axes to test in pairs.',
      },
      dop6: { title: '6-DOP', meaning: 'Slabs along the three axes: the boxes again, stored and tested as the other k-DOPs.' },
      dop14: { title: '14-DOP', meaning: 'Boxes with their corners cut off.' },
      dop18: { title: '18-DOP', meaning: 'Boxes with their edges cut off.' },
      dop26: { title: '26-DOP', meaning: 'Boxes with edges and corners cut off: the tightest of them, and the largest.' },
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
    meaning: 'How the triangles of a node are divided between its two children.',
    choices: {
      median: { title: 'Median', meaning: 'At the middle of the longest side of the box: quick, blind to cost.' },
      seeds: {
        title: 'Two seeds',
        meaning: 'By the nearer of the two outermost centres on the longest side: a midpoint split, balanced by its ties alone.',
      },
      sah: { title: 'SAH, binned', meaning: 'Where the surface area heuristic expects the cheapest rays, of 16 planes an axis.' },
      sweep: {
        title: 'SAH, sweep',
        meaning: 'The same, of all planes between two triangles: the reference for quality, several times slower.',
      },
      morton: { title: 'Morton', meaning: 'Along a space-filling curve, in linear time: the quickest build, with dearer rays.' },
      ploc: {
        title: 'PLOC',
        meaning:
          'From the leaves up, merging nearest neighbours along such a curve and putting the largest nodes where they cost least: the cheapest rays where triangles differ much in size, for a slower build.',
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
    meaning: 'A node with at most so many triangles may become a leaf: 1 gives the deepest tree, large leaves test many triangles.',
    unit: 'triangles',
    min: 1,
    max: 1024,
    default: 4,
    summary: 'Max triangles of a leaf',
  },
  maxDepth: {
    type: 'integer',
    title: 'Depth limit',
    meaning: 'No node lies deeper; what is left becomes one leaf. 0 sets no limit but the builder’s own, which keeps every tree finite.',
    unit: 'levels',
    min: 0,
    max: 4096,
    default: 0,
    summary: 'Max depth; 0 is no limit',
  },
  minExtent: {
    formerName: 'leastBox',
    type: 'length',
    title: 'Least box',
    meaning: 'A node whose box has no side longer than this becomes a leaf: 0 sets no limit, a large value gives one leaf for all.',
    min: 0,
    default: 0,
    summary: 'Max side of a node that becomes a leaf',
  },
} as const satisfies OptionTable;

export type BuildOptions = OptionValues<typeof buildOptions>;

/** What is built for many questions where WebAssembly builds and answers, unless a kind was asked for. */
export const quickTree = { kind: 'wide', leafTriangles: 24 } as const satisfies Partial<BuildOptions>;
