import type { WritableStore } from '../store/store.ts';

/** The clock of the playback. */
export interface MotionPlayerParts {
  /** Milliseconds. */
  readonly now: () => number;
  readonly nextFrame: (run: () => void) => void;
}

/** Shows the moving mesh at times of its motion: writes `store.motionTime` and `store.motionPlays`. */
export interface MotionPlayer {
  /** From the shown time to the end; from the start, if the end is shown. */
  play(): void;
  pause(): void;
  /** Shows a time, 0 to 1, and pauses. */
  seek(time: number): void;
  /** Moves by some of the equal steps of the motion, to a whole one, and pauses. */
  step(by: number): void;
  /** Shows the edited pose. */
  rest(): void;
  dispose(): void;
}

/** Length of the playback, milliseconds. */
const duration = 4000;
/** Steps of a motion. */
export const motionSteps = 48;

export function createMotionPlayer(store: WritableStore, { now, nextFrame }: MotionPlayerParts): MotionPlayer {
  let last = 0;
  const show = (time: number): void => {
    store.motionTime.value = Math.min(Math.max(time, 0), 1);
  };
  const pause = (): void => {
    store.motionPlays.value = false;
  };
  function advance(): void {
    if (!store.motionPlays.peek()) return;
    const time = now();
    const next = (store.motionTime.peek() ?? 0) + (time - last) / duration;
    last = time;
    show(next);
    if (next >= 1) pause();
    else nextFrame(advance);
  }
  return {
    play() {
      const time = store.motionTime.peek();
      if (store.motionPlays.peek()) return;
      show(time === null || time >= 1 ? 0 : time);
      store.motionPlays.value = true;
      last = now();
      nextFrame(advance);
    },
    pause,
    seek(time) {
      pause();
      show(time);
    },
    step(by) {
      pause();
      // Half a step later or earlier is the next whole one.
      const at = motionSteps * (store.motionTime.peek() ?? 0);
      show((by > 0 ? Math.floor(at + 1e-9) + by : Math.ceil(at - 1e-9) + by) / motionSteps);
    },
    rest() {
      pause();
      store.motionTime.value = null;
    },
    dispose: pause,
  };
}
