import { type StudyExports, isTooLarge, maxSelfPairs, reserved, unsigned, viewU32, viewU8 } from '../../../kernel/index.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { chooseFrame, isSoundFrame } from '../../../tree/kinds/wide/frame.ts';
import type { MeshFacts } from '../facts.ts';
import type { WalkHelpers } from '../helpers/shared-walk.ts';
import type { LoadedStudy } from '../loaded-study.ts';
import { once } from '../once.ts';
import { liveCurve, type LiveCurve, liveSides, maxLive } from './live-curve.ts';

/** The live triangles in an instance of the kernel, sorted and with their boxes. */
export interface LoadedLive {
  readonly kernel: StudyExports;
  readonly helpers: WalkHelpers | null;
  readonly triangles: number;
  /** Scale of the frame of the boxes. */
  readonly scale: number;
  /** The pairs of the last step, in the kernel's memory; see `PairWalk`. */
  readonly pairs: Uint32Array;
  readonly tests: Uint8Array;
}

/** Most boxes must be longer than this in units of the frame; f32 cannot separate smaller ones. */
const minSide = 2 ** -18;

/**
 * Begins to prepare the live triangles in the kernel that holds the mesh; helpers then go on with it. Returns a function that ends it, and returns
 * `null` if there are none, too many, or f32 cannot separate them; TypeScript then searches.
 */
export function loadLive(mesh: TriangleMesh, study: LoadedStudy, live: Uint32Array, facts: MeshFacts): () => LoadedLive | null {
  const { boundsMin, boundsMax } = facts;
  if (live.length === 0 || live.length > maxLive || boundsMin === null || boundsMax === null) return () => null;
  const bounds = Float64Array.of(...boundsMin, ...boundsMax);
  const frame = chooseFrame(bounds, false);
  const sides = liveSides(mesh, live);
  if (!isSoundFrame(frame, bounds) || !(sides[sides.length >> 4] * frame.scale >= minSide)) return () => null;
  const { kernel, helpers } = study;
  const { buffer } = kernel.memory;
  const at = kernel.reserveLive(live.length);
  if (at === 0) return () => null;
  viewU32(kernel, at >>> 0, live.length).set(live);
  kernel.setFrame(...frame.origin, frame.scale);
  const curve = liveCurve(mesh, live);
  helpers?.prepare(curve, study.counts.edges);
  return once(() => {
    const loaded = endLoad(study, curve);
    if (kernel.memory.buffer !== buffer) throw new Error('The kernel memory grew during a study, and the tables are detached');
    return loaded === null ? null : { ...loaded, triangles: live.length, scale: frame.scale };
  });
}

/** Makes the levels of boxes, unless a helper has; `null` without memory. */
function endLoad({ kernel, helpers, simpleStars }: LoadedStudy, curve: LiveCurve): Omit<LoadedLive, 'triangles' | 'scale'> | null {
  try {
    // No check has needed them yet: the levels are more urgent, and then the walk.
    helpers?.withdraw('pieces');
    simpleStars();
    if (helpers?.takeLevels() !== true) {
      kernel.setCurve(...curve);
      reserved(kernel.makeLevels());
    }
    reserved(kernel.reserveSelfPairs());
  } catch (error) {
    // TypeScript needs no copy of the mesh.
    if (isTooLarge(error)) return null;
    throw error;
  }
  const selfPairs = unsigned(kernel.selfPairs);
  return {
    kernel,
    helpers,
    pairs: viewU32(kernel, selfPairs, 2 * maxSelfPairs),
    tests: viewU8(kernel, selfPairs + 8 * maxSelfPairs, maxSelfPairs),
  };
}
