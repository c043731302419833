import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliScript, productFolder, temporaryFolder } from './product.ts';

// Plain JavaScript, because nothing may be built yet.
interface BuildModule {
  buildKernel(root?: string): Promise<boolean>;
}
interface CompileModule {
  compileInThread(root: string, assembly: string, entry: string, options: readonly string[]): Promise<unknown>;
}
const { buildKernel } = (await import(join(productFolder, 'main/build-kernel.mjs'))) as BuildModule;
const { compileInThread } = (await import(join(productFolder, 'main/compile-kernel.mjs'))) as CompileModule;
const sample = join(productFolder, 'resources/samples/damaged.obj');

function enginesUnder(...flags: readonly string[]): readonly string[] {
  const { stdout } = spawnSync(process.execPath, [...flags, cliScript, 'tree', sample, '--kind', 'wide', '--json'], { encoding: 'utf8' });
  const { engine, queryEngine } = JSON.parse(stdout) as { readonly engine: string; readonly queryEngine: string };
  return [engine, queryEngine];
}

describe('the kernel', () => {
  it('serves the command line, and TypeScript does where WebAssembly is forbidden', () => {
    expect(enginesUnder()).toEqual(['webassembly', 'webassembly']);
    // Without a compiler Node has no WebAssembly, in its threads neither.
    expect(enginesUnder('--jitless')).toEqual(['typescript', 'typescript']);
  });

  it('is not compiled again while its sources are as they were', async () => {
    expect(await buildKernel()).toBe(false);
  });

  it.each(['compile-kernel.mjs', 'kernel-typings.mjs'])('is compiled again when %s has changed', async (changed) => {
    const folder = temporaryFolder();
    for (const name of ['build-kernel.mjs', 'compile-kernel.mjs', 'kernel-typings.mjs'])
      copyFileSync(join(productFolder, 'main', name), join(folder, name));
    writeFileSync(join(folder, changed), `${readFileSync(join(folder, changed), 'utf8')}// Changed.\n`);
    // It neither compiles nor writes to the product.
    writeFileSync(join(folder, 'compile.mjs'), "export const compileInThread = () => Promise.reject(new Error('compiles again'));\n");
    const builder = readFileSync(join(folder, 'build-kernel.mjs'), 'utf8');
    writeFileSync(join(folder, 'build-kernel.mjs'), builder.replace("from './compile-kernel.mjs'", "from './compile.mjs'"));
    const copy = (await import(join(folder, 'build-kernel.mjs'))) as BuildModule;
    await expect(copy.buildKernel(productFolder)).rejects.toThrow('compiles again');
  });

  it('does not compile in a thread that ends without a result', async () => {
    const ending = join(temporaryFolder(), 'ending.mjs');
    writeFileSync(ending, 'process.exit(3);\n');
    const compiled = compileInThread(productFolder, 'core/kernel/assembly', 'index.ts', ['--transform', ending]);
    await expect(compiled).rejects.toThrow('The kernel did not compile: the thread for index.ts ended with exit code 3');
  });

  it('has a compiled form for each of its sources and no text of them in what ships', () => {
    const shipped = join(productFolder, 'dist/core/kernel');
    expect(existsSync(join(shipped, 'assembly'))).toBe(false);
    expect(readdirSync(shipped)).toContain('kernel.generated.js');
    expect(readFileSync(join(shipped, 'kernel.generated.js')).length).toBeLessThan(300_000);
  });
});
