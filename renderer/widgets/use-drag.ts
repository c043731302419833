import type { HTMLAttributes } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { stepFactor, type StepKeys } from '../text/step-number.ts';

/** Pixels of a drag per step. */
const pixelsPerStep = 4;

export interface Sliding {
  readonly value: number;
  /** Shows the value that is some steps away from `from`, and returns it. */
  readonly slide: (from: number, steps: number, keys: StepKeys) => number;
  readonly settle: () => void;
  readonly giveUp: () => void;
  /** A press that does not move. */
  readonly click: () => void;
}

interface Drag {
  /** Where the current size of the steps began, and with which value. */
  x: number;
  from: number;
  factor: number;
  last: number;
  hasMoved: boolean;
  readonly pointer: number;
  readonly stop: () => void;
}

/**
 * Returns the handlers of the grip: a drag to the right increases the value, to the left decreases it, as one undo step. Shift and Ctrl
 * may change during a drag: the value goes on from where it is.
 */
export function useDrag(sliding: Sliding): HTMLAttributes<HTMLSpanElement> {
  const start = useRef<Drag | null>(null);
  const end = (finish: () => void): void => {
    start.current?.stop();
    start.current = null;
    finish();
  };
  // The listener for Escape outlives its render, so it calls the newest `giveUp`.
  const newest = useRef(sliding);
  newest.current = sliding;
  // A field that goes away during a drag, as when its mesh is closed.
  useEffect(
    () => () => {
      if (start.current !== null) end(() => newest.current.giveUp());
    },
    [],
  );
  const giveUp = ({ pointerId }: PointerEvent): void => {
    if (start.current?.pointer === pointerId) end(newest.current.giveUp);
  };
  return {
    onPointerDown(event) {
      const { value } = newest.current;
      if (event.button !== 0 || !Number.isFinite(value)) return;
      if (start.current !== null && start.current.pointer !== event.pointerId) return;
      start.current?.stop();
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      const onKey = (key: KeyboardEvent): void => {
        if (key.key !== 'Escape') return;
        key.preventDefault();
        key.stopPropagation();
        end(() => newest.current.giveUp());
      };
      window.addEventListener('keydown', onKey, true);
      const stop = (): void => window.removeEventListener('keydown', onKey, true);
      start.current = {
        x: event.clientX,
        from: value,
        factor: stepFactor(event),
        last: value,
        hasMoved: false,
        pointer: event.pointerId,
        stop,
      };
    },
    onPointerMove(event) {
      const drag = start.current;
      if (drag === null || drag.pointer !== event.pointerId) return;
      const factor = stepFactor(event);
      if (factor !== drag.factor) Object.assign(drag, { x: event.clientX, from: drag.last, factor });
      const steps = Math.round((event.clientX - drag.x) / pixelsPerStep);
      // Less than one step is a click. Once the drag has started, the way back to the start counts.
      if (steps === 0 && !drag.hasMoved) return;
      drag.hasMoved = true;
      drag.last = newest.current.slide(drag.from, steps, event);
    },
    onPointerUp({ pointerId }) {
      const drag = start.current;
      if (drag === null || drag.pointer !== pointerId) return;
      end(newest.current.settle);
      if (!drag.hasMoved) newest.current.click();
    },
    onPointerCancel: giveUp,
    // Comes after the release too.
    onLostPointerCapture: giveUp,
  };
}
