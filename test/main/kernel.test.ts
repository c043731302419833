import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliScript, productFolder } from './product.ts';

// Plain JavaScript, because nothing may be built yet.
const { buildKernel } = (await import(join(productFolder, 'main/build-kernel.mjs'))) as { readonly buildKernel: () => Promise<boolean> };
const sample = join(productFolder, 'resources/samples/damaged.obj');

function engineUnder(...flags: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, [...flags, cliScript, 'tree', sample, '--kind', 'wide', '--json'], { encoding: 'utf8' });
  return (JSON.parse(stdout) as { engine: string }).engine;
}

describe('the kernel', () => {
  it('serves the command line, and TypeScript does where WebAssembly is forbidden', () => {
    expect(engineUnder()).toBe('webassembly');
    // Without a compiler Node has no WebAssembly, in its threads neither.
    expect(engineUnder('--jitless')).toBe('typescript');
  });

  it('is not compiled again while its sources are as they were', async () => {
    expect(await buildKernel()).toBe(false);
  });

  it('has a compiled form for each of its sources and no text of them in what ships', () => {
    const shipped = join(productFolder, 'dist/core/kernel');
    expect(existsSync(join(shipped, 'assembly'))).toBe(false);
    expect(readdirSync(shipped)).toContain('kernel.generated.js');
    expect(readFileSync(join(shipped, 'kernel.generated.js')).length).toBeLessThan(200_000);
  });
});
