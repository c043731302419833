import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * `npm start -- [FILE…]`: builds what is older than its sources, then opens the files, or the first sample. Plain
 * JavaScript, because nothing may be built yet.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
const sources = ['core', 'main', 'renderer', 'package.json', 'tsconfig.base.json', 'vite.config.ts'];
/** Vite writes the page last and always anew, so its time is that of the last whole build. */
const lastBuilt = 'dist/renderer-app/index.html';
const results = [lastBuilt, 'dist/main/cli.js', 'dist/main/electron.js', 'dist/main/preload.cjs', 'dist/main/worker/worker.js'];

/** Whether a source is newer than the last build, or something that is built is missing. */
export function isStale(root) {
  if (!results.every((path) => existsSync(join(root, path)))) return true;
  const built = statSync(join(root, lastBuilt)).mtimeMs;
  return sources.some((path) => newest(join(root, path)) > built);
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

/** Milliseconds since 1970 of the latest change of a file, or of all below a folder, its deletions included. */
function newest(path) {
  if (!existsSync(path)) return 0;
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), status.mtimeMs);
}

/** Only what runs is compiled: tests may be broken and the app starts all the same. */
function build(root) {
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
  if (isStale(folder)) build(folder);
  const files = filesToOpen(process.argv.slice(2), process.env['INIT_CWD'] ?? process.cwd(), folder);
  // The command line reads its arguments from here, and knows which shell can be had.
  process.argv = [process.execPath, join(folder, 'dist/main/cli.js'), 'open', ...files];
  await import(pathToFileURL(join(folder, 'dist/main/cli.js')).href);
}

// A test imports this file instead of running it. The path may lead here through a symbolic link.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) await start();
