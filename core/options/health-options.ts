import type { OptionTable, OptionValues } from './option.ts';

/** The checks to run, their thresholds and their limits. Lengths are fractions of the diagonal of a body: the rendered mesh, or one collider. */
export const healthOptions = {
  only: {
    type: 'text',
    title: 'Checks',
    meaning: 'Codes of the checks to run, separated by commas.',
    placeholder: 'code,code',
    default: '',
    defaultMeaning: 'all checks',
  },
  tolerance: {
    type: 'number',
    title: 'Tolerance',
    meaning:
      'Vertices closer than this to each other, or to an open edge, are reported: 0 turns these checks off, large values report small details.',
    unit: 'of the diagonal',
    min: 0,
    max: 0.1,
    default: 1e-6,
  },
  sliverAngle: {
    type: 'number',
    title: 'Sliver angle',
    meaning: 'Triangles with a smaller angle than this are slivers: 0 turns the check off, 60 reports nearly all triangles.',
    unit: 'degrees',
    min: 0,
    max: 60,
    default: 1,
  },
  sliverHeight: {
    type: 'number',
    title: 'Sliver height',
    meaning:
      'Triangles with a smaller height over their longest edge than this are also slivers: 0 turns the check off, large values report every small triangle.',
    unit: 'of the diagonal',
    min: 0,
    max: 1,
    default: 1e-5,
  },
  sizeRatio: {
    type: 'number',
    title: 'Size ratio',
    meaning:
      'A triangle is huge or tiny if its longest edge is this many times longer or shorter than the median of the mesh: small values report intended differences.',
    unit: 'times',
    min: 1,
    max: 1e9,
    default: 100,
  },
  tinyComponent: {
    type: 'number',
    title: 'Tiny component',
    meaning: 'Components with a shorter diagonal than this are tiny: 0 reports none, large values report whole objects.',
    unit: 'of the diagonal',
    min: 0,
    max: 1,
    default: 0.01,
  },
  overlapDistance: {
    type: 'number',
    title: 'Overlap distance',
    meaning:
      'Nearly coplanar triangles that overlap within this distance are two layers of one surface: 0 reports exactly equal planes only, large values report thin walls.',
    unit: 'of the diagonal',
    min: 0,
    max: 0.1,
    default: 1e-5,
  },
  ghostAngle: {
    type: 'number',
    title: 'Ghost angle',
    meaning:
      'Edges that are concave, or bend outward by less than this, are ghost edges: 5 is the default of Jolt, 0 turns the check off. A budget that names ghost-edges turns it on with 5.',
    unit: 'degrees',
    min: 0,
    max: 90,
    default: 0,
  },
  engineNumbers: {
    type: 'choice',
    title: 'Engine numbers',
    meaning: 'Number format in which the engine stores coordinates.',
    choices: {
      f32: { title: '32 bits', meaning: 'Single precision, as in nearly all engines.' },
      f64: { title: '64 bits', meaning: 'Double precision: no coordinate is rounded.' },
    },
    default: 'f32',
  },
  precisionPart: {
    type: 'number',
    title: 'Precision limit',
    meaning:
      'Max spacing of the coordinates that the engine can store, as a fraction of the height of a triangle: 0 reports all triangles, large values hide visible errors.',
    unit: 'of the height',
    min: 0,
    max: 1,
    default: 0.01,
  },
  hulls: {
    type: 'choice',
    title: 'Hulls',
    meaning: 'Which parts of the mesh must be convex hulls.',
    choices: {
      named: {
        title: 'By name',
        meaning:
          'Parts with the prefix UCX_. For -convcol, -convcolonly and hulls of extensions the engine computes the hull, so their dents are only an info.',
      },
      parts: { title: 'Parts', meaning: 'Every part.' },
      components: { title: 'Components', meaning: 'Every component.' },
      none: { title: 'None', meaning: 'No part: the hull checks do not run.' },
    },
    default: 'named',
  },
  hullTolerance: {
    type: 'number',
    title: 'Hull tolerance',
    meaning:
      'Max distance by which a vertex of a hull may lie outside one of its faces: 0 reports rounding errors, large values report no dents.',
    unit: 'of the hull diagonal',
    min: 0,
    max: 1,
    default: 1e-3,
  },
  needColliders: {
    type: 'flag',
    title: 'Require colliders',
    meaning: 'Report rendered parts without a collider also in files that have no collider at all.',
    default: false,
  },
  maxTriangles: {
    formerName: 'mostTriangles',
    type: 'integer',
    title: 'Triangle budget',
    meaning: 'Max number of triangles. 0 turns the check off.',
    unit: 'triangles',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  },
  maxVertices: {
    formerName: 'mostVertices',
    type: 'integer',
    title: 'Vertex budget',
    meaning: 'Max number of different vertex positions. 0 turns the check off.',
    unit: 'vertices',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  },
  density: {
    type: 'number',
    title: 'Density',
    meaning: 'Density of the material for the mass properties, in mass per cubic mesh unit.',
    unit: 'mass per volume',
    min: 1e-12,
    max: 1e12,
    default: 1,
  },
  maxPairs: {
    formerName: 'mostPairs',
    type: 'integer',
    title: 'Max pairs',
    meaning: 'Max number of triangle pairs in a list. All pairs are counted; long lists need memory.',
    unit: 'pairs',
    min: 0,
    max: 10_000_000,
    default: 1_000_000,
  },
  effort: {
    type: 'integer',
    title: 'Search limit',
    meaning:
      'A search for pairs ends after this many comparisons and reports a lower bound: small values end early on dense meshes, large values can take hours on extreme ones.',
    unit: 'million comparisons',
    min: 1,
    max: 1_000_000,
    default: 1000,
  },
} as const satisfies OptionTable;

export type HealthOptions = OptionValues<typeof healthOptions>;
