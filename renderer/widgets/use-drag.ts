import type { HTMLAttributes } from 'preact';
import { useRef } from 'preact/hooks';
import type { StepKeys } from '../text/step-number.ts';

/** Pixels of a drag per step. */
const pixelsPerStep = 4;

export interface Sliding {
  readonly value: number;
  readonly slide: (from: number, steps: number, keys: StepKeys) => void;
  readonly settle: () => void;
  readonly giveUp: () => void;
}

/** Returns the handlers of the grip: a drag to the right increases the value, to the left decreases it, as one undo step. */
export function useDrag({ value, slide, settle, giveUp }: Sliding): HTMLAttributes<HTMLSpanElement> {
  const start = useRef<{ readonly x: number; readonly value: number; readonly stop: () => void } | null>(null);
  const slid = useRef(false);
  const end = (finish: () => void): void => {
    start.current?.stop();
    start.current = null;
    finish();
  };
  // The listener for Escape outlives its render, so it calls the newest `giveUp`.
  const newest = useRef(giveUp);
  newest.current = giveUp;
  return {
    onPointerDown(event) {
      if (event.button !== 0 || !Number.isFinite(value)) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const onKey = (key: KeyboardEvent): void => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        end(() => newest.current());
      };
      window.addEventListener('keydown', onKey, true);
      slid.current = false;
      start.current = { x: event.clientX, value, stop: () => window.removeEventListener('keydown', onKey, true) };
    },
    onPointerMove(event) {
      if (start.current === null) return;
      const steps = Math.round((event.clientX - start.current.x) / pixelsPerStep);
      // Less than one step is a click. Once the drag has started, the way back to the start counts.
      if (steps === 0 && !slid.current) return;
      slid.current = true;
      slide(start.current.value, steps, event);
    },
    onPointerUp() {
      if (start.current !== null) end(settle);
    },
    onPointerCancel() {
      if (start.current !== null) end(giveUp);
    },
  };
}
