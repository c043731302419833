import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportContext } from '#core/import/importer';
import { gltfBytes } from '../core/import/gltf/gltf-fixture.ts';
import { asItIs, extras, importSeeds, seedScene, seedSections, type Seed } from '../fixtures/import-seeds.ts';
import { replaceOne, type Json } from '../fixtures/json-mutants.ts';
import { mutated, survive } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { isFullRun } from '../fixtures/scale.ts';

/** Each seed is a few hundred bytes. */
const maxNumbers = 300_000;

function contextOf(fileName: string): ImportContext {
  return { fileName, progress: () => {}, readSideFile: async () => null };
}

/** 20,000 mutants of each of these seeds in a full run; those of real files are in `test/corpus/import-fuzz.test.ts`. */
describe('files that were damaged at random', () => {
  it('begin as files that are read', async () => {
    const all: readonly Seed[] = [...importSeeds, ['full.gltf', gltfBytes({ ...seedScene, ...seedSections, ...extras })]];
    for (const [fileName, bytes, wrap = asItIs] of all) {
      const { mesh, animation } = await importMesh(wrap(bytes), contextOf(fileName));
      expect(mesh.indices.length, fileName).toBeGreaterThan(0);
      if (fileName === 'c.gltf') expect(animation?.clips).toHaveLength(2);
    }
  });

  // Every format gets the same number of mutants.
  for (const [fileName, seed, wrap = asItIs] of importSeeds) {
    it(`${fileName}: nothing but an InspectorError comes out, and meshes are whole`, async () => {
      const random = seededRandom(20_021);
      const runs = isFullRun ? 20_000 : 150;
      for (let run = 0; run < runs; run++) await survive(wrap(mutated(seed, random)), contextOf(fileName), run, maxNumbers);
    });
  }

  it('glTF documents with values that do not belong there: the same', async () => {
    const random = seededRandom(7);
    const runs = isFullRun ? 20_000 : 150;
    const text = new TextDecoder().decode(gltfBytes({ ...seedScene, ...seedSections, ...extras }));
    for (let run = 0; run < runs; run++) {
      const document = JSON.parse(text) as Json;
      const changes = 1 + Math.floor(random() * 3);
      for (let i = 0; i < changes; i++) replaceOne(document, random);
      await survive(new TextEncoder().encode(JSON.stringify(document)), contextOf('a.gltf'), run, maxNumbers);
    }
  });
});
