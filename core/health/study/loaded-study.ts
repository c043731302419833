import {
  type Kernel,
  type KernelWord,
  type StudyExports,
  boundaryEdgesWord,
  checkFits,
  componentsWord,
  edgesWord,
  flatTrianglesWord,
  inconsistentEdgesWord,
  isOpenWord,
  isRoundedWord,
  isTooLarge,
  isUnlikeWord,
  loadMesh,
  mayCoincideWord,
  measureNumbers,
  measuresByte,
  mergedVerticesWord,
  meshMemory,
  noHost,
  nonFiniteVerticesWord,
  nonManifoldEdgesWord,
  oneSidedPieceFlag,
  openPieceFlag,
  plainTrianglesWord,
  repeatedTrianglesWord,
  reserved,
  studyCounts,
  undecided,
  unsigned,
  unusedVerticesWord,
  usedVerticesWord,
  viewF64,
  viewU32,
  viewU8,
} from '../../kernel/index.ts';
import { sumOf } from '../../math/compensated-sum.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import type { MeshTopology } from '../../mesh/topology.ts';
import type { Pieces } from '../../mesh/pieces.ts';
import { triangleSets, type TriangleSets } from '../../mesh/triangle-sets.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { VertexCorners } from '../../mesh/vertex-corners.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import type { LeadingThread } from './helpers/leading-thread.ts';
import type { OfferedHelpers } from './helpers/study-helpers.ts';
import type { PointGrid } from './near-points.ts';
import { curveOfAll, maxLive } from './near-pairs/live-curve.ts';
import { once } from './once.ts';
import { createStarTest } from './simple-stars.ts';
import type { TriangleForms } from './triangle-forms.ts';

/**
 * A mesh in an instance of the kernel with the data that checks share, bit-identical to TypeScript. The arrays are views of the kernel
 * memory, which does not grow any more. They are only valid during the study, so findings are copies.
 */
export interface LoadedStudy {
  readonly kernel: StudyExports;
  /** This thread as the one that leads others, in the memory of the kernel; `null` without them. */
  readonly helpers: LeadingThread | null;
  readonly topology: MeshTopology;
  readonly vertexCorners: VertexCorners;
  /** (T) see `flatTriangles`. */
  readonly isFlat: Uint8Array;
  /** Triangles with area, ascending. */
  readonly withArea: Uint32Array;
  /** See `usedVertices` of the topology. */
  readonly usedVertices: () => Uint32Array;
  /** Largest absolute coordinate of the finite vertices, used or not. */
  readonly largest: number;
  readonly forms: () => TriangleForms;
  /** After `forms`, the median of the longest edges; NaN if the kernel did not find it. */
  readonly medianEdge: () => number;
  /** Pairs of used vertices that may be near each other; `null` if there are too many. */
  readonly nearPoints: (grid: PointGrid) => Uint32Array | null;
  readonly components: TriangleSets;
  readonly counts: StudyCounts;
  /** Bounds of the finite triangles; `null` without any. */
  readonly bounds: Bounds | null;
  /** Area and signed volume about the mean of the vertices; `null` if sizes are out of range of the kernel. */
  readonly measures: () => { readonly area: number; readonly signedVolume: number } | null;
  readonly pieces: () => Pieces;
  /** (V) see `simpleStars`; computed at its first use. */
  readonly simpleStars: () => Uint8Array;
  /** (10) see `integralsOf` of `mass-properties.ts`. */
  readonly integrals: (about: Vec3) => readonly number[];
}

/** The counts of a study, by their words. */
const countWords = {
  edges: edgesWord,
  boundaryEdges: boundaryEdgesWord,
  nonManifoldEdges: nonManifoldEdgesWord,
  inconsistentEdges: inconsistentEdgesWord,
  mayCoincide: mayCoincideWord,
  isOpen: isOpenWord,
  isUnlike: isUnlikeWord,
  components: componentsWord,
  usedVertices: usedVerticesWord,
  plainTriangles: plainTrianglesWord,
  repeatedTriangles: repeatedTrianglesWord,
  flatTriangles: flatTrianglesWord,
  nonFiniteVertices: nonFiniteVerticesWord,
  unusedVertices: unusedVerticesWord,
  mergedVertices: mergedVerticesWord,
  isRounded: isRoundedWord,
} as const;

export type StudyCounts = Readonly<Record<keyof typeof countWords, number>>;

/** Bytes per triangle of the tables and of `near-pairs/loaded-live.ts`, and bytes per vertex. */
const tableMemory = 154;
const liveMemory = 84;
const vertexMemory = 17;
/** Bytes that do not depend on the mesh. */
const fixedMemory = 2 ** 19;

