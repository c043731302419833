import { expect, it } from 'vitest';
import { createControl, notReady, openControl, taskStepsAt, taskSteps } from '#core/health/study/helpers/study-control';
import { awaitSteps, beginSteps, endSteps, sumOfSteps, takeSteps } from '#core/health/study/helpers/task-steps';

function words(): Int32Array {
  return openControl(createControl(1, 16)).words;
}

it('steps of a task cover each element once, and their results are summed', () => {
  for (const count of [0, 1, taskSteps - 1, taskSteps, 1000]) {
    const shared = words();
    const seen = new Uint8Array(count);
    beginSteps(shared, 'stars');
    takeSteps(shared, 'stars', count, (first, end) => {
      for (let i = first; i < end; i++) seen[i]! += 1;
      return end - first;
    });
    expect(seen.every((times) => times === 1)).toBe(true);
    expect(sumOfSteps(shared, 'stars')).toBe(count);
    expect(shared[taskStepsAt('levels')]).toBe(notReady);
  }
});

it('a step that fails counts as done, and other threads take the rest', () => {
  const shared = words();
  const ends: number[] = [];
  beginSteps(shared, 'levels');
  const fails = (): number => {
    throw new Error('no memory');
  };
  expect(() => takeSteps(shared, 'levels', 640, fails)).toThrow('no memory');
  takeSteps(shared, 'levels', 640, (_, end) => ends.push(end));
  expect(ends).toEqual(Array.from({ length: taskSteps - 1 }, (_, i) => 10 * (i + 2)));
  sumOfSteps(shared, 'levels');
});

it('no step is taken after the end, also before the first', () => {
  const shared = words();
  endSteps(shared, 'stars');
  awaitSteps(shared, 'stars');
  let taken = 0;
  takeSteps(shared, 'stars', 100, () => ++taken);
  expect(taken).toBe(0);
});
