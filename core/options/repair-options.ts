import type { OptionTable, OptionValues } from './option.ts';

/**
 * The repairs of a mesh with their limits. A repair runs if its own option is given (and is not false or 0 where 0 means none).
 * Lengths are mesh units.
 */
export const repairOptions = {
  weld: {
    type: 'length',
    title: 'Weld distance',
    meaning:
      'Joins vertices within this distance, each to the first one: 0 joins equal positions only, large values collapse details and thin walls.',
    min: 0,
    default: 0,
    zero: 'equal only',
    summary: 'Join vertices within this distance; 0: equal positions',
  },
  dropDegenerate: {
    type: 'flag',
    title: 'Drop degenerate triangles',
    meaning: 'Removes triangles without area or with coordinates that are not finite. Neighbours are split, so that no gap opens.',
    default: false,
    summary: 'Drop triangles without area or with non-finite corners',
  },
  dropDuplicates: {
    type: 'flag',
    title: 'Drop duplicates',
    meaning: 'Removes triangles with the same corners and winding as an earlier one.',
    default: false,
    summary: 'Drop triangles equal to an earlier one',
  },
  dropOpposite: {
    type: 'flag',
    title: 'Drop flipped duplicates',
    meaning: 'Removes triangles with the same corners as an earlier one and the opposite winding.',
    default: false,
    summary: 'Drop triangles equal to an earlier one but flipped',
  },
  splitJunctions: {
    type: 'length',
    title: 'Junction distance',
    meaning:
      'Splits open edges at vertices within this distance (T-junctions): 0 splits at vertices on the edge (up to rounding) only, large values bend the surface.',
    min: 0,
    default: 0,
    zero: 'on edges only',
    summary: 'Split open edges at vertices within this distance',
  },
  minTriangles: {
    type: 'integer',
    title: 'Min triangles',
    meaning: 'Removes components with fewer triangles. 0 removes none.',
    unit: 'triangles',
    min: 0,
    max: 1_000_000_000,
    default: 0,
    zero: 'keep all',
    summary: 'Remove components with fewer triangles; 0: none',
  },
  minSize: {
    type: 'length',
    title: 'Min diagonal',
    meaning: 'Removes components whose bounds have a shorter diagonal. 0 removes none.',
    min: 0,
    default: 0,
    zero: 'keep all',
    summary: 'Remove components with a shorter diagonal; 0: none',
  },
  minVolume: {
    type: 'number',
    title: 'Min volume',
    meaning: 'Removes closed components with a smaller volume, in cubic mesh units. 0 removes none.',
    unit: 'cubic mesh units',
    min: 0,
    max: 1e300,
    default: 0,
    zero: 'keep all',
    summary: 'Remove closed components with less volume; 0: none',
  },
  fixWinding: {
    type: 'flag',
    title: 'Fix winding',
    meaning: 'Flips triangles so that neighbours agree, and pieces so that they face outward. Open sheets keep the side of their majority.',
    default: false,
    summary: 'Make the winding consistent and outward',
  },
  splitNonManifold: {
    type: 'length',
    title: 'Non-manifold gap',
    meaning:
      'Separates sheets at non-manifold edges and vertices, and moves them apart by this distance: 0 duplicates the vertices only, which engines with an index list see, but the checks do not.',
    min: 0,
    default: 0,
    zero: 'no gap',
    summary: 'Separate sheets at non-manifold edges by this gap',
  },
  fillHoles: {
    type: 'flag',
    title: 'Fill holes',
    meaning: 'Closes boundary loops with triangles between their vertices.',
    default: false,
    summary: 'Close boundary loops with triangles',
  },
  maxHoleEdges: {
    type: 'integer',
    title: 'Max hole edges',
    meaning: 'Holes with more edges stay open: small values keep intended openings, large ones also close the rim of an open sheet.',
    unit: 'edges',
    min: 3,
    max: 1_000_000,
    default: 100,
    summary: 'Max edges of a hole to fill',
  },
  maxHoleSize: {
    type: 'length',
    title: 'Max hole diagonal',
    meaning: 'Holes whose bounds have a longer diagonal stay open. 0 sets no limit.',
    min: 0,
    default: 0,
    zero: 'no limit',
    summary: 'Max diagonal of a hole to fill; 0: no limit',
  },
  holes: {
    type: 'text',
    title: 'Holes',
    meaning:
      'Fills only the holes with these numbers, whatever their size. They count from 1 in the order of the check of the mesh as it is read.',
    placeholder: 'numbers',
    default: '',
    defaultMeaning: 'all',
    summary: 'Fill only these holes of boxwood check, such as 1,3-5',
  },
  simplifyTo: {
    type: 'integer',
    title: 'Simplify to',
    meaning: 'Collapses edges until at most this many triangles are left. 0 sets no budget.',
    unit: 'triangles',
    min: 0,
    max: 1_000_000_000,
    default: 0,
    zero: 'no budget',
    summary: 'Simplify to this many triangles; 0: no budget',
  },
  maxError: {
    type: 'length',
    title: 'Max error',
    meaning:
      'Simplification stops before its estimated error exceeds this. 0 sets no limit if there is a triangle budget, and else turns it off.',
    min: 0,
    default: 0,
    zero: 'no limit',
    summary: 'Max estimated error of simplification; 0: no limit',
  },
  dropUnused: {
    type: 'flag',
    title: 'Drop unused vertices',
    meaning: 'Removes vertices that no triangle uses.',
    default: false,
    summary: 'Drop vertices that no triangle uses',
  },
} as const satisfies OptionTable;

export type RepairOptions = OptionValues<typeof repairOptions>;
