import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { VertexCorners } from '../../../mesh/vertex-corners.ts';
import type { MeshFacts } from '../facts.ts';
import type { LiveTriangles } from '../live-triangles.ts';
import type { LoadedStudy } from '../loaded-study.ts';
import { once } from '../once.ts';
import { simpleStars } from '../simple-stars.ts';
import { hasExtremes } from '../../../math/orientation.ts';
import { kernelWalk, loadLive, type LoadedLive } from './loaded-live.ts';
import type { PairWalkQuery, PairWalk, WalkedTriangles } from './pair-walk.ts';
import { plainWalk } from './plain-walk.ts';

/** The live triangles of a mesh, prepared for searches for near pairs. */
export interface NearPairs extends WalkedTriangles {
  /** `null` where TypeScript searches. */
  readonly loaded: LoadedLive | null;
}

/** Prepares a search for near pairs. @param study the mesh in the kernel that searches; `null` to search in TypeScript. */
export function nearPairs(
  mesh: TriangleMesh,
  topology: MeshTopology,
  live: LiveTriangles,
  vertexCorners: VertexCorners,
  facts: MeshFacts,
  study: LoadedStudy | null,
): NearPairs {
  return {
    topology,
    live,
    simpleStars: once(() => simpleStars(mesh, topology, vertexCorners)),
    isExtreme: once(() => hasExtremes(mesh.positions)),
    loaded: study === null ? null : loadLive(mesh, study, live.triangles, facts),
  };
}

/**
 * Returns what `run` computes from a walk. The kernel walks first. If its walk is incomplete and not crowded, TypeScript walks again. Its f64
 * boxes separate triangles that are too small, relative to the mesh, for the f32 boxes of the kernel.
 */
export function searchPairs<Result extends { readonly isComplete: boolean }>(
  near: NearPairs,
  query: PairWalkQuery,
  run: (walk: PairWalk) => Result,
): Result {
  if (near.loaded !== null) {
    const walk = kernelWalk(near.loaded, query, near.isExtreme());
    const result = run(walk);
    if (result.isComplete || walk.isCrowded()) return result;
  }
  return run(plainWalk(near, query));
}

/** Returns one walk: in the kernel where the mesh is loaded, else in TypeScript. */
export function walkOnce(near: NearPairs, query: PairWalkQuery): PairWalk {
  return near.loaded === null ? plainWalk(near, query) : kernelWalk(near.loaded, query, near.isExtreme());
}
