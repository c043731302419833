import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Compiles `core/kernel/assembly` (AssemblyScript) to `core/kernel/kernel.generated.ts`: WebAssembly as base64, so that the core needs no
 * file at run time; all of it once for instances with memory of their own, and the builder again for those that share one. Everything that compiles, bundles or tests calls this first; it looks at a hash and does nothing
 * when nothing changed. Plain JavaScript, because nothing may be built yet.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
const assembly = 'core/kernel/assembly';
const layouts = 'core/kernel/layouts';
const generated = 'core/kernel/kernel.generated.ts';
/** No relaxed SIMD: its results differ from machine to machine. 201 and 112 warn of 64-bit memory and of values that only other modules could exchange. */
const common = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--disableWarning', '201', '--disableWarning', '112'];
/** What may be shared has to have a limit: the 4 GiB that can be addressed. */
const shared = ['--enable', 'threads', '--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];
const modules = [
  { name: 'kernelBase64', entry: 'index.ts', options: common },
  { name: 'sharedKernelBase64', entry: 'shared.ts', options: [...common, ...shared] },
];

/** Whether it had to compile. @throws Error with the compiler's own text. */
export async function buildKernel(root = folder) {
  const hash = sourceHash(root);
  const target = join(root, generated);
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(`// ${hash}\n`)) {
    // What looks at times has to see that it is no older than its sources.
    if (sources(root).some((path) => statSync(path).mtimeMs > statSync(target).mtimeMs)) utimesSync(target, new Date(), new Date());
    return false;
  }
  const lines = [`// ${hash}`, '/** Written by main/build-kernel.mjs. */'];
  for (const { name, entry, options } of modules) {
    const bytes = await compile(root, entry, options);
    lines.push(`export const ${name} =\n  '${bytes.toString('base64')}';`);
  }
  // Under its name at once or not at all: several processes may do this at the same time.
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, `${lines.join('\n')}\n`);
  renameSync(unfinished, target);
  return true;
}

/** Of all sources, the options and the compiler's version. */
function sourceHash(root) {
  const hash = createHash('sha256').update(JSON.stringify(modules)).update(compilerVersion(root));
  for (const path of sources(root))
    hash.update(relative(root, path).replaceAll('\\', '/')).update(readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  return hash.digest('hex');
}

function compilerVersion(root) {
  try {
    return createRequire(join(root, 'package.json'))('assemblyscript/package.json').version;
  } catch (error) {
    throw new Error('AssemblyScript is not installed: run npm ci (or npm install)', { cause: error });
  }
}

/** The assembly, and the layouts that it shares with TypeScript. */
function sources(root) {
  return [assembly, layouts]
    .flatMap((from) => readdirSync(join(root, from), { recursive: true, encoding: 'utf8' }).map((name) => join(root, from, name)))
    .filter((path) => path.endsWith('.ts'))
    .sort();
}

async function compile(root, entry, options) {
  const { default: asc } = await import('assemblyscript/asc');
  let wasm = null;
  const { error, stderr } = await asc.main([`${assembly}/${entry}`, '--outFile', 'kernel.wasm', '--baseDir', root, ...options], {
    readFile: (name, base) => {
      const path = resolve(base, name);
      return existsSync(path) ? readFileSync(path, 'utf8') : null;
    },
    writeFile: (_, contents) => {
      wasm = Buffer.from(contents);
    },
    listFiles: () => [],
  });
  if (error !== null || wasm === null) throw new Error(`The kernel did not compile\n${stderr.toString()}`, { cause: error });
  return wasm;
}

// Other scripts import this file instead of running it. The path may lead here through a symbolic link.
const program = process.argv[1];
if (program !== undefined && realpathSync(program) === fileURLToPath(import.meta.url)) {
  try {
    await buildKernel();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
