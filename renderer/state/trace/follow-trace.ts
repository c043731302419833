import { computed, effect } from '@preact/signals-core';
import type { WritableStore } from '../store/store.ts';
import { doneSteps } from './traced.ts';

export interface TraceClock {
  /** Milliseconds. */
  readonly now: () => number;
  readonly nextFrame: (run: () => void) => void;
}

/** Plays the trace while `store.trace` says so: steps in the order of the query, at its speed. Returns the function that stops. */
export function followTrace(store: WritableStore, { now, nextFrame }: TraceClock): () => void {
  const isPlaying = computed(() => store.trace.value.isPlaying);
  let serial = 0;
  const stop = effect(() => {
    serial++;
    if (!isPlaying.value) return;
    const mine = serial;
    let last = now();
    let rest = 0;
    const frame = (): void => {
      if (mine !== serial) return;
      const state = store.trace.peek();
      const traced = store.traced.peek();
      if (traced === null || traced.kind === 'none') return void (store.trace.value = { ...state, isPlaying: false });
      const time = now();
      rest += ((time - last) / 1000) * state.speed;
      last = time;
      const steps = Math.floor(rest);
      rest -= steps;
      const done = doneSteps(state, traced.trace) + steps;
      const isOver = done >= traced.trace.count;
      if (steps > 0 || isOver) store.trace.value = { ...state, done: isOver ? Infinity : done, isPlaying: !isOver };
      if (!isOver) nextFrame(frame);
    };
    nextFrame(frame);
  });
  return () => {
    serial++;
    stop();
  };
}
