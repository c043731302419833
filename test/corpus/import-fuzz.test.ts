import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { mutated, survive } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';
import { corpusContext, corpusFiles, corpusFolder, describeCorpus, readCorpus } from './corpus.ts';

/**
 * At least 200,000 mutated corpus files in a full run (`npm run test:long`), 2,000 in every other: each small file of the corpus
 * that is read gets the same number, so that every format is there by as many dialects as the corpus has. Beside them stand 20,000
 * mutants of each seed of `test/property/import-fuzz.test.ts`, and 470,000 mutated bakes in `test/property/bake.test.ts`: of
 * `.boxwood` 200,000 whose checksums tell, 200,000 with right ones and 20,000 more, of three-mesh-bvh 50,000.
 */
const wanted = isFullRun ? 200_000 : 2_000;
/** Bytes; a larger one takes so long to read that there would be fewer mutants of all. */
const small = 12_000;
/** More numbers than a small file of any format holds: compressed ones are a hundredth of what they unpack to. */
const maxNumbers = 1_500_000;

describeCorpus('corpus files that were damaged at random', () => {
  const files = corpusFiles().filter(({ path }) => !path.startsWith('malformed/') && statSync(join(corpusFolder, path)).size <= small);
  const formats = [...new Set(files.map(({ format }) => format))];
  const each = Math.ceil(wanted / files.length);

  it('are as many as they are to be, of all formats', () => {
    expect(each * files.length).toBeGreaterThanOrEqual(wanted);
    expect(formats.length).toBeGreaterThan(8);
  });

  describe.each(formats)('%s', (format) => {
    const ofFormat = files.filter((file) => file.format === format);
    it(`nothing but an InspectorError comes out of ${ofFormat.length} files, ${each} mutants each, and meshes are whole`, async () => {
      const random = seededRandom(20_021);
      for (const { path } of ofFormat) {
        const bytes = readCorpus(path);
        const context = corpusContext(path);
        const sides = new Map<string, Promise<Uint8Array | null>>();
        const readSideFile = (name: string): Promise<Uint8Array | null> => {
          const side = sides.get(name) ?? context.readSideFile(name);
          if (sides.size < 100) sides.set(name, side);
          return side;
        };
        await importMesh(bytes, context).catch((thrown: unknown) => expect(thrown, path).toBeInstanceOf(InspectorError));
        for (let run = 0; run < each; run++) await survive(mutated(bytes, random), { ...context, readSideFile }, run, maxNumbers);
      }
    });
  });
});
