import type { MeshTopology } from '../../../mesh/topology.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { VertexCorners } from '../../../mesh/vertex-corners.ts';
import type { Progress } from '../../../progress.ts';
import type { MeshFacts } from '../facts.ts';
import type { LiveTriangles } from '../live-triangles.ts';
import type { LoadedStudy } from '../loaded-study.ts';
import { once } from '../once.ts';
import { simpleStars } from '../simple-stars.ts';
import { kernelWalk, loadLive, type LoadedLive } from './loaded-live.ts';
import { plainWalk } from './plain-walk.ts';

/** The live triangles of a mesh, ready to be searched for pairs that are near each other. */
export interface NearPairs {
  readonly topology: MeshTopology;
  readonly live: LiveTriangles;
  /** (V) see `simpleStars`; found at its first use. */
  readonly simpleStars: () => Uint8Array;
  /** `null` where TypeScript searches. */
  readonly loaded: LoadedLive | null;
}

/** Whether two triangles meet, and whether they lie over each other in nearly one plane: as bits, so that one walk may serve both. */
export const questions = { meet: 1, overlap: 2 } as const;

/** What pairs are looked for. */
export interface PairQuery {
  /** Bits of `questions`. */
  readonly questions: number;
  /** Boxes may be so far apart on every axis. */
  readonly distance: number;
  /** Comparisons of boxes after which the search ends. */
  readonly maxTests: number;
}

/**
 * A walk over the pairs that may be meant: without those that share a vertex around which all triangles are apart, and without many others
 * that are told from what is meant by floating point. Which others is for the walk; each pair that is meant comes once, in no particular order.
 */
export interface PairWalk {
  /** Two words a pair: places among the live triangles. */
  readonly pairs: Uint32Array;
  /** One a pair: which of the questions it is to be asked. */
  readonly asked: Uint8Array;
  /** Puts more of them into `pairs`; how many words, which may be none before the end. */
  readonly next: () => number;
  /** Finished fraction; 1 at the end, and not before. */
  readonly progress: () => number;
  /** Whether it has made as many comparisons as it may. */
  readonly isSpent: () => boolean;
}

/** `study` is in the kernel that is to search; `null` for TypeScript. */
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
    loaded: study === null ? null : loadLive(mesh, study, live.triangles, facts),
  };
}

/**
 * What `run` makes of a walk: of the kernel's, and where that ends before it has seen all, of TypeScript's, whose exact boxes tell triangles
 * apart that are small beside the mesh by more than f32 has digits for.
 */
export function searchPairs<Result extends { readonly isComplete: boolean }>(
  near: NearPairs,
  query: PairQuery,
  run: (walk: PairWalk) => Result,
): Result {
  if (near.loaded !== null) {
    const result = run(kernelWalk(near.loaded, query));
    if (result.isComplete) return result;
  }
  return run(plainWalk(near, query));
}

/** One walk, by the kernel where it is. */
export function walkOnce(near: NearPairs, query: PairQuery): PairWalk {
  return near.loaded === null ? plainWalk(near, query) : kernelWalk(near.loaded, query);
}

/** Tells `look` of every pair of a walk, and what it is to be asked; whether it came to its end. @throws whatever `progress` throws. */
export function walkPairs(walk: PairWalk, progress: Progress, look: (i: number, j: number, asked: number) => void): boolean {
  const { pairs, asked } = walk;
  let done = 0;
  while (done < 1 && !walk.isSpent()) {
    const words = walk.next();
    for (let i = 0; i < words; i += 2) look(pairs[i], pairs[i + 1], asked[i >> 1]);
    done = walk.progress();
    progress(done);
  }
  return done === 1;
}
