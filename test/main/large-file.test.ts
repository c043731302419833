import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { productFolder, temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const facets = 43_000_000;
const meshBytes = facets * (9 * 8 + 3 * 4);
/** Of Node and of what the program holds beside the mesh and a window. */
const maxBeside = 200 * 2 ** 20;

/** A binary STL of so many facets, all in the origin but for those given: a sparse file, which takes no space. */
function writeStl(path: string, count: number, given: readonly (readonly [index: number, vertices: readonly number[]])[]): void {
  const file = openSync(path, 'w');
  const header = Buffer.alloc(84);
  header.writeUInt32LE(count, 80);
  writeSync(file, header, 0, 84, 0);
  for (const [index, vertices] of given) {
    const facet = Buffer.alloc(50);
    vertices.forEach((value, k) => facet.writeFloatLE(value, 12 + 4 * k));
    writeSync(file, facet, 0, 50, 84 + 50 * index);
  }
  ftruncateSync(file, 84 + 50 * count);
  closeSync(file);
}

/** The program in a process of its own, and the most memory that it had at a time. */
async function inspect(path: string): Promise<{ readonly report: unknown; readonly peakBytes: number }> {
  const entry = JSON.stringify(pathToFileURL(join(productFolder, 'dist/main/cli.js')).href);
  const script = join(folder, 'inspect.mjs');
  writeFileSync(
    script,
    `process.on('exit', () => process.stderr.write(String(process.resourceUsage().maxRSS)));\nawait import(${entry});\n`,
  );
  const child = spawn(process.execPath, [script, 'inspect', path, '--json']);
  let out = '';
  let err = '';
  child.stdout.on('data', (data) => void (out += String(data)));
  child.stderr.on('data', (data) => void (err += String(data)));
  await new Promise((resolve) => child.on('close', resolve));
  return { report: JSON.parse(out), peakBytes: 1024 * Number(err) };
}

const hasRoom = totalmem() / 4 >= meshBytes;
if (isFullRun && !hasRoom) console.warn(`SKIPPED a file above 2 GiB: its mesh takes ${meshBytes} bytes, more than a quarter of the memory`);

test.skipIf(!isFullRun || !hasRoom)(
  'a binary STL above 2 GiB is read, facets behind 2^31 bytes too, in the memory of its mesh',
  async () => {
    const path = join(folder, 'large.stl');
    writeStl(path, facets, [
      [0, [0, 0, 0, 1, 0, 0, 0, 1, 0]],
      [facets - 1, [0, 0, 0, 0, 7, 0, 0, 0, 9]],
    ]);
    expect(84 + 50 * facets).toBeGreaterThan(2 ** 31);
    const { report, peakBytes } = await inspect(path);
    expect(report).toMatchObject({ triangles: facets, vertices: 3 * facets, bounds: { min: [0, 0, 0], max: [1, 7, 9] } });
    console.warn(`Peak of the process: ${Math.round(peakBytes / 2 ** 20)} MiB, of which the mesh ${Math.round(meshBytes / 2 ** 20)}`);
    expect(peakBytes).toBeLessThan(meshBytes + maxBeside);
  },
  20 * 60_000,
);
