import { statSync } from 'node:fs';
import { totalmem } from 'node:os';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** A thread that starts while the modules of a verb load. It keeps no process alive until it is taken. */
export interface EarlyThread {
  /** Returns the thread, once; `null` afterwards, or if it has ended. */
  readonly take: () => Worker | null;
}

/** Keeps a thread that was started before it is known whether a job comes. */
export function earlyThread(started: Worker): EarlyThread {
  let worker: Worker | null = started;
  worker.unref();
  const lose = (): void => void (worker = null);
  worker.on('error', lose).on('exit', lose);
  return {
    take: () => {
      const taken = worker?.off('error', lose).off('exit', lose) ?? null;
      worker = null;
      taken?.ref();
      return taken;
    },
  };
}

/** Starts a thread with the limits of the product. */
export function startThread(script: URL, maxHeapMegabytes = defaultHeapMegabytes()): Worker {
  // Flags of Node, such as those of a debugger or `--conditions source`, are not for threads.
  return new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: maxHeapMegabytes }, execArgv: [] });
}

/** Such a file is read in a few milliseconds, with a few MiB: no Ctrl-C waits for it, and no lack of memory ends the process. */
const maxSmallBytes = 2 ** 18;
/** Plain formats: a mesh takes a few times the memory of its file. */
const smallFormats = ['.obj', '.off', '.ply', '.stl'];

/** Whether a thread would take longer to start than a file takes to read. */
export function isSmallFile(path: string): boolean {
  if (!smallFormats.includes(extname(path).toLowerCase())) return false;
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= maxSmallBytes;
  } catch {
    // The verb reports why a file cannot be read.
    return false;
  }
}

/** A quarter of the memory, limited to a size that V8 handles well. */
function defaultHeapMegabytes(): number {
  return Math.min(4096, Math.floor(totalmem() / 4 / 2 ** 20));
}
