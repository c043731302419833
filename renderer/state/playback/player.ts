import { batch, computed, effect, untracked } from '@preact/signals-core';
import { formatError, type InspectorErrorData } from '#core/error';
import type { RefitFrame } from '#core/job/refit-run';
import { defaultValues } from '#core/options/option';
import { refitRunOptions } from '#core/options/refit-run-options';
import type { SceneAnimation } from '#core/mesh/animation/scene-animation';
import { openTree } from '#core/tree/open-tree';
import type { DocumentId } from '#host-api';
import type { PlayerState, RefitRunState } from './player-state.ts';
import type { FromPoseWorker, FromRefitWorker, MovingMesh, RefitQuestion, ToPoseWorker } from './deform-messages.ts';
import type { LoadedMesh, LoadedTree } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export interface PlayerParts {
  readonly spawnPoses: (
    message: (message: FromPoseWorker) => void,
    lost: (reason: string) => void,
  ) => { post(message: ToPoseWorker): void; terminate(): void };
  /** Starts a worker with one question; returns what ends it. */
  readonly spawnRefit: (question: RefitQuestion, message: (message: FromRefitWorker) => void, lost: (reason: string) => void) => () => void;
  /** Milliseconds. */
  readonly now: () => number;
  readonly nextFrame: (run: () => void) => void;
}

export interface Player {
  choose(clip: number): void;
  play(): void;
  pause(): void;
  /** Shows the pose of a time. */
  seek(seconds: number): void;
  /** Shows the mesh as it was read. */
  rest(): void;
  setOptions(options: { readonly frames?: number; readonly rebuildPercent?: number }): void;
  /** Measures refit against rebuild over the clip, with the options of the tree that is shown. */
  measure(): void;
  stopMeasuring(): void;
  dispose(): void;
}

interface Source {
  readonly document: DocumentId;
  readonly mesh: LoadedMesh;
  readonly animation: SceneAnimation;
  readonly tree: LoadedTree;
}

/**
 * Plays the animation of the active document: a worker poses the mesh and refits its tree, and what it tells stands in `store.pose`. One pose is
 * on its way at a time, however slowly they come, so that memory is that of two.
 */
