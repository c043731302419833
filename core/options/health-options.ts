import type { OptionTable, OptionValues } from './option.ts';

/** What is looked for in a mesh, from where on it counts, and how far a search goes. Lengths are parts of a body's diagonal: of all that is seen, or of one collider. */
export const healthOptions = {
  only: {
    type: 'text',
    title: 'Checks',
    meaning: 'The codes of the checks to run, with commas between them.',
    placeholder: 'code,code',
    default: '',
    defaultMeaning: 'all of them',
  },
  tolerance: {
    type: 'number',
    title: 'Tolerance',
    meaning:
      'Vertices nearer than this to each other, or to an open edge, are meant to be one: 0 finds none, large values take details for mistakes.',
    unit: 'of the diagonal',
    min: 0,
    max: 0.1,
    default: 1e-6,
  },
  sliverAngle: {
    type: 'number',
    title: 'Sliver angle',
    meaning: 'A triangle with a smaller angle than this is a sliver, whose normal a little rounding turns: 0 finds none, 60 finds all.',
    unit: 'degrees',
    min: 0,
    max: 60,
    default: 1,
  },
  sliverHeight: {
    type: 'number',
    title: 'Sliver height',
    meaning: 'So is a triangle lower than this over its longest edge: 0 finds none, large values find every small triangle.',
    unit: 'of the diagonal',
    min: 0,
    max: 1,
    default: 1e-5,
  },
  sizeRatio: {
    type: 'number',
    title: 'Size ratio',
    meaning:
      'A triangle is huge or tiny when its longest edge is so many times longer or shorter than the middle one of all triangles: small values find much that is meant so.',
    unit: 'times',
    min: 1,
    max: 1e9,
    default: 100,
  },
  tinyComponent: {
    type: 'number',
    title: 'Tiny component',
    meaning: 'A component whose own diagonal is shorter than this is tiny: 0 finds none, large values find whole objects.',
    unit: 'of the diagonal',
    min: 0,
    max: 1,
    default: 0.01,
  },
  overlapDistance: {
    type: 'number',
    title: 'Overlap distance',
    meaning:
      'Triangles in nearly one plane that overlap nearer than this are two layers of one surface: 0 finds exactly equal planes only, large values find thin walls.',
    unit: 'of the diagonal',
    min: 0,
    max: 0.1,
    default: 1e-5,
  },
  ghostAngle: {
    type: 'number',
    title: 'Ghost angle',
    meaning:
      'Edges that are concave, or bend outward by less than this, can stop a body that rolls over them: 5 is what Jolt takes, 0 does not look for them, unless a budget of boxwood check says how many there may be: then it is 5.',
    unit: 'degrees',
    min: 0,
    max: 90,
    default: 0,
  },
  engineNumbers: {
    type: 'choice',
    title: 'Engine numbers',
    meaning: 'What the engine stores coordinates in.',
    choices: {
      f32: { title: '32 bits', meaning: 'Single precision, as nearly all engines.' },
      f64: { title: '64 bits', meaning: 'Double precision: nothing is lost.' },
    },
    default: 'f32',
  },
  precisionPart: {
    type: 'number',
    title: 'Precision',
    meaning:
      'The distance from one of the engine’s numbers to the next may be so much of a triangle’s height: 0 finds all, large values hide what bodies feel.',
    unit: 'of the height',
    min: 0,
    max: 1,
    default: 0.01,
  },
  hulls: {
    type: 'choice',
    title: 'Hulls',
    meaning: 'What of the mesh has to be a convex hull.',
    choices: {
      named: {
        title: 'Named',
        meaning:
          'Parts whose names say so, UCX_; of -convcol, -convcolonly and hulls of extensions the engine makes the hull, so their dents are only told.',
      },
      parts: { title: 'Parts', meaning: 'Every part.' },
      components: { title: 'Components', meaning: 'Every component.' },
      none: { title: 'None', meaning: 'Nothing.' },
    },
    default: 'named',
  },
  hullTolerance: {
    type: 'number',
    title: 'Hull tolerance',
    meaning:
      'A vertex of a hull may stand out of one of its own faces by so much of the hull’s diagonal: 0 finds what rounding does, large values find no dent.',
    unit: 'of the hull’s diagonal',
    min: 0,
    max: 1,
    default: 1e-3,
  },
  needColliders: {
    type: 'flag',
    title: 'Colliders needed',
    meaning: 'Every part that is seen needs a collider, in a file that has none at all too: missing-colliders tells which have none.',
    default: false,
  },
  maxTriangles: {
    formerName: 'mostTriangles',
    type: 'integer',
    title: 'Triangle budget',
    meaning: 'More triangles than this are a finding. 0 sets no budget.',
    unit: 'triangles',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  },
  maxVertices: {
    formerName: 'mostVertices',
    type: 'integer',
    title: 'Vertex budget',
    meaning: 'More different positions than this are a finding. 0 sets no budget.',
    unit: 'vertices',
    min: 0,
    max: 1_000_000_000,
    default: 0,
  },
  density: {
    type: 'number',
    title: 'Density',
    meaning: 'Of the material, for the mass properties, in mass per cube of the mesh’s unit.',
    unit: 'mass per volume',
    min: 1e-12,
    max: 1e12,
    default: 1,
  },
  maxPairs: {
    formerName: 'mostPairs',
    type: 'integer',
    title: 'Most pairs',
    meaning: 'So many pairs of triangles are listed, all of them counted: few hide where the others are, many need memory.',
    unit: 'pairs',
    min: 0,
    max: 10_000_000,
    default: 1_000_000,
  },
  effort: {
    type: 'integer',
    title: 'Effort',
    meaning:
      'A search for pairs ends after so many comparisons, and says that there may be more: small values give up on crowded meshes, large ones may take hours on a mesh made to take them.',
    unit: 'million comparisons',
    min: 1,
    max: 1_000_000,
    default: 1000,
  },
} as const satisfies OptionTable;

export type HealthOptions = OptionValues<typeof healthOptions>;