/** Loads a mesh into the kernel; `null` if there is not enough memory. TypeScript needs less. @param offered helpers that may have another study */
export function loadStudy(mesh: TriangleMesh, from: Kernel, offered: OfferedHelpers | null = null): LoadedStudy | null {
  const triangles = triangleCount(mesh);
  const vertices = vertexCount(mesh);
  const scratch = Math.max(liveMemory * triangles, 24 * triangles + 4 * vertices, 16 * vertices) + fixedMemory;
  const bytes = meshMemory(mesh) + tableMemory * triangles + vertexMemory * vertices + scratch;
  try {
    checkFits(bytes);
    const helpers = offered?.helpers.begin(bytes + fixedMemory, triangles) ?? null;
    const kernel = helpers?.kernel ?? from.instantiate(noHost);
    loadMesh(kernel, mesh);
    reserved(kernel.reserveTables(triangles, scratch));
    if (triangles <= maxLive) helpers?.sort(curveOfAll(mesh));
    reserved(kernel.weld());
    reserved(kernel.beginEdges());
    helpers?.measure(offered?.needsForms === true);
    reserved(kernel.makeEdges());
    if ((helpers?.take('around') ?? null) === null) kernel.findCornersAround();
    helpers?.findStars();
    return viewStudy(kernel, mesh, helpers);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

function viewStudy(kernel: StudyExports, mesh: TriangleMesh, helpers: LeadingThread | null): LoadedStudy {
  const triangles = triangleCount(mesh);
  const vertices = vertexCount(mesh);
  const components = findComponents(kernel, helpers);
  const isFlat = markFlats(kernel, mesh, helpers);
  const areas = kernel.countRest();
  const figures = wordsOf(kernel, kernel.figures, studyCounts);
  const counts = Object.fromEntries(Object.entries(countWords).map(([name, word]) => [name, figures[word]])) as Omit<
    StudyCounts,
    'components'
  >;
  const numbers = viewF64(kernel, unsigned(kernel.figures) + measuresByte, measureNumbers);
  const [largest] = numbers;
  kernel.boundTriangles();
  const [x, y, z, maxX, maxY, maxZ] = numbers;
  const { topology, vertexCorners } = viewTopology(kernel, counts, triangles, vertices);
  return {
    kernel,
    helpers,
    topology,
    vertexCorners,
    isFlat,
    withArea: wordsOf(kernel, kernel.withArea, areas),
    usedVertices: once(() => listed(bytesOf(kernel, kernel.used, vertices), counts.usedVertices)),
    largest,
    forms: once(() => findForms(kernel, helpers, triangles, numbers)),
    medianEdge: () => kernel.middleEdge(),
    nearPoints: ({ near, low, perUnit }) => {
      const count = kernel.findNearPoints(near, ...low, perUnit);
      return count < 0 ? null : wordsOf(kernel, kernel.nearPoints, 2 * count);
    },
    components: triangleSets(components, wordsOf(kernel, kernel.componentOf, triangles).slice()),
    counts: { ...counts, components },
    bounds: x === Infinity ? null : { min: [x, y, z], max: [maxX, maxY, maxZ] },
    measures: () => measureSurface(kernel, counts.usedVertices, numbers),
    pieces: () => findPieces(kernel, helpers, triangles, counts.edges),
    simpleStars: once(() => findStars(kernel, helpers, mesh, topology, vertexCorners)),
    integrals: (about) => {
      kernel.integrate(...about);
      return Array.from({ length: 10 }, (_, i) => sumOf(Float64Array.of(numbers[i], numbers[10 + i])));
    },
  };
}

/** Returns a table of the kernel, here and below. */
function wordsOf(kernel: StudyExports, word: KernelWord, length: number): Uint32Array {
  return viewU32(kernel, unsigned(word), length);
}

function bytesOf(kernel: StudyExports, word: KernelWord, length: number): Uint8Array {
  return viewU8(kernel, unsigned(word), length);
}

/** Returns the number of components. */
function findComponents(kernel: StudyExports, helpers: LeadingThread | null): number {
  const found = helpers?.take('components') ?? null;
  if (found !== null) return found;
  reserved(kernel.findComponents());
  return wordsOf(kernel, kernel.figures, studyCounts)[componentsWord];
}

/** Marks triangles without area, and decides what the kernel leaves: 2 becomes 1 for triangles exactly on one line, else 0. */
function markFlats(kernel: StudyExports, mesh: TriangleMesh, helpers: LeadingThread | null): Uint8Array {
  const left = helpers?.take('flats') ?? kernel.markFlat();
  const isFlat = bytesOf(kernel, kernel.flats, triangleCount(mesh));
  const t = new Float64Array(9);
  for (let triangle = 0; left > 0 && triangle < isFlat.length; triangle++) {
    if (isFlat[triangle] !== undecided) continue;
    readCorners(mesh, triangle, t);
    isFlat[triangle] = hasNoArea(t) ? 1 : 0;
  }
  helpers?.settle('flats');
  return isFlat;
}

function viewTopology(kernel: StudyExports, counts: Pick<StudyCounts, 'edges' | 'plainTriangles'>, triangles: number, vertices: number) {
  const topology: MeshTopology = {
    welded: wordsOf(kernel, kernel.welded, vertices),
    corners: wordsOf(kernel, kernel.corners, 3 * triangles),
    states: bytesOf(kernel, kernel.states, triangles),
    edgeVertices: wordsOf(kernel, kernel.edgeVertices, 2 * counts.edges),
    edgeFirst: wordsOf(kernel, kernel.edgeFirst, counts.edges + 1),
    edgeSides: wordsOf(kernel, kernel.edgeSides, 3 * counts.plainTriangles),
    sideEdges: wordsOf(kernel, kernel.sideEdges, 3 * triangles),
  };
  const vertexCorners: VertexCorners = {
    first: wordsOf(kernel, kernel.aroundFirst, vertices + 1),
    corners: wordsOf(kernel, kernel.around, 3 * counts.plainTriangles),
  };
  return { topology, vertexCorners };
}

/** Returns the indices of the ones. */
function listed(marks: Uint8Array, count: number): Uint32Array {
  const list = new Uint32Array(count);
  for (let i = 0, at = 0; at < count; i++) if (marks[i] === 1) list[at++] = i;
  return list;
}

function findForms(kernel: StudyExports, helpers: LeadingThread | null, triangles: number, numbers: Float64Array): TriangleForms {
  const measured = helpers !== null && helpers.take('forms') !== null ? helpers.formMeasures() : null;
  if (measured === null) kernel.measureForms();
  const [minEdge, maxEdge, minHeight, minPart] = measured ?? numbers;
  const all = (word: KernelWord): Float64Array => viewF64(kernel, unsigned(word), triangles);
  return { longestEdges: all(kernel.longestEdges), heights: all(kernel.heights), minEdge, maxEdge, minHeight, minPart };
}

function measureSurface(kernel: StudyExports, usedVertices: number, numbers: Float64Array): ReturnType<LoadedStudy['measures']> {
  kernel.sumVertices();
  const count = Math.max(1, usedVertices);
  const mean = (axis: readonly [number, number]): number => sumOf(Float64Array.from(axis, (i) => numbers[i])) / count;
  if (kernel.measure(mean([0, 2]), mean([1, 3]), mean([4, 5])) === 0) return null;
  return { area: sumOf(Float64Array.of(numbers[0], numbers[2])), signedVolume: sumOf(Float64Array.of(numbers[1], numbers[3])) / 6 };
}

function findPieces(kernel: StudyExports, helpers: LeadingThread | null, triangles: number, edges: number): Pieces {
  const count = helpers?.take('pieces') ?? kernel.findPieces(edges);
  const flags = bytesOf(kernel, kernel.pieceFlags, count);
  return {
    sets: triangleSets(count, wordsOf(kernel, kernel.pieceOf, triangles).slice()),
    isFlipped: bytesOf(kernel, kernel.flipped, triangles).slice(),
    isOrientable: flags.map((bits) => (bits & oneSidedPieceFlag ? 0 : 1)),
    isClosed: flags.map((bits) => (bits & openPieceFlag ? 0 : 1)),
  };
}

/** Returns the simple stars. Those of very many triangles, which the kernel leaves, are found here. */
function findStars(
  kernel: StudyExports,
  helpers: LeadingThread | null,
  mesh: TriangleMesh,
  topology: MeshTopology,
  vertexCorners: VertexCorners,
): Uint8Array {
  const simple = bytesOf(kernel, kernel.simple, vertexCount(mesh));
  const left = helpers?.takeStars() ?? findAllStars(kernel, simple.length);
  if (left > 0) {
    const hasSimpleStar = createStarTest(mesh, topology, vertexCorners);
    for (let vertex = 0; vertex < simple.length; vertex++) if (simple[vertex] === undecided) simple[vertex] = hasSimpleStar(vertex) ? 1 : 0;
  }
  helpers?.settle('stars');
  return simple;
}

function findAllStars(kernel: StudyExports, vertices: number): number {
  reserved(kernel.reserveStar());
  const left = kernel.findStars(0, vertices);
  kernel.releaseStar();
  return left;
}
