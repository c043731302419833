import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { objText } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { funnel, shown } from './scene-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-hard-scene-'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'bad.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\nf 1 3 4\n');
afterAll(() => rmSync(folder, { recursive: true }));

const scaled = (scale: number, x: number): number[] => [scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, x, 0, 0, 1];

function sceneFile(name: string, meshes: readonly string[], matrices: readonly (readonly number[])[]): string {
  const instances = matrices.map((matrix, k) => ({ mesh: k % meshes.length, matrix }));
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify({ format: 'boxwood-scene', version: 1, meshes, instances }));
  return file;
}

const holes = sceneFile('holes.boxwood-scene.json', ['box.obj', 'bad.obj'], [scaled(1, 0), scaled(1, 0.5)]);
const scales = sceneFile('scales.boxwood-scene.json', ['box.obj'], [scaled(1e-160, 0), scaled(1e160, 0), scaled(1, 0), scaled(1, 1.5)]);

describeApp('a scene that is hard to use', [holes], (app) => {
  test('states the vertices that are not finite, and the triangles that they leave out', async () => {
    const { page, picture } = app();
    await shown(page, 0);
    expect(await funnel(page)).toEqual([1, 1, 1, 1]);
    await expect.poll(() => page.getByTestId('scene-note').innerText()).toContain('bad.obj: 1 vertex not finite, 2 triangles left out.');
    await picture('scene-left-out');
  });

  test('goes on without a pair whose scales differ too much, and names it', async () => {
    const { page, drop, picture } = app();
    await drop([scales, join(folder, 'box.obj')]);
    await expect.poll(() => page.locator('.scene-name').allInnerTexts()).toEqual(['scales.boxwood-scene.json']);
    await shown(page, 0);
    await expect
      .poll(() => page.getByTestId('scene-cost').innerText())
      .toContain('1 pair not decided because scales differ too much: 0 and 1');
    expect((await funnel(page))[3]).toBe(1);
    expect(await page.getByTestId('scene-note').innerText()).toContain('1 instance beyond the range of the graphics card');
    await picture('scene-scales');
    expectQuietConsole(app());
  });
});
