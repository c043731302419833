import { useEffect, useRef } from 'preact/hooks';
import type { StepKeys } from '../text/step-number.ts';

/** Pixels of a wheel event that count as one notch. */
const pixelsPerNotch = 100;
/** Pixels of a line and of a page, for devices that scroll by them. */
const pixelsPerUnit = [1, 100 / 3, 100] as const;
/** Turns within this time are one undo step, ms. */
const settleTime = 400;

/**
 * Returns the handler of the wheel over a focused field: each notch is a step. Over a field without the focus the panel scrolls. `settle`
 * runs once the wheel rests.
 */
export function useWheelSteps(step: (steps: number, keys: StepKeys) => void, settle: () => void): (event: WheelEvent) => void {
  const rest = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // The timer outlives its render, so it calls the newest `settle`.
  const newest = useRef(settle);
  newest.current = settle;
  const finish = (): void => {
    clearTimeout(timer.current);
    timer.current = undefined;
    newest.current();
  };
  useEffect(
    () => () => {
      if (timer.current !== undefined) finish();
    },
    [],
  );
  return (event) => {
    if (document.activeElement !== event.currentTarget) return;
    event.preventDefault();
    // With Shift a mouse turns its wheel sideways.
    const turned = event.deltaY === 0 ? event.deltaX : event.deltaY;
    rest.current -= (turned * (pixelsPerUnit[event.deltaMode] ?? 1)) / pixelsPerNotch;
    const steps = Math.trunc(rest.current);
    if (steps === 0) return;
    rest.current -= steps;
    step(steps, event);
    clearTimeout(timer.current);
    timer.current = setTimeout(finish, settleTime);
  };
}
