import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runLater } from '../../../renderer/host/run-later.ts';

let leave: () => void;
let later: (run: () => void) => void;
let runs: string[];
const run = (name: string): void => later(() => void runs.push(name));

beforeEach(() => {
  vi.useFakeTimers();
  runs = [];
  later = runLater(100, {
    addEventListener: (kind: string, listener: () => void) => void (kind === 'pagehide' && (leave = listener)),
  } as never);
});
afterEach(() => {
  vi.useRealTimers();
});

test('the newest function runs once there was no other for a pause', () => {
  run('a');
  vi.advanceTimersByTime(60);
  run('b');
  vi.advanceTimersByTime(60);
  expect(runs).toEqual([]);
  vi.advanceTimersByTime(40);
  expect(runs).toEqual(['b']);
  vi.advanceTimersByTime(1000);
  expect(runs).toEqual(['b']);
});

test('a camera that never rests is still kept every eight pauses', () => {
  for (let i = 0; i < 100; i++) {
    run(String(i));
    vi.advanceTimersByTime(16);
  }
  // 100 changes in 1.6 s: without the pause each 100 ms would write.
  expect(runs).toEqual(['49', '99']);
});

test('what waits runs at once when the page is left', () => {
  run('a');
  leave();
  expect(runs).toEqual(['a']);
  vi.advanceTimersByTime(1000);
  expect(runs).toEqual(['a']);
});
