import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { arrayMutants, modelMutants, propertyMutants, streamMutants, type ContentMutants } from '../fixtures/content-mutants.ts';
import { keepBroken } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { checkStep, importStep, maxStepMilliseconds, treeStep, type StepName, type StepTime } from '../fixtures/timed-steps.ts';

const firstSeed = isFullRun ? Number(process.env['BOXWOOD_TEST_SEED']) : 22;

/** Mutants of one kind. Full runs make 100,000 of each format, the others a hundredth of that. */
interface Case {
  readonly what: string;
  readonly full: number;
  readonly mutants: ContentMutants;
  /** In full runs a tree and a check for one in so many meshes that differ, in others for a third of them: these take most of the time. */
  readonly share: number;
}

const cases: readonly Case[] = [
  { what: '3MF models, packed again', full: 100_000, mutants: modelMutants, share: 1 },
  { what: 'FBX arrays, packed again', full: 50_000, mutants: arrayMutants, share: 5 },
  { what: 'FBX properties and connections', full: 50_000, mutants: propertyMutants, share: 5 },
  { what: 'Draco streams', full: 100_000, mutants: streamMutants, share: 5 },
];

describe('files whose packed content was damaged at random', () => {
  it.each(cases)('$what: each step ends in bounded time', async ({ what, full, mutants: { fileName, make }, share }) => {
    const random = seededRandom(firstSeed);
    const times = new SlowestBySize();
    const meshes = new Set<string>();
    let checks = 0;
    for (let run = 0; run < (isFullRun ? full : full / 100); run++) {
      const input = make(random);
      const note = ({ step, milliseconds, error }: StepTime): void => {
        times.note(step, input.length, milliseconds, run);
        if (error !== null) throw keepBroken(input, fileName, run, error);
        if (milliseconds > maxStepMilliseconds) throw keepBroken(input, fileName, run, new Error(`${step}: ${milliseconds} ms`));
      };
      const { mesh, ...imported } = await importStep(input, fileName);
      note(imported);
      if (mesh === null || mesh.indices.length === 0 || !isNew(mesh, meshes) || meshes.size % (isFullRun ? share : 3 * share) > 0) continue;
      note(await treeStep(mesh));
      note(await checkStep(mesh));
      checks++;
    }
    if (isFullRun) process.stdout.write(`${what}, seed ${firstSeed}, ${checks} checked meshes:\n${times.text()}\n`);
    expect(checks).toBeGreaterThan(0);
  });
});

describe('the slowest inputs of the fuzz above', () => {
  const folder = 'test/repro/content';
  const files = readdirSync(folder);

  it('are one for each format at least', () => {
    for (const ending of ['.3mf', '.fbx', '.drc']) expect(files.some((file) => file.endsWith(ending))).toBe(true);
  });

  it.each(files)('%s: each step ends in bounded time', async (file) => {
    const { mesh, ...imported } = await importStep(new Uint8Array(readFileSync(join(folder, file))), file);
    const times = [imported, ...(mesh === null || mesh.indices.length === 0 ? [] : [await treeStep(mesh), await checkStep(mesh)])];
    for (const { step, milliseconds, error } of times) {
      expect(error, step).toBeNull();
      expect(milliseconds, step).toBeLessThan(maxStepMilliseconds);
    }
  });
});

/** The slowest run of each step, by the size of the file in powers of two. */
class SlowestBySize {
  readonly #rows = new Map<string, { runs: number; milliseconds: number; run: number }>();

  note(step: StepName, bytes: number, milliseconds: number, run: number): void {
    const size = 2 ** Math.ceil(Math.log2(bytes));
    const key = `${step}, up to ${size} bytes`;
    const row = this.#rows.get(key) ?? { runs: 0, milliseconds: -1, run };
    row.runs++;
    if (milliseconds > row.milliseconds) Object.assign(row, { milliseconds, run });
    this.#rows.set(key, row);
  }

  text(): string {
    const rows = [...this.#rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    return rows
      .map(([key, { runs, milliseconds, run }]) => `  ${key}: ${runs} runs, ${milliseconds.toFixed(1)} ms (mutant ${run})`)
      .join('\n');
  }
}

/** Whether no mesh before had the same numbers: many mutants do not change the mesh. */
function isNew({ positions, indices, parts }: TriangleMesh, known: Set<string>): boolean {
  const hash = createHash('sha256').update(positions).update(indices).update(String(parts.length)).digest('base64');
  const before = known.size;
  return known.add(hash).size > before;
}
