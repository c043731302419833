import { describe, expect, test } from 'vitest';
import { copyLong } from '../../../renderer/commands/copy-long.ts';
import { maxStep, shortText, textInSteps, wholeText, type LongText } from '../../../renderer/commands/long-text.ts';
import { createStore, type WritableStore } from '../../../renderer/state/store/store.ts';

/** Each row takes the clock on by 0.01 ms. */
function slowText(rows: number): { text: LongText; now: () => number } {
  let time = 0;
  const row = (index: number): string => {
    time += 0.01;
    return `${index}\t${index ** 2}`;
  };
  return { text: { head: 'n\tn²', rows, row }, now: () => time };
}

const idle = (): Promise<void> => Promise.resolve();

describe('long text', () => {
  test('written in steps is the same as at once, also without rows', async () => {
    for (const rows of [0, 1, 63, 64, 65, 10_000]) {
      const { text, now } = slowText(rows);
      expect((await textInSteps(text, { now, turn: idle, progress: () => {} })).join('')).toBe(wholeText(text));
    }
    expect(wholeText(shortText('one\ntwo'))).toBe('one\ntwo');
  });

  test('returns control to the page every few milliseconds, and reports progress', async () => {
    const { text, now } = slowText(100_000);
    const [steps, reported]: number[][] = [[], []];
    let began = now();
    const turn = async (): Promise<void> => {
      steps!.push(now() - began);
      began = now();
    };
    await textInSteps(text, { now, turn, progress: (fraction) => reported!.push(fraction) });
    expect(steps!.length).toBeGreaterThan(50);
    expect(Math.max(...steps!)).toBeLessThan(maxStep + 1);
    expect(reported).toEqual([...reported!].sort((a, b) => a - b));
    expect(reported!.at(-1)).toBe(1);
  });
});

describe('copying very many rows', () => {
  const logged = (store: WritableStore): string => store.log.value.at(-1)?.text ?? '';

  test('writes to the clipboard at once, shows progress, and reports its end', async () => {
    const store = createStore();
    const { text, now } = slowText(10_000);
    const seen: number[] = [];
    const turn = async (): Promise<void> => void seen.push(store.copying.value!.fraction);
    let put = '';
    let isAsked = false;
    const copied = copyLong(store, text, {
      now,
      turn,
      put: async (blob) => {
        isAsked = true;
        put = await (await blob).text();
      },
    });
    expect(isAsked).toBe(true);
    expect(store.copying.value).toMatchObject({ rows: 10_000 });
    await copied;
    expect(put).toBe(wholeText(text));
    expect(seen.length).toBeGreaterThan(3);
    expect(store.copying.value).toBeNull();
    expect(logged(store)).toBe('10,000 rows copied');
  });

  test('can be cancelled, puts nothing on the clipboard then, and is no error', async () => {
    const store = createStore();
    const { text, now } = slowText(100_000);
    let turns = 0;
    const turn = async (): Promise<void> => {
      if (++turns === 3) store.copying.value?.cancel();
    };
    let put: string | null = null;
    await copyLong(store, text, { now, turn, put: async (blob) => void (put = await (await blob).text()) });
    expect(turns).toBe(3);
    expect(put).toBeNull();
    expect(store.copying.value).toBeNull();
    expect(store.log.value.at(-1)).toMatchObject({ severity: 'info', text: 'Copying cancelled' });
  });

  test('is replaced by a newer copy', async () => {
    const store = createStore();
    const put: string[] = [];
    const start = (rows: number): Promise<void> => {
      const { text, now } = slowText(rows);
      return copyLong(store, text, { now, turn: idle, put: async (blob) => void put.push((await (await blob).text()).slice(-12)) });
    };
    await Promise.all([start(90_000), start(80_000)]);
    expect(put).toEqual([wholeText(slowText(80_000).text).slice(-12)]);
    expect(store.copying.value).toBeNull();
  });

  test('says so when the clipboard takes nothing', async () => {
    const store = createStore();
    const { text, now } = slowText(10_000);
    await copyLong(store, text, { now, turn: idle, put: () => Promise.reject(new Error('denied')) });
    expect(store.copying.value).toBeNull();
    expect(logged(store)).toBe('The rows could not be copied: denied');
  });
});
