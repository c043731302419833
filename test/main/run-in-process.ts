import { join } from 'node:path';
import type * as runCliModule from '../../main/cli/run-cli.ts';
import type { WorkerPool } from '../../main/documents/worker-pool.ts';
import { lastingPool, productFolder, type CliOutcome } from './product.ts';

const { runCli } = (await import(join(productFolder, 'dist/main/cli/run-cli.js'))) as typeof runCliModule;

/** As many as the commands of one test use at a time. Threads start when they are first needed. */
const warmThreads = lastingPool(4);

export interface InProcessOptions {
  /** Relative names resolve against it. All commands that run at the same time share one. */
  readonly folder?: string;
  readonly showsProgress?: boolean;
  readonly signal?: AbortSignal;
  /** Called with each piece of text as it is printed. */
  readonly onOut?: (text: string) => void;
  readonly onErr?: (text: string) => void;
  /** `null`: the command starts and ends threads of its own, as it does in a process of its own. */
  readonly pool?: WorkerPool | null;
}

let running = 0;
let folderBefore = '';

/** Runs the built `boxwood` in this process with warm threads: the exit code and the texts are those of `runBoxwood`, in a tenth of its time. */
export async function runInProcess(args: readonly string[], options: InProcessOptions = {}): Promise<CliOutcome> {
  const { folder = productFolder, showsProgress = false, signal = new AbortController().signal, pool = warmThreads } = options;
  if (running > 0 && process.cwd() !== folder) throw new Error('commands that run at the same time share a folder');
  if (running++ === 0) {
    folderBefore = process.cwd();
    process.chdir(folder);
  }
  let out = '';
  let err = '';
  try {
    const exitCode = await runCli(args, {
      out: (text) => {
        out += text;
        options.onOut?.(text);
      },
      err: (text) => {
        err += text;
        options.onErr?.(text);
      },
      showsProgress,
      signal,
      ...(pool === null ? {} : { pool }),
    });
    return { exitCode, out, err };
  } finally {
    if (--running === 0) process.chdir(folderBefore);
  }
}
