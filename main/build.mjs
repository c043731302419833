import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { buildKernel } from './build-kernel.mjs';

/** `npm run build`: the kernel, which both others read, then the compiled code and the page side by side. Fails when one of them fails. */

const folder = fileURLToPath(new URL('../', import.meta.url));

async function run(...commands) {
  for (const args of commands) {
    const [code] = await once(spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' }), 'close');
    if (code !== 0) return false;
  }
  return true;
}

try {
  await buildKernel();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const built = await Promise.all([
  run(['node_modules/typescript-native/bin/tsc', '-b'], ['main/bundle-cli.mjs']),
  run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']),
]);
process.exitCode = Number(built.includes(false));
