import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { noProgress } from '#core/progress';
import { serveWork } from '#core/serve-work';
import type { FromWork } from '#core/work-messages';
import { WorkPool } from '#core/work-pool';
import { fakeThreads } from '../fixtures/fake-threads.ts';

/** Threads that multiply: the number of the pool, of the step and of the batch. A batch of -1 is bad input. */
const serve = (send: (message: FromWork<number>) => void) =>
  serveWork((start: number) => {
    return (step: number, batch: number) => {
      if (batch === -1) throw new InspectorError({ code: 'malformed', message: 'minus one', fix: 'Use another', location: {} });
      return start * step * batch;
    };
  }, send);
const batches = Array.from({ length: 40 }, (_, i) => i);
const poolOf = (threads: number, diesAt?: (batch: number) => boolean) => {
  const { start, started } = fakeThreads(serve, diesAt);
  return { pool: new WorkPool<number, number, number, number>(2, threads, start), started };
};

describe('a pool of threads', () => {
  it.each([1, 2, 7])('of %i returns the results in the order of the batches, also when threads end', async (threads) => {
    const { pool, started } = poolOf(threads, (batch) => batch % 5 === 3);
    expect(await pool.run(3, batches, noProgress)).toEqual(batches.map((i) => 6 * i));
    expect(await pool.run(5, batches, noProgress)).toEqual(batches.map((i) => 10 * i));
    expect([pool.lost > 10, started()]).toEqual([true, threads + pool.lost]);
  });

  it('runs again after bad input, and counts no result of the failed run', async () => {
    const { pool } = poolOf(3);
    await expect(pool.run(1, [0, -1, ...batches], noProgress)).rejects.toMatchObject({ code: 'malformed', message: 'minus one' });
    expect(await pool.run(7, batches, noProgress)).toEqual(batches.map((i) => 14 * i));
  });

  it('works with those that can start, and rejects only where none can', async () => {
    const { start } = fakeThreads(serve);
    let tries = 0;
    const dead = {
      post: () => {
        throw new Error('no thread');
      },
      listen: () => {},
      end: () => {},
    };
    const some = new WorkPool<number, number, number, number>(2, 4, () => (tries++ < 3 ? start() : dead));
    expect(await some.run(3, batches, noProgress)).toEqual(batches.map((i) => 6 * i));
    expect(await some.run(5, batches, noProgress)).toEqual(batches.map((i) => 10 * i));
    const none = new WorkPool<number, number, number, number>(2, 4, () => dead);
    await expect(none.run(3, batches, noProgress)).rejects.toMatchObject({ code: 'worker-lost' });
  });

  it('cancels its run when it is ended, and starts again with the next one', async () => {
    const { pool } = poolOf(2);
    const run = pool.run(1, batches, noProgress);
    pool.end();
    await expect(run).rejects.toMatchObject({ code: 'cancelled' });
    expect(await pool.run(1, [4], noProgress)).toEqual([8]);
  });
});
