import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ImportContext } from '#core/import/importer';
import { createDracoDecoder } from '../../main/worker/draco-decoder.ts';
import { blockCoverage } from '../fixtures/block-coverage.ts';
import { asItIs, compressedSeeds, importSeeds } from '../fixtures/import-seeds.ts';
import { brokenImports, mutated, survive } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { structuredMutant } from '../fixtures/structured-mutants.ts';

/** A million inputs over all seeds in a full run. */
const seeds = [...importSeeds, ...compressedSeeds];
const runs = Math.ceil((isFullRun ? 1_000_000 : 300) / seeds.length);
/** Inputs between two looks at what ran: more, the longer nothing new is found. */
const batches = { fewest: 32, most: 1024 } as const;
/** Of inputs that reached something new; the oldest go. */
const maxKept = 256;
const maxNumbers = 300_000;
/** The same each time, but in the full run that which it drew and printed: else every one would ask the same million. */
const firstSeed = isFullRun ? Number(process.env['BOXWOOD_TEST_SEED']) : 5;
/** Of an input: small ones find what large ones do, and sooner. */
const maxBytes = 8192;
/** Of all arrays at once, freed or not yet. */
const maxMegabytes = 1024;

const choices = [{}, { triangulation: 'ears' }, { colliders: 'with' }, { colliders: 'only', triangulation: 'ears' }] as const;

const decodeDraco = createDracoDecoder();

function contextOf(fileName: string, random: () => number): ImportContext {
  return {
    fileName,
    progress: () => {},
    readSideFile: async () => null,
    decodeDraco,
    options: choices[Math.floor(random() * choices.length)],
  };
}

/**
 * Mutants of small files of every format, and of those mutants that reached a block of the importers that none had reached before. A
 * failure leaves its file in `test/repro/import`, where the next run finds it.
 */
describe('files damaged towards code that has not run yet', () => {
  for (const [fileName, seed, wrap = asItIs] of seeds) {
    it(`${fileName}: nothing but an InspectorError comes out of ${runs.toLocaleString('en')}, in bounded time and memory`, async () => {
      const random = seededRandom(firstSeed);
      const kept: Uint8Array[] = [seed];
      const coverage = blockCoverage((url) => /\/core\/(import|math|mesh)\//.test(url));
      try {
        await survive(wrap(seed).slice(), contextOf(fileName, random), 0, maxNumbers);
        const known = new Set(coverage.take());
        let found = 0;
        let run = 0;
        const blocksOf = async (inputs: readonly Uint8Array[]): Promise<readonly string[]> => {
          for (const [i, input] of inputs.entries()) await survive(wrap(input).slice(), contextOf(fileName, random), run + i, maxNumbers);
          return [...coverage.take()].filter((block) => !known.has(block));
        };
        // Which of them went where none had been is seen half by half.
        const keepFresh = async (inputs: readonly Uint8Array[]): Promise<void> => {
          const middle = Math.ceil(inputs.length / 2);
          for (const half of [inputs.slice(0, middle), inputs.slice(middle)]) {
            const fresh = half.length === 0 ? [] : await blocksOf(half);
            if (fresh.length === 0) continue;
            if (half.length > 1) await keepFresh(half);
            else {
              kept.push(half[0]!);
              found++;
            }
            for (const block of fresh) known.add(block);
          }
        };
        for (let batch: number = batches.fewest; run < runs; ) {
          const inputs = Array.from({ length: Math.min(batch, runs - run) }, () => mutantOf(kept, random));
          const fresh = await blocksOf(inputs);
          if (fresh.length > 0) await keepFresh(inputs);
          batch = fresh.length > 0 ? batches.fewest : Math.min(2 * batch, batches.most);
          // Some ran only this once: with other options.
          for (const block of fresh) known.add(block);
          if (kept.length > maxKept) kept.splice(1, kept.length - maxKept);
          run += inputs.length;
        }
        const megabytes = process.memoryUsage().arrayBuffers / 2 ** 20;
        expect(megabytes, 'memory that is kept').toBeLessThan(maxMegabytes);
        // Damage reaches what the whole file does not, or this would be no guided search.
        expect(found).toBeGreaterThan(0);
      } finally {
        coverage.stop();
      }
    });
  }
});

function mutantOf(kept: readonly Uint8Array[], random: () => number): Uint8Array {
  // Most of what reaches new blocks is refused there: the whole file stays half of what is gone on from.
  const any = (): Uint8Array => kept[random() < 0.5 ? 0 : Math.floor(random() * kept.length)]!;
  let bytes = any();
  for (let left = 1 + Math.floor(3 * random() ** 2); left > 0; left--)
    bytes = random() < 0.7 ? structuredMutant(bytes, any(), random) : mutated(bytes, random);
  return bytes.subarray(0, maxBytes);
}

describe('files that once broke an importer', () => {
  const names = readdirSync(brokenImports);

  it('are there', () => {
    expect(names.length).toBeGreaterThan(0);
  });

  it('are read or refused in every way', async () => {
    for (const name of names) {
      for (let i = 0; i < choices.length; i++)
        await survive(
          readFileSync(join(brokenImports, name)),
          contextOf(name, () => i / choices.length),
          i,
          10 * maxNumbers,
        );
    }
  });
});
