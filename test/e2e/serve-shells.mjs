/**
 * Runs the browser shells of many suites in one process, each with documents of its own: to load the modules of the product and of its threads takes longer
 * than most tests. The parent sends `{id, files, port}` to start a shell, which answers `{id, address}` or `{id, error}`, and `{id}` to end it,
 * which answers `{id}` once its jobs have ended. Ends with its parent, and by an uncaught error, which Node prints; the parent then starts another process. Nothing
 * is kept for a user.
 */
import { formatError } from '../../dist/core/error.js';
import { cancelledError } from '../../dist/core/cancelled.js';
import { Documents } from '../../dist/main/documents/documents.js';
import { openAndReport } from '../../dist/main/documents/open-and-report.js';
import { WorkerPool } from '../../dist/main/documents/worker-pool.js';
import { pageFolder, samplesFolder } from '../../dist/main/product-folders.js';
import { serve } from '../../dist/main/serve.js';

const pool = new WorkerPool();
const shells = new Map();

/** The jobs of one shell. Its documents dispose of them as of a pool; the threads stay for the next shell. */
class ShellPool {
  #running = new Set();
  #end = new AbortController();

  async run(request, options = {}) {
    const end = this.#end.signal;
    if (end.aborted) throw cancelledError();
    const signal = options.signal === undefined ? end : AbortSignal.any([options.signal, end]);
    const job = pool.run(request, { ...options, signal });
    this.#running.add(job);
    try {
      return await job;
    } finally {
      this.#running.delete(job);
    }
  }

  /** Cancels all jobs, and resolves when none has a thread. */
  async dispose() {
    this.#end.abort();
    await Promise.allSettled(this.#running);
  }
}

process.on('disconnect', () => process.exit());
process.on('message', ({ id, files, port }) => {
  const isStart = files !== undefined;
  void (isStart ? start(id, files, port) : end(id)).then(
    (answer) => process.send({ id, ...answer }),
    (error) => process.send({ id, error: error.stack ?? String(error) }),
  );
});

async function start(id, files, port) {
  const documents = new Documents({ pool: new ShellPool(), samplesFolder, userFolder: null });
  const server = await serve({ documents, pageFolder, port });
  shells.set(id, { documents, server });
  openAndReport(documents, files, (error) => console.error(`The shell of ${files.join(', ')}: ${formatError(error)}`));
  return { address: server.address };
}

async function end(id) {
  const { documents, server } = shells.get(id);
  shells.delete(id);
  try {
    await server.close();
  } finally {
    await documents.dispose();
  }
  return {};
}
