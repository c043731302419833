import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openEdges } from '#core/bsp/open-edges';
import { importMesh } from '#core/import/import-mesh';
import { integralsOf } from '#core/mesh/mass-properties';
import { parseScene } from '#core/scene';
import { noProgress } from '#core/progress';
import { sampleFiles } from '../fixtures/samples.ts';

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../resources/samples');
const table = join(folder, 'samples.json');
const writing = process.env['BOXWOOD_TEST_MODE'] === 'write-samples';

test('the sample files are what the code generates', async () => {
  const samples = await sampleFiles();
  const list = samples.map(({ bytes: _, ...row }) => row);
  if (writing) {
    mkdirSync(folder, { recursive: true });
    for (const { file, bytes } of samples) writeFileSync(join(folder, file), bytes);
    writeFileSync(table, `${JSON.stringify(list, null, 2)}\n`);
  }
  expect(JSON.parse(readFileSync(table, 'utf8'))).toEqual(list);
  for (const { file, bytes } of samples) expect(Buffer.compare(readFileSync(join(folder, file)), bytes), file).toBe(0);
});

test('each sample imports with the number of triangles in its title', async () => {
  for (const { file, bytes, triangles, instances } of await sampleFiles()) {
    if (instances !== undefined) continue;
    const imported = await importMesh(bytes, { fileName: file, progress: noProgress, readSideFile: async () => null });
    expect(imported.mesh.indices.length / 3, file).toBe(triangles);
  }
});

test('the samples of solids are closed: both have a BSP tree', async () => {
  const solids = (await sampleFiles()).filter(({ group }) => group === 'Solids');
  expect(solids.map(({ name }) => name)).toEqual(['rooms', 'vase']);
  for (const { file, bytes } of solids) {
    const { mesh } = await importMesh(bytes, { fileName: file, progress: noProgress, readSideFile: async () => null });
    expect(openEdges(mesh), file).toEqual([]);
    expect(integralsOf(mesh, [0, 0, 0])[0]! / 6, file).toBeGreaterThan(1);
  }
});

test('each sample scene has the instances in its title, of meshes that are samples', async () => {
  const samples = await sampleFiles();
  const scenes = samples.filter(({ instances }) => instances !== undefined);
  expect(scenes.map(({ name }) => name)).toEqual(['yard']);
  for (const { bytes, instances, triangles } of scenes) {
    const scene = parseScene(new TextDecoder().decode(bytes));
    expect(scene.instances).toHaveLength(instances!);
    const sizes = scene.meshes.map((path) => samples.find(({ file }) => file === path)!.triangles);
    expect(scene.instances.reduce((sum, { mesh }) => sum + sizes[mesh]!, 0)).toBe(triangles);
  }
});
