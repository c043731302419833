import { coincidentTriangles, type CoincidentTriangles } from '../../mesh/coincident-triangles.ts';
import type { Kernel } from '../../kernel/index.ts';
import { components } from '../../mesh/components.ts';
import { pieces, type Pieces } from '../../mesh/pieces.ts';
import { meshTopology, usedVertices, type MeshTopology } from '../../mesh/topology.ts';
import { boundsCenter } from '../../mesh/bounds.ts';
import { integralsOf } from '../../mesh/mass-properties.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../../mesh/triangle-sets.ts';
import { vertexCorners, type VertexCorners } from '../../mesh/vertex-corners.ts';
import type { HealthOptions } from '../../options/health-options.ts';
import type { Progress } from '../../progress.ts';
import { findCoplanarOverlaps, type CoplanarOverlaps } from './find-coplanar-overlaps.ts';
import { factBounds, loadedFacts, meshFacts, type MeshFacts } from './facts.ts';
import { flatTriangles } from './flat-triangles.ts';
import { distinctTriangles, liveTriangles, type LiveTriangles } from './live-triangles.ts';
import type { OfferedHelpers } from './helpers/study-helpers.ts';
import { loadStudy, type LoadedStudy } from './loaded-study.ts';
import { findSelfIntersections, type SelfIntersections } from './find-self-intersections.ts';
import { massSurface, type MassBody, type MassSurface } from './mass-report.ts';
import { nearPairs, type NearPairs } from './near-pairs/near-pairs.ts';
import { type HeldShape, holdMesh } from '../../engines/hold-mesh.ts';
import { once } from './once.ts';
import { pairFindings } from './pair-findings.ts';
import { findSnags, type Snags } from './snags/find-snags.ts';
import { solids, type Solids } from './solids/solids.ts';
import { medianOfKnown, triangleForms, type TriangleForms } from './triangle-forms.ts';

/** A mesh with the data that several checks share. Expensive data is computed once, at its first use. */
export interface MeshStudy {
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  /** The mesh in the kernel; `null` if TypeScript computes everything. */
  readonly loaded: LoadedStudy | null;
  readonly topology: MeshTopology;
  /** (T) see `flatTriangles`. */
  readonly isFlat: Uint8Array;
  readonly coincident: CoincidentTriangles;
  readonly components: TriangleSets;
  readonly facts: MeshFacts;
  /** Returns the mesh as a body with mass. */
  readonly massBody: () => MassBody;
  /** Diagonal of the bounds; 0 without finite triangles. */
  readonly diagonal: number;
  readonly forms: () => TriangleForms;
  /** Returns the median of the longest edges of triangles with area. */
  readonly medianEdge: () => number;
  readonly pieces: () => Pieces;
  /** Reports to the progress of the first caller; likewise below. */
  readonly solids: (progress: Progress) => Solids;
  readonly vertexCorners: () => VertexCorners;
  /** See `usedVertices` of the topology. */
  readonly usedVertices: () => Uint32Array;
  /** (V) see `simpleStars`; `null` if they cost more than they save. */
  readonly simpleStars: () => Uint8Array | null;
  readonly live: () => LiveTriangles;
  /** Near pairs of the live triangles. */
  readonly nearPairs: () => NearPairs;
  readonly selfIntersections: (progress: Progress) => SelfIntersections;
  readonly coplanarOverlaps: (progress: Progress) => CoplanarOverlaps;
  readonly snags: (progress: Progress) => Snags;
  /** Shapes as the engine of the options holds them; none without an engine. */
  readonly heldShapes: (progress: Progress) => readonly HeldShape[];
}

/** Work of testing a box against a segment, in comparisons of boxes. */
const boxesPerSegmentTest = 16;

/**
 * Prepares the study of a mesh.
 * @param from the compiled kernel; `null` to compute in TypeScript
 * @param offered helpers, which the first study of a large mesh takes
 */
