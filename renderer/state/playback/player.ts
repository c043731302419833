import { batch, effect, untracked } from '@preact/signals-core';
import { defaultValues, refitRunOptions } from '#core/options';
import type { WritableStore } from '../store/store.ts';
import { cancelRun, endRun, measureRefit } from './measure-refit.ts';
import { changePlayer, createMachine, type PlayerMachine, type PlayerParts, type PlayerSource } from './player-machine.ts';
import { endPoses, requestPose } from './request-pose.ts';

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

/** Plays the animation of the active document: a worker poses the mesh and refits its tree, and `store.pose` gets each pose. */
export function createPlayer(store: WritableStore, parts: PlayerParts): Player {
  const machine = createMachine(store, parts);
  const stopFollowing = effect(() => {
    const source = machine.source.value;
    untracked(() => followSource(machine, source));
  });
  return {
    choose: (clip) => chooseClip(machine, clip),
    play() {
      changePlayer(machine, { isPlaying: true });
      machine.lastFrameTime = parts.now();
      if (!machine.isWaiting) requestPose(machine, store.player.peek()?.seconds ?? 0);
    },
    pause: () => changePlayer(machine, { isPlaying: false }),
    seek(seconds) {
      machine.lastFrameTime = parts.now();
      requestPose(machine, seconds);
    },
    rest() {
      endPoses(machine);
      batch(() => {
        store.pose.value = null;
        changePlayer(machine, { isPlaying: false, figures: null, isBehind: false, seconds: 0 });
      });
    },
    setOptions: (options) => changePlayer(machine, options),
    measure: () => measureRefit(machine),
    stopMeasuring: () => cancelRun(machine),
    dispose() {
      stopFollowing();
      reset(machine);
    },
  };
}

function chooseClip(machine: PlayerMachine, clip: number): void {
  const state = machine.store.player.peek();
  if (state === null || state.clips[clip] === undefined || clip === state.clip) return;
  endRun(machine, { kind: 'none' });
  changePlayer(machine, { clip });
  requestPose(machine, 0);
}

function followSource(machine: PlayerMachine, source: PlayerSource | null): void {
  const { store } = machine;
  const state = store.player.peek();
  if (source !== null && state?.document === source.document && state.clips === source.animation.clips) {
    // Another tree of the same mesh: its poses and its costs differ.
    endRun(machine, { kind: 'none' });
    if (state.figures !== null || machine.isWaiting) requestPose(machine, state.seconds);
    return;
  }
  reset(machine);
  if (source === null) return;
  const { frames, rebuildPercent } = state ?? defaultValues(refitRunOptions);
  store.player.value = {
    document: source.document,
    clips: source.animation.clips,
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

function reset(machine: PlayerMachine): void {
  machine.endRun?.();
  machine.endRun = null;
  endPoses(machine);
  batch(() => {
    machine.store.pose.value = null;
    machine.store.player.value = null;
  });
}
