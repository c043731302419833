import { InspectorError } from '../error.ts';
import { poseAt } from '../mesh/animation/pose-at.ts';
import type { Clip, SceneAnimation } from '../mesh/animation/scene-animation.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../options/build-options.ts';
import type { RefitRunOptions } from '../options/refit-run-options.ts';
import { noProgress, type Progress } from '../progress.ts';
import { buildWithEngine, buildTree } from '../tree/build-tree.ts';
import type { Engine } from '../tree/engine.ts';
import { openTree } from '../tree/open-tree.ts';
import type { Tree } from '../tree/layout.ts';
import { refitQuality } from '../tree/refit/refit-quality.ts';
import { loadRefit, type LoadedRefit } from '../tree/refit/load-refit.ts';
import { refitTree } from '../tree/refit/refit-tree.ts';
import { sahCost } from '../tree/subtree-costs.ts';
import { median } from '../math/median.ts';

/** One frame of an animation, with a tree that is refitted from the first frame on, and one that is rebuilt. Costs are `sahCost`. */
export interface RefitFrame {
  readonly seconds: number;
  readonly refitMilliseconds: number;
  readonly rebuildMilliseconds: number;
  readonly refitEngine: Engine;
  readonly rebuildEngine: Engine;
  /** Refit in the engine of the build, for comparison: AABB trees are refitted in WebAssembly but built in TypeScript. */
  readonly likeMilliseconds: number;
  /** Time to copy the tree to the engine that refits it, before the first refit; 0 for later frames, and if nothing is copied. */
  readonly copyMilliseconds: number;
  readonly refittedCost: number | null;
  readonly rebuiltCost: number | null;
  /** Refitted cost over the cost of the first build. Above the limit a rebuild is recommended. */
  readonly decay: number | null;
  readonly shouldRebuild: boolean;
  /** A tree that is refitted, and rebuilt if recommended: whether this frame rebuilt it, its time including copies, and its ray cost. */
  readonly advised: { readonly rebuilt: boolean; readonly milliseconds: number; readonly cost: number | null };
}

/** Returns a clip by name or number. @throws InspectorError `invalid-argument` with the available clips. */
export function chooseClip({ clips }: SceneAnimation, wanted: string): Clip {
  const clip =
    wanted === '' ? clips[0] : (clips.find(({ name }) => name === wanted) ?? (/^\d+$/.test(wanted) ? clips[Number(wanted)] : undefined));
  if (clip !== undefined) return clip;
  const names = clips
    .slice(0, 10)
    .map(({ name }, i) => `${i} ${name}`)
    .join(', ');
  throw new InspectorError({
    code: 'invalid-argument',
    message: `Unknown clip ${JSON.stringify(wanted)}`,
    fix: `Use one of ${names}`,
    location: {},
  });
}

/**
 * Compares refit with rebuild over a clip, at evenly spaced frames from start to end. Yields after each frame, so that a page stays
 * responsive. The memory is one posed mesh and three trees for any number of frames.
 * @throws InspectorError as `buildTree` and `refitTree`; whatever `progress` throws.
 */
export function* refitFrames(
  rest: TriangleMesh,
  animation: SceneAnimation,
  clip: Clip,
  build: BuildOptions,
  { frames, rebuildPercent }: Omit<RefitRunOptions, 'clip'>,
  progress: Progress = noProgress,
): Generator<RefitFrame, void> {
  const mesh = { ...rest, positions: rest.positions.slice() };
  poseAt(animation, clip, 0, mesh.positions);
  const first = buildWithEngine(mesh, build, progress);
  const kept = openTree(first.bytes);
  let { loaded: advisedLoaded, milliseconds: copyMilliseconds } = copied(kept, mesh);
  const loaded = advisedLoaded;
  const refitEngine = loaded === null ? 'typescript' : 'webassembly';
  warmUp(kept, mesh, build, loaded, progress);
  const builtCost = sahCost(kept);
  let advised = kept;
  let advisedBuiltCost = builtCost;
  for (let frame = 0; frame < frames; frame++) {
    const seconds = (clip.seconds * frame) / (frames - 1);
    poseAt(animation, clip, seconds, mesh.positions);
    const refit = timed(() => refitTree(kept, mesh, null, noProgress, loaded));
    const like = refitEngine === first.engine ? refit : timed(() => refitTree(kept, mesh));
    const rebuild = timed(() => buildTree(mesh, build, progress));
    const quality = refitQuality(builtCost, refit.tree, { rebuildPercent });
    const own = advised === kept ? refit : timed(() => refitTree(advised, mesh, null, noProgress, advisedLoaded));
    const ownQuality = refitQuality(advisedBuiltCost, own.tree, { rebuildPercent });
    let advisedMilliseconds = own.milliseconds + copyMilliseconds;
    if (ownQuality.shouldRebuild) {
      advised = rebuild.tree;
      const again = copied(advised, mesh);
      advisedLoaded = again.loaded;
      advisedMilliseconds += rebuild.milliseconds + again.milliseconds;
      advisedBuiltCost = sahCost(rebuild.tree);
    }
    yield {
      seconds,
      refitMilliseconds: refit.milliseconds,
      rebuildMilliseconds: rebuild.milliseconds,
      refitEngine,
      rebuildEngine: first.engine,
      likeMilliseconds: like.milliseconds,
      copyMilliseconds,
      refittedCost: quality.refittedCost,
      rebuiltCost: sahCost(rebuild.tree),
      decay: quality.decay,
      shouldRebuild: quality.shouldRebuild,
      advised: ownQuality.shouldRebuild
        ? { rebuilt: true, milliseconds: advisedMilliseconds, cost: advisedBuiltCost }
        : { rebuilt: false, milliseconds: advisedMilliseconds, cost: ownQuality.refittedCost },
    };
    copyMilliseconds = 0;
  }
}

