import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildKernel } from './build-kernel.mjs';

/**
 * `npm run build`: the kernel, which both others read, then the compiled code and the page side by side. With the argument `code` or `page`
 * that part alone, after the kernel. Fails when a part fails, and stops its processes when a signal stops it.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
/** The scripts of each part, one after the other. */
const parts = {
  code: [['node_modules/typescript-native/bin/tsc', '-b'], ['main/bundle-cli.mjs']],
  page: [['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']],
};
/** A group has the processes that a child has started too: the compiler is one. Windows has no groups and no signals. */
const hasGroups = process.platform !== 'win32';
const children = new Set();
let interruptedBy = null;

const wanted = process.argv[2];
if (wanted !== undefined && !Object.hasOwn(parts, wanted)) fail(`There is no part "${wanted}": use code or page`);
try {
  await buildKernel();
} catch (error) {
  fail(error.message);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);
const built = await Promise.all((wanted === undefined ? Object.values(parts) : [parts[wanted]]).map(buildPart));
process.exitCode = interruptedBy === null ? Number(built.includes(false)) : 128 + constants.signals[interruptedBy];

async function buildPart(scripts) {
  for (const script of scripts) {
    if (interruptedBy !== null || (await run(script)) !== 0) return false;
  }
  return true;
}

/** Returns the exit code of a script; null if a signal ended it or it did not start. */
function run(args) {
  return new Promise((done) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit', detached: hasGroups });
    children.add(child);
    const end = (code) => {
      children.delete(child);
      done(code);
    };
    child.once('close', end).once('error', (error) => {
      process.stderr.write(`${args[0]} did not start: ${error.message}\n`);
      end(null);
    });
  });
}

function interrupt(signal) {
  interruptedBy = signal;
  for (const child of children) {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
