import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliScript, productFolder } from './product.ts';

// Plain JavaScript, because nothing may be built yet.
const { buildKernel } = (await import(join(productFolder, 'main/build-kernel.mjs'))) as { readonly buildKernel: () => Promise<boolean> };
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

  it('has a compiled form for each of its sources and no text of them in what ships', () => {
    const shipped = join(productFolder, 'dist/core/kernel');
    expect(existsSync(join(shipped, 'assembly'))).toBe(false);
    expect(readdirSync(shipped)).toContain('kernel.generated.js');
    expect(readFileSync(join(shipped, 'kernel.generated.js')).length).toBeLessThan(240_000);
  });
});
