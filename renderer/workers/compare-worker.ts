/** The worker that compares all kinds of trees: its clock is not held up by what the page draws, and ending it cancels. */
import { toErrorData } from '#core/error';
import { compareKinds, defaultCounts } from '#core/job';
import type { FromCompareWorker, CompareRequest } from '../state/compare/compare-messages.ts';

/** Between two sendings of progress, ms. */
const progressEvery = 100;

self.addEventListener('message', ({ data: { positions, indices, options } }: MessageEvent<CompareRequest>) => {
  const send = (message: FromCompareWorker): void => self.postMessage(message);
  const start = performance.now();
  let reported = start;
  try {
    const progress = (fraction: number): void => {
      const now = performance.now();
      if (now - reported < progressEvery) return;
      reported = now;
      send({ kind: 'progress', fraction });
    };
    const records = compareKinds({ positions, indices, parts: [] }, options, defaultCounts, progress, (rows) =>
      send({ kind: 'rows', records: rows }),
    );
    send({ kind: 'done', records, milliseconds: performance.now() - start });
  } catch (thrown) {
    send({ kind: 'failed', problem: toErrorData(thrown) });
  }
});
