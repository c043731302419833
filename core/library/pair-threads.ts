import { checkThreads } from '../check-threads.ts';
import { InspectorError, invalidArgument } from '../error.ts';
import { identityTransform, type Transform } from '../math/transform.ts';
import { writeMeshBytes } from '../mesh/mesh-bytes.ts';
import { checkValues } from '../options/option.ts';
import { pairOptions, type PairOptions } from '../options/pair-options.ts';
import { checkPairing } from '../pair/check-pairing.ts';
import type { DistanceResult } from '../pair/distance/distance.ts';
import type { OverlapResult, PairsResult } from '../pair/pairs/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { allocateShared, sharedCopy } from '../shared-copy.ts';
import { WorkPool } from '../work-pool.ts';
import { inTurns } from './in-turns.ts';
import { wholeMesh } from './whole-mesh.ts';
import type { PairResults, PairStart, PairStep, PairThread, SharedSide } from './pair-work.ts';

/**
 * Threads that query two meshes in many placements. Results have the bits of the functions for one placement, in the order of the placements, and do
 * not depend on the number of threads.
 */
export interface PairThreads {
  /** As `overlaps`, in each placement. */
  readonly overlapsMany: (placements: readonly Transform[]) => Promise<readonly OverlapResult[]>;
  /** As `intersect`, in each placement. */
  readonly intersectMany: (placements: readonly Transform[], options?: Partial<PairOptions>) => Promise<readonly PairsResult[]>;
  /** As `distance`, in each placement. */
  readonly distanceMany: (placements: readonly Transform[]) => Promise<readonly DistanceResult[]>;
  /** Ends the threads. Batches that have not ended are cancelled. */
  readonly end: () => void;
}

/** Parts of a batch for each thread: later ones balance what earlier ones took longer. */
const partsPerThread = 8;

/**
 * Starts threads that query two meshes. Meshes and trees are copied into shared memory once, unless they are there; each thread has a copy of both
 * trees in WebAssembly. Needs `SharedArrayBuffer`: in a browser the page must be isolated from other origins.
 * @param startThread starts a thread that runs `servePairs`; in Node use `startPairThreads` of `boxwood/threads`
 * @throws InspectorError `invalid-argument` for a tree of another mesh, a wrong number of threads, and without shared memory; as `buildTree` for a mesh.
 */
export function createPairThreads(a: TreedMesh, b: TreedMesh, threads: number, startThread: () => PairThread): PairThreads {
  for (const side of [a, b]) wholeSide(side);
  checkPairing(a, b, identityTransform);
  checkThreads(threads);
  const start: PairStart = { a: sharedSide(a), b: b.mesh === a.mesh && b.tree === a.tree ? null : sharedSide(b) };
  const turns = inTurns(new WorkPool<PairStart, PairStep, readonly Transform[], PairResults>(start, threads, startThread));
  const run = async <Result>(step: PairStep, placements: readonly Transform[]): Promise<readonly Result[]> => {
    // The caller may change its arrays before the turn comes.
    const copies = placements.map((aFromB, i) => [...checkPlacement(a, b, aFromB, i)]);
    const size = Math.max(1, Math.ceil(copies.length / (partsPerThread * threads)));
    const parts: (readonly Transform[])[] = [];
    for (let from = 0; from < copies.length; from += size) parts.push(copies.slice(from, from + size));
    // The results of a thread have the kind of the step.
    return (await turns(step, parts)).flat() as readonly unknown[] as readonly Result[];
  };
  return {
    overlapsMany: (placements) => run<OverlapResult>({ kind: 'overlaps' }, placements),
    intersectMany: async (placements, options = {}) => {
      return run<PairsResult>({ kind: 'intersect', options: checkValues(pairOptions, options) }, placements);
    },
    distanceMany: (placements) => run<DistanceResult>({ kind: 'distance' }, placements),
    end: turns.end,
  };
}

function sharedSide({ mesh, tree }: TreedMesh): SharedSide {
  return { mesh: sharedCopy(writeMeshBytes(mesh, allocateShared)), tree: sharedCopy(tree.bytes) };
}

/** @throws InspectorError for a side without mesh or tree, as for a mesh alone. */
function wholeSide(side: Partial<TreedMesh> | undefined): void {
  if (side?.mesh === undefined || side.tree === undefined)
    throw invalidArgument('A side is not a mesh with its tree', 'Give { mesh, tree }');
  wholeMesh(side.mesh);
}

/** Checks a placement of a batch and returns it. Errors state its number. */
function checkPlacement(a: TreedMesh, b: TreedMesh, aFromB: Transform, number: number): Transform {
  try {
    checkPairing(a, b, aFromB);
    return aFromB;
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    const data = thrown.toJSON();
    throw new InspectorError({ ...data, message: `Placement ${number}: ${data.message}` }, { cause: thrown });
  }
}
