import type { Kernel } from '../../kernel/compile-kernel.ts';
import type { MeshTopology } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { VertexCorners } from '../../mesh/vertex-corners.ts';
import type { Progress } from '../../progress.ts';
import type { MeshFacts } from '../facts.ts';
import type { LiveTriangles } from '../live-triangles.ts';
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

/** What pairs are looked for. */
export interface PairQuery {
  /** Those that may meet, or lie over each other in nearly one plane. */
  readonly question: 'meet' | 'overlap';
  /** Boxes may be so far apart on every axis. */
  readonly distance: number;
  /** Comparisons of boxes after which the search ends. */
  readonly mostTests: number;
}

/**
 * A walk over the pairs that may be meant: without those that share a vertex around which all triangles are apart, and without many others
 * that are told from what is meant by floating point. Which others is for the walk; each pair that is meant comes once, in no particular order.
 */
export interface PairWalk {
  /** Two words a pair: places among the live triangles. */
  readonly pairs: Uint32Array;
  /** Puts more of them into `pairs`; how many words, which may be none before the end. */
  readonly next: () => number;
  /** Finished fraction; 1 at the end, and not before. */
  readonly progress: () => number;
  /** Whether it has made as many comparisons as it may. */
  readonly isSpent: () => boolean;
}

/** `from` compiled the kernel that is to search; `null` for TypeScript. */
export function nearPairs(mesh: TriangleMesh, topology: MeshTopology, live: LiveTriangles, vertexCorners: VertexCorners, facts: MeshFacts, from: Kernel | null): NearPairs {
  return {
    topology,
    live,
    simpleStars: once(() => simpleStars(mesh, topology, vertexCorners)),
    loaded: from === null ? null : loadLive(mesh, topology, live.triangles, vertexCorners, facts, from),
  };
}

/**
 * What `run` makes of a walk: of the kernel's, and where that ends before it has seen all, of TypeScript's, whose exact boxes tell triangles
 * apart that are small beside the mesh by more than f32 has digits for.
 */
export function searchPairs<Result extends { readonly isComplete: boolean }>(near: NearPairs, query: PairQuery, run: (walk: PairWalk) => Result): Result {
  if (near.loaded !== null) {
    const result = run(kernelWalk(near.loaded, query));
    if (result.isComplete) return result;
  }
  return run(plainWalk(near, query));
}

/** Tells `look` of every pair of a walk; whether it came to its end. @throws whatever `progress` throws. */
export function walkPairs(walk: PairWalk, progress: Progress, look: (i: number, j: number) => void): boolean {
  const { pairs } = walk;
  let done = 0;
  while (done < 1 && !walk.isSpent()) {
    const words = walk.next();
    for (let i = 0; i < words; i += 2) look(pairs[i], pairs[i + 1]);
    done = walk.progress();
    progress(done);
  }
  return done === 1;
}