function copied(tree: Tree, mesh: TriangleMesh): { readonly loaded: LoadedRefit | null; readonly milliseconds: number } {
  const start = performance.now();
  const loaded = loadRefit(tree, mesh);
  return { loaded, milliseconds: loaded === null ? 0 : performance.now() - start };
}

/** Warms up, so that the first frames do not include compilation. */
function warmUp(tree: Tree, mesh: TriangleMesh, build: BuildOptions, loaded: LoadedRefit | null, progress: Progress): void {
  const start = performance.now();
  for (let round = 0; round < maxWarmUpRounds && performance.now() - start < maxWarmUpMilliseconds; round++) {
    refitTree(tree, mesh, null, noProgress, loaded);
    if (tree.kind === 'aabb') refitTree(tree, mesh);
    buildTree(mesh, build, progress);
  }
}

const maxWarmUpRounds = 20;
const maxWarmUpMilliseconds = 200;

/** Shorter work, in milliseconds, is repeated, because browsers round the clock to 5 or 100 µs. */
const minSeen = 0.5;
const maxAgain = 1024;

function timed(run: () => ArrayBuffer): { readonly tree: Tree; readonly milliseconds: number } {
  let start = performance.now();
  const tree = openTree(run());
  let milliseconds = performance.now() - start;
  for (let times = 1; times * milliseconds < minSeen && times < maxAgain; ) {
    times *= 4;
    start = performance.now();
    for (let i = 0; i < times; i++) run();
    milliseconds = (performance.now() - start) / times;
  }
  return { tree, milliseconds };
}

/**
 * Returns the three strategies over all frames: total milliseconds including copies, and the mean ray cost; `null` if a frame has none. The
 * total is the median times the number of frames, because a sum includes frames during which the machine was busy.
 */
export interface RefitWay {
  readonly way: 'refit' | 'rebuild' | 'advised';
  readonly milliseconds: number;
  readonly meanCost: number | null;
  readonly rebuilds: number;
}

export function refitWays(frames: readonly RefitFrame[]): readonly RefitWay[] {
  const copies = frames.reduce((sum, { copyMilliseconds }) => sum + copyMilliseconds, 0);
  const way = (name: RefitWay['way'], milliseconds: number, cost: (frame: RefitFrame) => number | null, rebuilds: number): RefitWay => {
    const costs = frames.map(cost);
    const known = costs.filter((value) => value !== null);
    return {
      way: name,
      milliseconds,
      meanCost: frames.length === 0 || known.length < costs.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length,
      rebuilds,
    };
  };
  const kept = frames.filter(({ advised }) => !advised.rebuilt);
  const rebuilt = frames.filter(({ advised }) => advised.rebuilt);
  return [
    way('refit', usual(frames.map(({ refitMilliseconds }) => refitMilliseconds)) + copies, (frame) => frame.refittedCost, 0),
    way('rebuild', usual(frames.map(({ rebuildMilliseconds }) => rebuildMilliseconds)), (frame) => frame.rebuiltCost, frames.length),
    way(
      'advised',
      usual(kept.map(({ advised, copyMilliseconds }) => advised.milliseconds - copyMilliseconds)) +
        usual(rebuilt.map(({ advised }) => advised.milliseconds)) +
        copies,
      (frame) => frame.advised.cost,
      rebuilt.length,
    ),
  ];
}

/** Returns the median times the number of values. */
function usual(times: readonly number[]): number {
  return times.length === 0 ? 0 : median(times) * times.length;
}
