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
/** Vite writes the page always anew. */
const page = 'dist/renderer-app/index.html';
/** TypeScript writes of each project, anew with every build, which sources it has seen. */
const projects = [
  { folder: 'core', notes: 'dist/core.tsbuildinfo' },
  { folder: 'renderer/host', notes: 'dist/host-api.tsbuildinfo', only: 'host-api.ts' },
  { folder: 'main', notes: 'dist/main.tsbuildinfo' },
];
const results = [page, 'dist/main/cli.js', 'dist/main/electron.js', 'dist/main/preload.cjs', 'dist/main/worker/worker.js'];

/**
 * Whether a source is newer than what was built of it, or something that is built is missing. The page and the compiled
 * code are looked at each for itself: one may have been built without the other.
 */
export function isStale(root) {
  if (![...results, ...projects.map(({ notes }) => notes)].every((path) => existsSync(join(root, path)))) return true;
  const pageBuilt = statSync(join(root, page)).mtimeMs;
  if (sources.some((path) => newest(join(root, path)) > pageBuilt)) return true;
  return projects.some((project) => isUncompiled(root, project));
}

function isUncompiled(root, { folder: sourceFolder, notes, only }) {
  const path = join(root, notes);
  // An error kept something from being written, and is noted there too.
  if (readFileSync(path, 'utf8').includes('"affectedFilesPendingEmit"')) return true;
  // What is not compiled does not matter here, and a file that is gone is seen by the page's time.
  return newest(join(root, sourceFolder, only ?? ''), /\.c?ts$/) > statSync(path).mtimeMs;
}

/** The files of the command line as absolute paths; npm changes the folder and tells the first one in INIT_CWD. */
export function filesToOpen(args, startFolder, root) {
  const given = args.filter((argument) => argument !== '--');
  if (given.length === 0) return firstSample(root);
  // What looks like a flag is left for the command line to refuse.
  return given.map((file) => (file.startsWith('-') ? file : resolve(startFolder, file)));
}

function firstSample(root) {
  const list = join(root, 'resources/samples/samples.json');
  if (!existsSync(list)) return [];
  const [first] = JSON.parse(readFileSync(list, 'utf8'));
  return first === undefined ? [] : [join(root, 'resources/samples', first.file)];
}

/** Milliseconds since 1970 of the latest change of a file, or of all below a folder: its deletions included, unless only files of certain names count. */
function newest(path, names = null) {
  if (!existsSync(path)) return 0;
  const status = statSync(path);
  if (!status.isDirectory()) return names === null || names.test(path) ? status.mtimeMs : 0;
  const own = names === null ? status.mtimeMs : 0;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name), names)), own);
}

/** Only what runs is compiled: tests may be broken and the app starts all the same. */
async function build(root) {
  await buildKernel(root);
  const require = createRequire(join(root, 'package.json'));
  const bin = (name, file) => join(dirname(require.resolve(`${name}/package.json`)), file);
  run(root, 'Compiling …', [bin('typescript', 'bin/tsc'), '-b', 'main']);
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
  // The command line reads its arguments from here, and knows which shell can be had.
  process.argv = [process.execPath, join(folder, 'dist/main/cli.js'), 'open', ...files];
  await import(pathToFileURL(join(folder, 'dist/main/cli.js')).href);
}

// A test imports this file instead of running it. The path may lead here through a symbolic link.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) await start();
