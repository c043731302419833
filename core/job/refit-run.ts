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

/** One frame of an animation, by a tree that is refitted from the first frame on, and by one that is built anew. Costs are `sahCost`. */
export interface RefitFrame {
  readonly seconds: number;
  readonly refitMilliseconds: number;
  readonly rebuildMilliseconds: number;
  readonly refitEngine: Engine;
  readonly rebuildEngine: Engine;
  /** The refit by the engine that builds, so that the two can be compared: plain boxes are refitted by WebAssembly and built by TypeScript. */
  readonly likeMilliseconds: number;
  /** Of giving the tree to the engine that refits it, before the first refit; 0 for later frames, and where nothing is copied. */
  readonly copyMilliseconds: number;
  readonly refittedCost: number | null;
  readonly rebuiltCost: number | null;
  /** Refitted cost over that of the first frame's build; beyond the limit a rebuild is advised. */
  readonly decay: number | null;
  readonly shouldRebuild: boolean;
  /** The tree that is refitted, and built anew where that is advised: whether it was here, and what it cost in time, copies among it, and a ray. */
  readonly advised: { readonly rebuilt: boolean; readonly milliseconds: number; readonly cost: number | null };
}

/** A clip of an animation by its name or its number. @throws InspectorError `invalid-argument` with those that there are. */
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
    message: `There is no clip ${JSON.stringify(wanted)}`,
    fix: `Choose one of ${names}`,
    location: {},
  });
}

/**
 * Refit against rebuild over a clip (T15): as many frames as asked for, evenly from its begin to its end, one at each step of the iteration, so
 * that a page goes on meanwhile. Memory is that of one posed mesh and three trees, however many frames.
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

/** The first frames would pay for compiling. */
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

/** What takes less, in milliseconds, is done again until the clock, which browsers round to 5 or 100 µs, sees it. */
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
 * The three ways over all frames: milliseconds together, copies among them, and the mean cost of a ray; `null` where a frame has none. The time is that of the
 * middle frame as often as there are frames, since a sum would tell of the few during which the machine did something else.
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

/** The middle one of some times, as often as there are times. */
function usual(times: readonly number[]): number {
  return times.length === 0 ? 0 : median(times) * times.length;
}
