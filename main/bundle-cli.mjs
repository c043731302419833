import { rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Bundles the built command line and its worker thread into `dist/cli`, because Node takes about a millisecond to load each file: `inspect`
 * opened 280. Packages that find files of their own next to their code stay outside, and so do heavy ones that few commands use. The others
 * are still dependencies, so that their licences are installed with them.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
const built = join(folder, 'dist');
const target = join(built, 'cli');
const entries = { 'run-cli': 'main/cli/run-cli.js', worker: 'main/worker/worker.js' };
const external = [/^node:/, /^(@dimforge\/rapier3d-compat|aws4fetch|draco3dgltf|gltf-validator|meshoptimizer|ws)(\/|$)/];

/** What is loaded together is one file: modules of the first group whose entries import them by statements. All others are split by use. */
const groups = [
  { name: 'shared', of: ['main/cli/run-cli.js', 'main/cli/inspect.js'], and: ['main/worker/serve-jobs.js', 'core/job/import-job.js'] },
  { name: 'start', of: ['main/cli/run-cli.js', 'main/cli/inspect.js'] },
  { name: 'thread', of: ['main/worker/serve-jobs.js', 'core/job/run-job.js', 'core/job/import-job.js', 'core/import/import-obj.js'] },
  { name: 'tree', of: ['main/cli/query-ray.js', 'main/cli/tree.js', 'core/job/build-job.js'] },
  { name: 'check', of: ['main/cli/check.js', 'core/job/check-job.js'] },
];

/** Modules keep the address that they have unbundled, so that files next to them are found; only the worker thread is that of the bundle. */
const addresses = {
  name: 'addresses',
  transform(code, id) {
    if (!id.startsWith(built + sep) || !code.includes('import.meta.url')) return null;
    const own = `new URL(${JSON.stringify(slashes(relative(target, id)))}, import.meta.url).href`;
    const thread = /new URL\('([^']+)', import\.meta\.url\)/g;
    const withThread = code.replace(thread, (address, to) =>
      resolve(dirname(id), to) === join(built, entries.worker) ? "new URL('./worker.js', import.meta.own)" : address,
    );
    return withThread.replaceAll('import.meta.url', own).replaceAll('import.meta.own', 'import.meta.url');
  },
};

function slashes(path) {
  return path.split(sep).join('/');
}

/** Returns the modules that are loaded with an entry. */
function loadedWith(names, infoOf) {
  const found = new Set();
  const waiting = names.map((name) => join(built, name));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(infoOf(id)?.importedIds ?? []));
  }
  return found;
}

function groupName(infoOf) {
  let sets = null;
  return (id) => {
    sets ??= groups.map(({ name, of, and }) => {
      const own = loadedWith(of, infoOf);
      const other = and === undefined ? own : loadedWith(and, infoOf);
      return { name, ids: new Set([...own].filter((one) => other.has(one))) };
    });
    return sets.find(({ ids }) => ids.has(id))?.name ?? null;
  };
}

const build = await rolldown({
  input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, join(built, path)])),
  plugins: [addresses],
  platform: 'node',
  cwd: folder,
  external,
  preserveEntrySignatures: 'allow-extension',
  checks: { ineffectiveDynamicImport: false },
});
let name = null;
await rm(target, { recursive: true, force: true });
await build.write({
  dir: target,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    // The groups already hold what their modules import.
    includeDependenciesRecursively: false,
    groups: [{ name: (id, graph) => (name ??= groupName((other) => graph.getModuleInfo(other)))(id), debugName: 'loaded together' }],
  },
});
await build.close();
