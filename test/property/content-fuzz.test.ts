import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { checkHealth } from '#core/health/report/check-health';
import { importMesh } from '#core/import/import-mesh';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { createDracoDecoder } from '../../main/worker/draco-decoder.ts';
import { arrayMutants, modelMutants, propertyMutants, streamMutants, type ContentMutants } from '../fixtures/content-mutants.ts';
import { cpuMilliseconds } from '../fixtures/cpu-milliseconds.ts';
import { keepBroken } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';

/** Processor time of a step on any machine; on an idle one of 2026 the slowest takes less than two seconds. */
const maxMilliseconds = 20_000;
const firstSeed = isFullRun ? Number(process.env['BOXWOOD_TEST_SEED']) : 22;
const tree = defaultValues(buildOptions);
const health = defaultValues(healthOptions);
const decodeDraco = createDracoDecoder();
/** Of the meshes that differ: trees and checks take most of the time. */
const checkedShare = isFullRun ? 1 : 20;
/** A tenth of the full number, but of Draco: a decoder that failed is made again, which takes some milliseconds. */
const cases: readonly (readonly [string, number, ContentMutants])[] = [
  ['3MF models, packed again', 10_000, modelMutants],
  ['FBX arrays, packed again', 5_000, arrayMutants],
  ['FBX properties and connections', 5_000, propertyMutants],
  ['Draco streams', 500, streamMutants],
];

/** The slowest of the steps of a kind. */
interface Slowest {
  milliseconds: number;
  bytes: number;
  triangles: number;
}

describe('files whose packed content was damaged at random', () => {
  it.each(cases)('%s: import, tree and check of %i end in bounded time', async (what, quick, { fileName, make }) => {
    const random = seededRandom(firstSeed);
    const slowest = { import: none(), tree: none(), check: none() };
    const checked = new Set<string>();
    for (let run = 0; run < (isFullRun ? 100_000 : quick); run++) {
      const bytes = make(random);
      const input = bytes.slice();
      const timed = async <Result>(
        step: keyof typeof slowest,
        triangles: number,
        work: () => Result | Promise<Result>,
      ): Promise<Result | null> => {
        const start = cpuMilliseconds();
        const result = await attempt(work, input, fileName, run);
        const milliseconds = cpuMilliseconds() - start;
        if (milliseconds > slowest[step].milliseconds) slowest[step] = { milliseconds, bytes: input.length, triangles };
        if (milliseconds > maxMilliseconds) throw keepBroken(input, fileName, run, new Error(`${step}: ${milliseconds} ms`));
        return result;
      };
      const imported = await timed('import', 0, () =>
        importMesh(bytes, { fileName, progress: () => {}, readSideFile: async () => null, decodeDraco }),
      );
      const mesh = imported?.mesh;
      if (mesh === undefined || mesh.indices.length === 0 || !isNew(mesh, checked) || checked.size % checkedShare > 0) continue;
      const triangles = mesh.indices.length / 3;
      await timed('tree', triangles, () => buildTree(mesh, tree));
      await timed('check', triangles, () => checkHealth(mesh, health));
    }
    if (isFullRun) process.stdout.write(`${what}: ${JSON.stringify(slowest)}\n`);
    expect(checked.size).toBeGreaterThan(0);
  });
});

function none(): Slowest {
  return { milliseconds: 0, bytes: 0, triangles: 0 };
}

async function attempt<Result>(
  work: () => Result | Promise<Result>,
  input: Uint8Array,
  fileName: string,
  run: number,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InspectorError) return null;
    throw keepBroken(input, fileName, run, error);
  }
}

/** Whether no mesh before had the same numbers: many mutants do not change the mesh. */
function isNew({ positions, indices, parts }: TriangleMesh, known: Set<string>): boolean {
  const hash = createHash('sha256').update(positions).update(indices).update(String(parts.length)).digest('base64');
  const before = known.size;
  return known.add(hash).size > before;
}
