import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { BakedFiles } from '../../main/documents/baked-files.ts';

const minute = 60_000;
let baked: BakedFiles;

beforeEach(() => {
  vi.useFakeTimers();
  baked = new BakedFiles(100);
});
afterEach(() => {
  baked.clear();
  vi.useRealTimers();
});

function keep(bytes: number, document = 1): string {
  return baked
    .keep(document, { name: 'a.stl', bytes: new ArrayBuffer(bytes) })
    .split('/')
    .at(-1)!;
}

describe('files that were baked for a page', () => {
  test('are forgotten ten minutes after they were last looked at', () => {
    const token = keep(10);
    vi.advanceTimersByTime(9 * minute);
    expect(baked.find(token)?.name).toBe('a.stl');
    vi.advanceTimersByTime(9 * minute);
    expect(baked.find(token)).not.toBeNull();
    vi.advanceTimersByTime(10 * minute);
    expect(baked.find(token)).toBeNull();
  });

  test('hold no more bytes together than they may, the oldest going first, and the newest in any case', () => {
    const [first, second, third] = [keep(40), keep(60), keep(40)];
    expect([first, second, third].map((token) => baked.find(token) !== null)).toEqual([false, true, true]);
    const large = keep(1000);
    expect([second, third, large].map((token) => baked.find(token) !== null)).toEqual([false, false, true]);
  });

  test('go with their document, and leave those of others', () => {
    const [mine, other] = [keep(1, 1), keep(1, 2)];
    baked.forgetDocument(1);
    expect([mine, other].map((token) => baked.find(token) !== null)).toEqual([false, true]);
  });
});
