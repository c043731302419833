/**
 * Runs the browser shells of many suites in one process, each with documents of its own: to load the modules of the product and of its threads takes longer
 * than most tests. The parent sends `{id, files, port}` to start a shell, which answers `{id, address}` or `{id, error}`, and `{id}` to end it,
 * which answers `{id}`. Ends with its parent. Nothing is kept for a user.
 */
import { Documents } from '../../dist/main/documents/documents.js';
import { openAndReport } from '../../dist/main/documents/open-and-report.js';
import { WorkerPool } from '../../dist/main/documents/worker-pool.js';
import { pageFolder, samplesFolder } from '../../dist/main/product-folders.js';
import { serve } from '../../dist/main/serve.js';

const pool = new WorkerPool();
/** The documents of a shell dispose of their pool; these threads stay for the next shell. */
const lastingPool = { run: (request, options) => pool.run(request, options), dispose: async () => {} };
const shells = new Map();

process.on('disconnect', () => process.exit());
process.on('message', ({ id, files, port }) => {
  const isStart = files !== undefined;
  void (isStart ? start(id, files, port) : end(id)).then(
    (answer) => process.send({ id, ...answer }),
    (error) => process.send({ id, error: String(error) }),
  );
});

async function start(id, files, port) {
  const documents = new Documents({ pool: lastingPool, samplesFolder, userFolder: null });
  const server = await serve({ documents, pageFolder, port });
  shells.set(id, { documents, server });
  openAndReport(documents, files, () => {});
  return { address: server.address };
}

async function end(id) {
  const { documents, server } = shells.get(id);
  shells.delete(id);
  await server.close();
  await documents.dispose();
  return {};
}
