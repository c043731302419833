import { coincidentTriangles, type CoincidentTriangles } from '../mesh/coincident-triangles.ts';
import type { Kernel } from '../kernel/compile-kernel.ts';
import { components } from '../mesh/components.ts';
import { pieces, type Pieces } from '../mesh/pieces.ts';
import { meshTopology, type MeshTopology } from '../mesh/topology.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { TriangleSets } from '../mesh/triangle-sets.ts';
import { vertexCorners, type VertexCorners } from '../mesh/vertex-corners.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';
import { meshFacts, type MeshFacts } from './facts.ts';
import { flatTriangles } from './flat-triangles.ts';
import { liveTriangles, type LiveTriangles } from './live-triangles.ts';
import { selfIntersections, type SelfIntersections } from './self-intersections.ts';
import { nearPairs, type NearPairs } from './near-pairs/near-pairs.ts';
import { once } from './once.ts';
import { solids, type Solids } from './solids.ts';
import { middleOf, triangleForms, type TriangleForms } from './triangle-forms.ts';

/** A mesh with what several checks want to know of it. What costs much is found at its first use, once. */
export interface MeshStudy {
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  readonly topology: MeshTopology;
  /** (T) see `flatTriangles`. */
  readonly isFlat: Uint8Array;
  readonly coincident: CoincidentTriangles;
  readonly components: TriangleSets;
  readonly facts: MeshFacts;
  /** Of the bounds; 0 when no triangle is finite. */
  readonly diagonal: number;
  readonly forms: () => TriangleForms;
  /** The median of the longest edges of the triangles with area. */
  readonly middleEdge: () => number;
  readonly pieces: () => Pieces;
  /** Its progress is that of the check that asks first; likewise below. */
  readonly solids: (progress: Progress) => Solids;
  readonly vertexCorners: () => VertexCorners;
  readonly live: () => LiveTriangles;
  /** Of the live triangles. */
  readonly nearPairs: () => NearPairs;
  readonly selfIntersections: (progress: Progress) => SelfIntersections;
}

export function studyMesh(mesh: TriangleMesh, options: HealthOptions, from: Kernel | null): MeshStudy {
  const topology = meshTopology(mesh);
  const coincident = coincidentTriangles(topology);
  const sets = components(topology);
  const isFlat = flatTriangles(mesh, topology);
  const facts = meshFacts(mesh, topology, isFlat, coincident, sets);
  const corners = once(() => vertexCorners(topology));
  const forms = once(() => triangleForms(mesh, topology, isFlat));
  const allPieces = once(() => pieces(topology));
  const live = once(() => liveTriangles(mesh, topology, isFlat, coincident));
  const pairs = once(() => nearPairs(mesh, topology, live(), corners(), facts, from));
  return {
    mesh,
    options,
    topology,
    isFlat,
    coincident,
    components: sets,
    facts,
    diagonal: diagonalOf(facts),
    forms,
    middleEdge: once(() => middleOf(forms().longestEdges)),
    pieces: allPieces,
    solids: once((progress: Progress) => solids(mesh, allPieces(), live, options.effort * 1e6, progress)),
    vertexCorners: corners,
    live,
    nearPairs: pairs,
    selfIntersections: once((progress: Progress) => {
      const limits = { mostPairs: options.mostPairs, mostTests: options.effort * 1e6 };
      const input = { mesh, topology, coincident, components: sets, live: live(), nearPairs: pairs() };
      return selfIntersections(input, limits, progress);
    }),
  };
}

function diagonalOf({ boundsMin, boundsMax }: MeshFacts): number {
  if (boundsMin === null || boundsMax === null) return 0;
  return Math.hypot(boundsMax[0] - boundsMin[0], boundsMax[1] - boundsMin[1], boundsMax[2] - boundsMin[2]);
}
