import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DivideConvex } from '#core/convex';
import { InspectorError } from '#core/error';
import type { Progress } from '#core/progress';

/** The environment variable that names another program than `coacd`. */
export const coacdVariable = 'BOXWOOD_COACD';

/** Milliseconds between checks whether the job was cancelled. */
const pollInterval = 50;

/**
 * CoACD by its own command, which reads and writes OBJ files in a temporary folder. The seed is fixed, so that results repeat. A cancelled job ends
 * the command.
 *
 * Source: Wei et al., "Approximate Convex Decomposition for 3D Meshes with Collision-Aware Concavity and Tree Search" (2022).
 * @throws InspectorError `unsupported-feature` if the command is not installed or fails; whatever `progress` throws.
 */
export const divideByCoacd: DivideConvex = async (positions, indices, { maxHulls, threshold }, progress) => {
  const folder = await mkdtemp(join(tmpdir(), 'boxwood-coacd-'));
  try {
    const [input, output] = [join(folder, 'mesh.obj'), join(folder, 'parts.obj')];
    await writeFile(input, objText(positions, indices));
    await run(['-i', input, '-o', output, '-t', String(threshold), '-c', String(maxHulls), '--seed', '1'], progress);
    const text = await readFile(output, 'utf8').catch(() => {
      throw failed('CoACD wrote no file');
    });
    return partsOfObj(text);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

function objText(positions: Float32Array, indices: Uint32Array): string {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}\n`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices[i]! + 1} ${indices[i + 1]! + 1} ${indices[i + 2]! + 1}\n`);
  return lines.join('');
}

/** Returns the vertices (3·N) of each object of an OBJ text. */
export function partsOfObj(text: string): readonly Float64Array[] {
  const parts: number[][] = [];
  for (const line of text.split(/\r?\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'o' || word === 'g') parts.push([]);
    if (word !== 'v') continue;
    if (parts.length === 0) parts.push([]);
    const point = rest.slice(0, 3).map(Number);
    if (point.length < 3 || !point.every(Number.isFinite)) throw failed('CoACD wrote a vertex that is not finite');
    parts.at(-1)!.push(...point);
  }
  return parts.filter((part) => part.length > 0).map((part) => Float64Array.from(part));
}

async function run(args: readonly string[], progress: Progress): Promise<void> {
  const program = process.env[coacdVariable] ?? 'coacd';
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let message = '';
    child.stderr.on('data', (text: Buffer) => (message = `${message}${text.toString()}`.slice(-400)));
    const timer = setInterval(() => {
      try {
        progress(0.5);
      } catch (thrown) {
        child.kill('SIGKILL');
        settle(() => reject(thrown as Error));
      }
    }, pollInterval);
    const settle = (end: () => void): void => {
      clearInterval(timer);
      end();
    };
    child.once('error', () => settle(() => reject(missing(program))));
    child.once('exit', (code) =>
      settle(() => (code === 0 ? resolve() : reject(failed(`CoACD ended with code ${code}: ${message.trim().split('\n').at(-1) ?? ''}`)))),
    );
  });
}

function missing(program: string): InspectorError {
  return refusal(`The command ${program} is not installed`, `Install it (pip install coacd trimesh), or set ${coacdVariable} to its path`);
}

function failed(message: string): InspectorError {
  return refusal(message, 'Run the command coacd by hand to see why');
}

function refusal(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'unsupported-feature', message, fix, location: {} });
}
