import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportContext } from '#core/import/importer';
import { gltfBytes } from '../core/import/gltf/gltf-fixture.ts';
import { asItIs, extras, importSeeds, seedScene, seedSections, type Seed } from '../fixtures/import-seeds.ts';
import { mutated, survive } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { scaled } from '../fixtures/scale.ts';

/** Each seed is a few hundred bytes. */
const mostNumbers = 300_000;

function contextOf(fileName: string): ImportContext {
  return { fileName, progress: () => {}, readSideFile: async () => null };
}

/** 20,000 mutants of each of these seeds in a full run; those of real files are in `test/corpus/import-fuzz.test.ts`. */
describe('files that were damaged at random', () => {
  it('begin as files that are read', async () => {
    const all: readonly Seed[] = [...importSeeds, ['full.gltf', gltfBytes({ ...seedScene, ...seedSections, ...extras })]];
    for (const [fileName, bytes, wrap = asItIs] of all) {
      const { mesh } = await importMesh(wrap(bytes), contextOf(fileName));
      expect(mesh.indices.length, fileName).toBeGreaterThan(0);
    }
  });

  // Every format gets the same number of mutants.
  for (const [fileName, seed, wrap = asItIs] of importSeeds) {
    it(`${fileName}: nothing but an InspectorError comes out, and meshes are whole`, async () => {
      const random = seededRandom(20_021);
      const runs = scaled(20_000);
      for (let run = 0; run < runs; run++) await survive(wrap(mutated(seed, random)), contextOf(fileName), run, mostNumbers);
    });
  }

  it('glTF documents with values that do not belong there: the same', async () => {
    const random = seededRandom(7);
    const runs = scaled(20_000);
    const text = new TextDecoder().decode(gltfBytes({ ...seedScene, ...seedSections, ...extras }));
    for (let run = 0; run < runs; run++) {
      const document = JSON.parse(text) as Json;
      const changes = 1 + Math.floor(random() * 3);
      for (let i = 0; i < changes; i++) replaceOne(document, random);
      await survive(new TextEncoder().encode(JSON.stringify(document)), contextOf('a.gltf'), run, mostNumbers);
    }
  });
});

type Json = Record<string, unknown>;

/** Puts a value of another kind, size or sign in a random place of the document, or takes the place away. */
function replaceOne(document: Json, random: () => number): void {
  let holder: Json = document;
  for (;;) {
    const keys = Object.keys(holder);
    const key = keys[Math.floor(random() * keys.length)];
    if (key === undefined) return;
    const value = holder[key];
    if (typeof value === 'object' && value !== null && random() < 0.85) {
      holder = value as Json;
      continue;
    }
    const choice = Math.floor(random() * (oddities.length + 1));
    if (choice === oddities.length && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else holder[key] = structuredClone(oddities[choice]) ?? null;
    return;
  }
}

const oddities: readonly unknown[] = [-1, 0, 1, 2, 3, 7, 255, 5120, 5121, 5123, 5125, 0.5, 1e9, 2 ** 32, 1e300, true, null, '', 'x', 'SCALAR', 'VEC3', [], [0], [1, 1], {}, { a: 1 }];
