import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { VertexCorners } from '../../../mesh/vertex-corners.ts';
import type { MeshFacts } from '../facts.ts';
import { hasExtremes } from '../../../math/orientation.ts';
import type { Progress } from '../../../progress.ts';
import type { LiveTriangles } from '../live-triangles.ts';
import type { LoadedStudy } from '../loaded-study.ts';
import { once } from '../once.ts';
import { simpleStars } from '../simple-stars.ts';
import { kernelWalk } from './kernel-walk.ts';
import { loadLive, type LoadedLive } from './loaded-live.ts';
import { walkPairs, type PairWalkQuery, type PairWalk, type WalkedTriangles } from './pair-walk.ts';
import { plainWalk } from './plain-walk.ts';

/** The live triangles of a mesh, prepared for searches for near pairs. */
export interface NearPairs extends WalkedTriangles {
  /** Returns `null` where TypeScript searches. Waits for helpers. */
  readonly loaded: () => LoadedLive | null;
}

/**
 * Prepares a search for near pairs; helpers of the study begin with it.
 * @param study the mesh in the kernel that searches; `null` to search in TypeScript
 */
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
    loaded: study === null ? () => null : loadLive(mesh, study, live.triangles, facts),
  };
}

/** What looks at the pairs of a walk. */
export interface PairSearch<Result> {
  readonly look: (i: number, j: number) => void;
  readonly result: (isComplete: boolean) => Result;
}

/**
 * Returns what a search finds by walks for one test. The kernel walks first. If it reaches a limit of boxes, TypeScript walks too: see `searchAgain`.
 * @throws whatever `progress` throws.
 */
export function searchPairs<Result>(near: NearPairs, query: PairWalkQuery, begin: () => PairSearch<Result>, progress: Progress): Result {
  const walk = walkOnce(near, query);
  const search = begin();
  const { complete, crowded } = walkPairs(walk, progress, search.look);
  const result = search.result(complete !== 0);
  return (complete | crowded) !== 0 ? result : (searchAgain(near, query, walk, begin, progress) ?? result);
}

/** Comparisons of a second walk whose boxes are not more exact: a part of the limit, and some for each triangle. */
const againPart = 1 / 8;
const againPerTriangle = 64;

/**
 * Returns what a search finds by a walk in TypeScript after one that reached a limit; `null` if that was in TypeScript too, or if this one gets no
 * farther. Its f64 boxes separate triangles that are too small, relative to the mesh, for those of the kernel. They are also nested in another way.
 */
export function searchAgain<Result>(
  near: NearPairs,
  query: PairWalkQuery,
  before: PairWalk,
  begin: () => PairSearch<Result>,
  progress: Progress,
): Result | null {
  if (near.loaded() === null) return null;
  const { maxTests } = query;
  const isCoarse = before.isCoarse();
  const few = Math.min(maxTests, maxTests * againPart + againPerTriangle * near.live.triangles.length);
  const search = begin();
  const { complete } = walkPairs(plainWalk(near, { ...query, maxTests: isCoarse ? maxTests : few }), progress, search.look);
  return complete !== 0 || isCoarse ? search.result(complete !== 0) : null;
}

/** Returns one walk: in the kernel where the mesh is loaded, else in TypeScript. */
export function walkOnce(near: NearPairs, query: PairWalkQuery): PairWalk {
  const loaded = near.loaded();
  return loaded === null ? plainWalk(near, query) : kernelWalk(loaded, query, near.isExtreme());
}
