import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileInThread } from './compile-kernel.mjs';
import { exportsInterface, importsInterface } from './kernel-typings.mjs';

/**
 * Compiles `core/kernel/assembly` (AssemblyScript) to two files that git ignores: `core/kernel/kernel.generated.ts`, WebAssembly as base64,
 * so that the core needs no file at run time; and `core/kernel/kernel-exports.generated.ts`, its typings. There are four modules: the whole
 * kernel for instances with memory of their own; the tree builder, the queries of one tree and the study of a mesh again, for instances that share
 * one memory.
 *
 * Everything that compiles, bundles or tests calls this first. It compares a hash and does nothing when nothing changed. Plain JavaScript,
 * because nothing may be built yet.
 */

const folder = fileURLToPath(new URL('../', import.meta.url));
const assembly = 'core/kernel/assembly';
const layouts = 'core/kernel/layouts';
const generated = 'core/kernel/kernel.generated.ts';
const typings = 'core/kernel/kernel-exports.generated.ts';
/** No relaxed SIMD: its results differ from machine to machine. Warnings 201 and 112 are about 64-bit memory and values that other modules could exchange. */
const common = [
  '-O3',
  '--converge',
  '--noAssert',
  '--runtime',
  'stub',
  '--enable',
  'simd',
  '--disableWarning',
  '201',
  '--disableWarning',
  '112',
];
/** Shared memory must have a limit: the 4 GiB that can be addressed. */
const shared = ['--enable', 'threads', '--importMemory', '--sharedMemory', '--initialMemory', '1', '--maximumMemory', '65536'];
const modules = [
  { name: 'kernelBase64', entry: 'index.ts', exports: 'GeneratedExports', imports: 'GeneratedImports', options: common },
  { name: 'sharedKernelBase64', entry: 'shared.ts', exports: 'GeneratedSharedExports', imports: null, options: [...common, ...shared] },
  {
    name: 'sharedQueriesBase64',
    entry: 'shared-queries.ts',
    exports: 'GeneratedSharedQueryExports',
    imports: null,
    options: [...common, ...shared],
  },
  {
    name: 'sharedStudyBase64',
    entry: 'shared-study.ts',
    exports: 'GeneratedSharedStudyExports',
    imports: null,
    options: [...common, ...shared],
  },
];

/** Scripts that decide what is written: how the compiler is called, and how its output becomes typings. */
const ownScripts = ['./compile-kernel.mjs', './kernel-typings.mjs'];

/** Returns whether it had to compile. @throws Error with the compiler's own text. */
export async function buildKernel(root = folder) {
  const hash = sourceHash(root);
  const targets = [join(root, typings), join(root, generated)];
  if (targets.every((target) => existsSync(target) && readFileSync(target, 'utf8').startsWith(`// ${hash}\n`))) {
    // What compares times has to see that they are no older than their sources.
    for (const target of targets) {
      if (sources(root).some((path) => statSync(path).mtimeMs > statSync(target).mtimeMs)) utimesSync(target, new Date(), new Date());
    }
    return false;
  }
  const head = [`// ${hash}`, '/** Written by main/build-kernel.mjs. */'];
  const code = [...head];
  const types = [...head];
  const compiled = await Promise.all(modules.map(({ entry, options }) => compileInThread(root, assembly, entry, options)));
  for (const [i, { name, entry, exports, imports }] of modules.entries()) {
    const { wasm, declarations, bindings } = compiled[i];
    code.push(`export const ${name} =\n  '${Buffer.from(wasm).toString('base64')}';`);
    types.push(exportsInterface(exports, declarations, `assembly/${entry}`, wasm));
    if (imports !== null) types.push(importsInterface(imports, bindings, `assembly/${entry}`, wasm));
  }
  writeAtOnce(join(root, typings), types);
  writeAtOnce(join(root, generated), code);
  return true;
}

/** Under its name at once or not at all: several processes may do this at the same time. */
function writeAtOnce(target, lines) {
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, `${lines.join('\n')}\n`);
  renameSync(unfinished, target);
}

/** Covers all sources, the options, the compiler's version and the scripts that call it and turn its output into typings. */
function sourceHash(root) {
  const hash = createHash('sha256').update(JSON.stringify(modules)).update(compilerVersion(root));
  for (const path of ownScripts) hash.update(readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll('\r\n', '\n'));
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
