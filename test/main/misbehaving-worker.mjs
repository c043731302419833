import { parentPort } from 'node:worker_threads';

/**
 * A worker that does what the file name of its import says: `answer` (after as many progress reports as there are bytes),
 * `exit`, `throw`, `hang` (deaf to cancel), `listen` (until cancelled), `swell` (until memory ends). The two that wait report that they have begun.
 */
parentPort.on('message', ({ kind, request, cancelFlag }) => {
  if (kind !== 'run') return;
  const cancelled = () => Atomics.load(new Int32Array(cancelFlag), 0) === 1;
  switch (request.fileName) {
    case 'answer':
      for (let i = 1; i <= request.bytes.length; i++) parentPort.postMessage({ kind: 'progress', fraction: i / request.bytes.length });
      parentPort.postMessage({ kind: 'done', result: { kind: 'import', length: request.bytes.length } });
      break;
    case 'exit':
      process.exit(3);
      break;
    case 'throw':
      throw new TypeError('a defect');
    case 'hang':
      parentPort.postMessage({ kind: 'progress', fraction: 0 });
      for (;;);
    case 'listen': {
      parentPort.postMessage({ kind: 'progress', fraction: 0 });
      while (!cancelled());
      const error = { code: 'cancelled', message: 'Cancelled', fix: 'Again', location: {} };
      parentPort.postMessage({ kind: 'failed', error, stack: null });
      break;
    }
    case 'swell': {
      const held = [];
      for (;;) held.push(new Array(100_000).fill({ a: held.length }));
    }
  }
});
