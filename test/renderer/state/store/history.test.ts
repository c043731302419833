import { effect } from '@preact/signals-core';
import { describe, expect, test } from 'vitest';
import { History } from '../../../../renderer/state/store/history.ts';

interface Counted {
  readonly light: number;
  readonly heavy: number;
}

const start: Counted = { light: 0, heavy: 0 };

function historyOfCounts(): History<Counted> {
  return new History<Counted>({ title: 'Start', state: start }, (from, to) => from.heavy === to.heavy);
}

const light =
  (value: number) =>
  (state: Counted): Counted => ({ ...state, light: value });
const heavy =
  (value: number) =>
  (state: Counted): Counted => ({ ...state, heavy: value });

describe('history', () => {
  test('undo and redo return the identical states', () => {
    const history = historyOfCounts();
    history.change('one', heavy(1));
    const one = history.current.value;
    history.undo();
    expect(history.current.value).toBe(start);
    history.redo();
    expect(history.current.value).toBe(one);
  });

  test('a change that changes nothing is no step', () => {
    const history = historyOfCounts();
    history.change('none', (state) => state);
    expect(history.canUndo.value).toBe(false);
  });

  test('changes of one burst are one step, those of another are their own', () => {
    const history = historyOfCounts();
    const [first, second] = [Symbol('first'), Symbol('second')];
    history.change('zero', heavy(9));
    history.change('one', heavy(1), first);
    history.change('two', heavy(2), first);
    history.change('three', heavy(3), second);
    history.change('four', heavy(4));
    expect(history.marks.value.map(({ title }) => title)).toEqual(['Start', 'zero', 'two', 'three', 'four']);
    history.goTo(2);
    history.undo();
    expect(history.current.value.heavy).toBe(9);
    history.change('five', heavy(5), first);
    expect(history.marks.value.map(({ title }) => title)).toEqual(['Start', 'zero', 'five']);
  });

  test('a step after undo forgets what could be redone', () => {
    const history = historyOfCounts();
    history.change('one', heavy(1));
    history.undo();
    history.change('two', heavy(2));
    expect(history.canRedo.value).toBe(false);
    expect(history.marks.value.map(({ title }) => title)).toEqual(['Start', 'two']);
  });

  test('a preview is seen, and is one step when it settles', () => {
    const history = historyOfCounts();
    for (const value of [1, 2, 3]) history.preview(heavy(value));
    expect(history.current.value.heavy).toBe(3);
    expect(history.marks.value.length).toBe(1);
    history.settle('drag');
    expect(history.marks.value.length).toBe(2);
    history.undo();
    expect(history.current.value).toBe(start);
  });

  test('a reverted preview leaves nothing', () => {
    const history = historyOfCounts();
    history.preview(heavy(1));
    history.revert();
    expect(history.current.value).toBe(start);
    expect(history.previewing.value).toBe(false);
  });

  test('light steps in a row are one, and undo goes to before the first of them', () => {
    const history = historyOfCounts();
    history.change('heavy', heavy(1));
    for (const value of [1, 2, 3]) history.change(`light ${value}`, light(value));
    expect(history.marks.value.map(({ title }) => title)).toEqual(['Start', 'heavy', 'light 3']);
    history.undo();
    expect(history.current.value).toEqual({ light: 0, heavy: 1 });
  });

  test('the start never folds into a light step', () => {
    const history = historyOfCounts();
    history.change('light', light(1));
    history.undo();
    expect(history.current.value).toBe(start);
  });

  test('a light step after a heavy one keeps the heavy one', () => {
    const history = historyOfCounts();
    history.change('light', light(1));
    history.change('heavy', heavy(1));
    history.change('light', light(2));
    expect(history.marks.value.length).toBe(4);
  });

  test('amending changes the step that is shown and keeps what can be redone', () => {
    const history = historyOfCounts();
    history.change('one', heavy(1));
    history.undo();
    history.amend(light(9));
    expect(history.current.value.light).toBe(9);
    expect(history.canRedo.value).toBe(true);
  });

  test('what a job finishes during a drag is a step of its own, and the drag goes on', () => {
    const history = historyOfCounts();
    history.preview(heavy(5));
    history.arrive('opened', (state) => ({ ...state, light: 7 }));
    expect(history.current.value).toEqual({ light: 7, heavy: 5 });
    expect(history.previewing.value).toBe(true);
    expect(history.marks.value.at(-1)).toMatchObject({ title: 'opened', state: { light: 7, heavy: 0 } });
    history.settle('dragged');
    expect(history.marks.value.map(({ title }) => title).slice(-2)).toEqual(['opened', 'dragged']);
    history.undo();
    expect(history.current.value).toEqual({ light: 7, heavy: 0 });
    history.preview(heavy(6));
    history.arrive('read', (state) => ({ ...state, light: 8 }));
    expect(history.canRedo.value).toBe(false);
    history.revert();
    expect(history.current.value).toEqual({ light: 8, heavy: 0 });
    history.arrive('nothing', (state) => state);
    expect(history.marks.value.at(-1)!.title).toBe('read');
  });

  test('rewriting reaches every state, the previewed one too', () => {
    const history = historyOfCounts();
    history.change('one', heavy(1));
    history.preview(heavy(2));
    history.rewrite((state) => ({ ...state, light: 7 }));
    expect(history.current.value).toEqual({ light: 7, heavy: 2 });
    expect(history.marks.value.map(({ state }) => state.light)).toEqual([7, 7]);
  });

  test('no more than 200 steps are kept', () => {
    const history = historyOfCounts();
    for (let value = 1; value <= 250; value++) history.change(`step ${value}`, heavy(value));
    expect(history.marks.value.length).toBe(200);
    expect(history.current.value.heavy).toBe(250);
    expect(history.marks.value[0]?.title).toBe('step 51');
  });

  test('who looks on sees no state in between', () => {
    const history = historyOfCounts();
    const seen: number[] = [];
    const stop = effect(() => void seen.push(history.current.value.heavy));
    history.preview(heavy(5));
    history.settle('drag');
    history.undo();
    stop();
    expect(seen).toEqual([0, 5, 0]);
  });
});
