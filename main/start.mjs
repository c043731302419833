import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildKernel } from './build-kernel.mjs';

/**
 * `npm start -- [FILE…]`: builds what is older than its sources, then opens the files, or the first sample. Plain
 * JavaScript, because nothing may be built yet.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
const sources = ['core', 'main', 'renderer', 'package.json', 'tsconfig.base.json', 'vite.config.ts'];
/** Vite writes the page at each build. */
const page = 'dist/renderer-app/index.html';
/** At each build of a project TypeScript writes its notes. `compiled`: the names of its sources. */
const projects = [
  { folder: 'core', notes: 'dist/core.tsbuildinfo' },
  { folder: 'renderer/host', notes: 'dist/host-api.tsbuildinfo', compiled: /-api\.ts$/ },
  { folder: 'main', notes: 'dist/main.tsbuildinfo' },
];
const bundle = 'dist/cli/run-cli.js';
const results = [page, bundle, 'dist/main/cli.js', 'dist/main/electron.js', 'dist/main/preload.cjs', 'dist/main/worker/worker.js'];

/**
 * Returns whether a source is newer than its build, or a built file is missing. The page and the compiled code are checked
 * separately: one may have been built without the other.
 */
export function isStale(root) {
  if (![...results, ...projects.map(({ notes }) => notes)].every((path) => existsSync(join(root, path)))) return true;
  const pageBuilt = statSync(join(root, page)).mtimeMs;
  if (sources.some((path) => newest(join(root, path)) > pageBuilt)) return true;
  const bundled = statSync(join(root, bundle)).mtimeMs;
  return projects.some((project) => isUncompiled(root, project) || statSync(join(root, project.notes)).mtimeMs > bundled);
}

function isUncompiled(root, { folder: sourceFolder, notes, compiled = /\.c?ts$/ }) {
  const path = join(root, notes);
  // The notes list the files that were not written because of an error.
  if (readFileSync(path, 'utf8').includes('"affectedFilesPendingEmit"')) return true;
  // Other files do not matter here. The check of the page notices deleted files.
  return newest(join(root, sourceFolder), compiled) > statSync(path).mtimeMs;
}

/** Returns the files of the command line as absolute paths. npm changes the folder, and INIT_CWD is the first one. */
export function filesToOpen(args, startFolder, root) {
  const given = args.filter((argument) => argument !== '--');
  if (given.length === 0) return firstSample(root);
  // The command line refuses unknown flags.
  return given.map((file) => (file.startsWith('-') ? file : resolve(startFolder, file)));
}

function firstSample(root) {
  const list = join(root, 'resources/samples/samples.json');
  if (!existsSync(list)) return [];
  const [first] = JSON.parse(readFileSync(list, 'utf8'));
  return first === undefined ? [] : [join(root, 'resources/samples', first.file)];
}

/**
 * Returns the time of the latest change of a file, or of all files below a folder, in milliseconds since 1970. Deletions count
 * unless only files of certain names do.
 */
function newest(path, names = null) {
  if (!existsSync(path)) return 0;
  const status = statSync(path);
  if (!status.isDirectory()) return names === null || names.test(path) ? status.mtimeMs : 0;
  const own = names === null ? status.mtimeMs : 0;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name), names)), own);
}

/** Compiles only what runs: the app starts even if the tests do not compile. */
async function build(root) {
  await buildKernel(root);
  const require = createRequire(join(root, 'package.json'));
  const bin = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);
  run(root, 'Compiling …', [bin('typescript', 'bin/tsc'), '-b', 'main']);
  run(root, 'Bundling the command line …', [join(root, 'main/bundle-cli.mjs')]);
  run(root, 'Building the page …', [bin('vite', 'bin/vite.js'), 'build', '--logLevel', 'warn']);
}

function run(root, title, args) {
  process.stderr.write(`${title}\n`);
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  process.stderr.write('boxwood: The build failed. See the lines above; npm ci installs what it needs.\n');
  process.exit(2);
}

async function start() {
  if (isStale(folder)) await build(folder);
  const files = filesToOpen(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd(), folder);
  // The command line reads its arguments from here, and chooses the shell.
  process.argv = [process.execPath, join(folder, 'dist/main/cli.js'), 'open', ...files];
  await import(pathToFileURL(join(folder, 'dist/main/cli.js')).href);
}

// A test imports this file instead of running it. The path may lead here through a symbolic link.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) await start();
