import { Worker } from 'node:worker_threads';
import type { FacetBlocks, ReadHelp } from '#core/import';
import type { Descriptor } from './open-file.ts';

/** What a thread reads. It replies with `null` when no block is left. */
export interface ReadHelpRequest {
  readonly file: Descriptor;
  readonly blocks: FacetBlocks;
}

/** Threads that help to read files, one file after another. */
export interface ReadHelpers {
  /** Returns what reads an open file with the threads. One that cannot start, or is lost, reads nothing. */
  readonly helpWith: (file: Descriptor) => ReadHelp['read'];
  readonly end: () => void;
}

/** Starts threads of a script, `read-helper.js`. */
export function startReadHelpers(count: number, script: URL): ReadHelpers {
  const helpers = Array.from({ length: count }, () => startHelper(script));
  return {
    helpWith: (file) => async (blocks) => void (await Promise.all(helpers.map(({ read }) => read({ file, blocks })))),
    end: () => {
      for (const { end } of helpers) end();
    },
  };
}

interface ReadHelper {
  /** Resolves when the thread has read its blocks, or is lost. */
  readonly read: (request: ReadHelpRequest) => Promise<void>;
  readonly end: () => void;
}

const noHelper: ReadHelper = { read: async () => {}, end: () => {} };

function startHelper(script: URL): ReadHelper {
  let worker: Worker;
  try {
    worker = new Worker(script, { execArgv: [] });
  } catch {
    return noHelper;
  }
  let isLost = false;
  // Replies come in the order of the requests.
  const replies: (() => void)[] = [];
  const lose = (): void => {
    isLost = true;
    for (const reply of replies.splice(0)) reply();
  };
  worker.on('message', () => replies.shift()?.());
  for (const end of ['error', 'messageerror', 'exit'] as const) worker.on(end, lose);
  return {
    read: (request) =>
      new Promise((resolve) => {
        if (isLost) return resolve();
        replies.push(resolve);
        worker.postMessage(request);
      }),
    end: () => void worker.terminate(),
  };
}