export function createPlayer(store: WritableStore, { spawnPoses, spawnRefit, now, nextFrame }: PlayerParts): Player {
  let poses: ReturnType<PlayerParts['spawnPoses']> | null = null;
  let held: LoadedTree | null = null;
  let serial = 0;
  let isWaiting = false;
  /** A time that was asked for while another pose was on its way. */
  let wanted: number | null = null;
  let lastTime = 0;
  let endRun: (() => void) | null = null;

  const active = computed(() => store.history.current.value.activeDocument);
  const mesh = computed(() => store.documents.value.find(({ summary }) => summary.id === active.value)?.mesh ?? null);
  const tree = computed(() => (active.value === null ? null : (store.history.current.value.trees.get(active.value) ?? null)));
  const source = computed((): Source | null => {
    const animation = mesh.value?.animation ?? null;
    return active.value === null || mesh.value === null || animation === null || tree.value === null
      ? null
      : { document: active.value, mesh: mesh.value, animation, tree: tree.value };
  });
  const stopFollowing = effect(() => {
    const next = source.value;
    untracked(() => follow(next));
  });

  function follow(next: Source | null): void {
    const state = store.player.peek();
    if (next !== null && state?.document === next.document && state.clips === next.animation.clips) {
      // Another tree of the same mesh: its poses are others, its costs too.
      stopRun({ kind: 'none' });
      if (state.figures !== null || isWaiting) ask(state.seconds);
      return;
    }
    forget();
    if (next === null) return;
    const { frames, rebuildPercent } = state ?? defaultValues(refitRunOptions);
    store.player.value = {
      document: next.document,
      clips: next.animation.clips,
      clip: 0,
      seconds: 0,
      isPlaying: false,
      figures: null,
      isBehind: false,
      frames,
      rebuildPercent,
      run: { kind: 'none' },
    };
  }

  function forget(): void {
    endRun?.();
    endRun = null;
    endPoses();
    batch(() => {
      store.pose.value = null;
      store.player.value = null;
    });
  }

  function endPoses(): void {
    poses?.terminate();
    poses = null;
    held = null;
    isWaiting = false;
    wanted = null;
    serial++;
  }

  function change(part: Partial<PlayerState>): void {
    const state = store.player.peek();
    if (state !== null) store.player.value = { ...state, ...part };
  }

  function ask(seconds: number): void {
    const from = source.peek();
    const state = store.player.peek();
    if (from === null || state === null) return;
    if (isWaiting && held === from.tree) {
      wanted = seconds;
      return change({ seconds, isBehind: true });
    }
    poses ??= spawnPoses(receive, lostPoses);
    if (held !== from.tree) poses.post({ kind: 'hold', mesh: moving(from), tree: from.tree.tree.bytes });
    held = from.tree;
    isWaiting = true;
    wanted = null;
    poses.post({ kind: 'pose', serial: ++serial, clip: state.clip, seconds });
    change({ seconds, isBehind: true });
  }

  function receive(message: FromPoseWorker): void {
    const from = source.peek();
    if (message.serial !== serial || from === null) return;
    isWaiting = false;
    if (message.kind === 'failed') {
      change({ isPlaying: false, isBehind: false });
      return writeLog(store, 'error', formatError(message.problem), JSON.stringify(message.problem, null, 2));
    }
    const { positions, bounds, tree: bytes, costShares, figures } = message;
    batch(() => {
      store.pose.value = {
        document: from.document,
        mesh: { ...from.mesh, mesh: { ...from.mesh.mesh, positions }, bounds: bounds ?? from.mesh.bounds },
        of: from.tree,
        tree: { ...from.tree, tree: openTree(bytes), costShares },
      };
      change({ figures, isBehind: wanted !== null });
    });
    if (wanted !== null) return ask(wanted);
    if (store.player.peek()?.isPlaying === true) nextFrame(goOn);
  }

  function goOn(): void {
    const state = store.player.peek();
    if (state === null || !state.isPlaying || isWaiting) return;
    const time = now();
    const { seconds: length } = state.clips[state.clip]!;
    const seconds = state.seconds + (time - lastTime) / 1000;
    lastTime = time;
    ask(length > 0 ? seconds % length : 0);
  }

  function lostPoses(reason: string): void {
    endPoses();
    change({ isPlaying: false, isBehind: false });
    writeLog(store, 'error', `The worker that plays the animation has ended: ${reason}`);
  }

  function stopRun(run: RefitRunState): void {
    endRun?.();
    endRun = null;
    change({ run });
  }

  function failRun(problem: InspectorErrorData): void {
    writeLog(store, problem.code === 'cancelled' ? 'info' : 'error', formatError(problem), JSON.stringify(problem, null, 2));
    stopRun({ kind: 'failed', problem });
  }

  return {
    choose(clip) {
      const state = store.player.peek();
      if (state === null || state.clips[clip] === undefined || clip === state.clip) return;
      stopRun({ kind: 'none' });
      change({ clip });
      ask(0);
    },
    play() {
      change({ isPlaying: true });
      lastTime = now();
      if (!isWaiting) ask(store.player.peek()?.seconds ?? 0);
    },
    pause: () => change({ isPlaying: false }),
    seek(seconds) {
      lastTime = now();
      ask(seconds);
    },
    rest() {
      endPoses();
      batch(() => {
        store.pose.value = null;
        change({ isPlaying: false, figures: null, isBehind: false, seconds: 0 });
      });
    },
    setOptions: (options) => change(options),
    measure() {
      const [from, state] = [source.peek(), store.player.peek()];
      if (from === null || state === null) return;
      const { clip, frames: count, rebuildPercent } = state;
      const frames: RefitFrame[] = [];
      const told = (kind: 'running' | 'done'): RefitRunState => ({ kind, clip, wanted: count, rebuildPercent, frames: [...frames] });
      stopRun(told('running'));
      endRun = spawnRefit(
        { mesh: moving(from), clip, build: from.tree.summary.options, frames: count, rebuildPercent },
        (message) => {
          if (message.kind === 'failed') return failRun(message.problem);
          if (message.kind === 'done') return stopRun(told('done'));
          frames.push(message.frame);
          change({ run: told('running') });
        },
        (reason) =>
          failRun({
            code: 'worker-lost',
            message: 'The worker that measures refits has ended',
            fix: 'Close other documents first; the command line’s tree --refit-over-animation has more memory',
            location: {},
            ...(reason === '' ? {} : { detail: reason }),
          }),
      );
    },
    stopMeasuring() {
      if (store.player.peek()?.run.kind === 'running')
        failRun({ code: 'cancelled', message: 'Measuring was cancelled', fix: 'Start it again when wanted', location: {} });
    },
    dispose() {
      stopFollowing();
      forget();
    },
  };
}

function moving({ mesh: { mesh }, animation }: Source): MovingMesh {
  return { positions: mesh.positions, indices: mesh.indices, animation };
}