export function studyMesh(
  mesh: TriangleMesh,
  options: HealthOptions,
  from: Kernel | null,
  offered: OfferedHelpers | null = null,
): MeshStudy {
  const loaded = from === null ? null : loadStudy(mesh, from, offered);
  const { topology, coincident, sets, isFlat, facts, surface } = loaded === null ? plainBasis(mesh) : loadedBasis(mesh, loaded);
  const corners = once(() => loaded?.vertexCorners ?? vertexCorners(topology));
  const forms = once(() => loaded?.forms() ?? triangleForms(mesh, topology, isFlat));
  const allPieces = once(() => loaded?.pieces() ?? pieces(topology));
  const live = once(() =>
    loaded === null || coincident.triangles.length > 0
      ? liveTriangles(mesh, topology, isFlat, coincident)
      : distinctTriangles(mesh, loaded.withArea),
  );
  const pairs = once(() => nearPairs(mesh, topology, live(), corners(), facts, loaded));
  // Helpers prepare the pairs while this thread runs other checks.
  if (loaded !== null && loaded.helpers !== null) pairs();
  const diagonal = diagonalOf(facts);
  const input = once(() => ({ mesh, topology, coincident, components: sets, live: live(), nearPairs: pairs(), diagonal, options }));
  // One walk serves both searches for pairs.
  const both = once((progress: Progress) => (wantsBoth(options.only) ? pairFindings(input(), progress) : null));
  const intersections = once((progress: Progress) => {
    const limits = { maxPairs: options.maxPairs, maxTests: options.effort * 1e6 };
    return both(progress)?.intersections ?? findSelfIntersections(input(), limits, progress);
  });
  return {
    mesh,
    options,
    loaded,
    topology,
    isFlat,
    coincident,
    components: sets,
    facts,
    massBody: () => {
      const bounds = factBounds(facts);
      const middle = bounds === null ? null : boundsCenter(bounds);
      const about = middle ?? [0, 0, 0];
      return { mesh, surface, middle, integrals: loaded === null ? integralsOf(mesh, about) : loaded.integrals(about) };
    },
    diagonal,
    forms,
    medianEdge: once(() => {
      const { longestEdges } = forms();
      const median = loaded?.medianEdge() ?? NaN;
      return Number.isNaN(median) ? medianOfKnown(longestEdges) : median;
    }),
    pieces: allPieces,
    solids: once((progress: Progress) =>
      solids(
        { mesh, topology, facts, components: sets, pieces: allPieces(), selfIntersections: intersections },
        (options.effort * 1e6) / boxesPerSegmentTest,
        progress,
      ),
    ),
    vertexCorners: corners,
    usedVertices: once(() => loaded?.usedVertices() ?? usedVertices(topology)),
    simpleStars: () => loaded?.simpleStars() ?? null,
    live,
    nearPairs: pairs,
    selfIntersections: intersections,
    coplanarOverlaps: once((progress: Progress) => both(progress)?.overlaps ?? findCoplanarOverlaps(input(), progress)),
    snags: once((progress: Progress) => findSnags({ mesh, topology, isFlat, diagonal, options }, progress)),
    heldShapes: once((progress: Progress) => (options.engine === 'none' ? [] : holdMesh(mesh, options.engine, options, progress))),
  };
}

function wantsBoth(only: string): boolean {
  const codes = only.split(',').map((code) => code.trim());
  return only.trim() === '' || (codes.includes('self-intersections') && codes.includes('coplanar-overlaps'));
}

function plainBasis(mesh: TriangleMesh) {
  const topology = meshTopology(mesh);
  const coincident = coincidentTriangles(topology);
  const sets = components(topology);
  const isFlat = flatTriangles(mesh, topology);
  return { topology, coincident, sets, isFlat, facts: meshFacts(mesh, topology, isFlat, coincident, sets), surface: massSurface(topology) };
}

/** Returns the same from the kernel. Of triangles with equal corners it only reports whether there may be any. */
function loadedBasis(mesh: TriangleMesh, loaded: LoadedStudy) {
  const { topology, components: sets, isFlat, counts } = loaded;
  const coincident = counts.mayCoincide === 1 ? coincidentTriangles(topology) : { first: Uint32Array.of(0), triangles: new Uint32Array() };
  const surface: MassSurface = counts.isOpen === 1 ? 'open' : counts.isUnlike === 1 ? 'unlike' : 'closed';
  return { topology, coincident, sets, isFlat, facts: loadedFacts(mesh, loaded, coincident), surface };
}

function diagonalOf({ boundsMin, boundsMax }: MeshFacts): number {
  if (boundsMin === null || boundsMax === null) return 0;
  return Math.hypot(boundsMax[0] - boundsMin[0], boundsMax[1] - boundsMin[1], boundsMax[2] - boundsMin[2]);
}
