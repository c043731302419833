import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dracoDocument } from '../core/import/gltf/compressed-fixture.ts';
import { encodeDraco } from '../fixtures/draco.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow } from './view.ts';

describeApp('glTF in the served app', [], (app) => {
  test('a file compressed with Draco is dropped and shown with its tree', async () => {
    const { page, drop, picture } = app();
    const { positions, indices } = ball(32, 17);
    const stream = await encodeDraco({ positions: Float32Array.from(positions), indices, method: 'edgebreaker' });
    const path = join(temporaryFolder(), 'packed.gltf');
    writeFileSync(path, JSON.stringify({ asset: { version: '2.0' }, ...dracoDocument(stream, positions.length / 3, indices.length) }));
    await drop([path]);
    await documentReady(page, 'packed.gltf');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('1,024 triangles');
    await picture('draco');
  });

  test('a scene is chosen in the properties, and takes the place of the other', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'yard.gltf');
    writeFileSync(path, twoScenes());
    await drop([path]);
    await documentReady(page, 'yard.gltf');
    await meshRow(page, 'yard.gltf').click();
    const scene = page.getByTestId('scene');
    expect(await scene.locator('option').allInnerTexts()).toEqual(['0: Summer', '1: Winter']);
    await scene.selectOption('1');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('2 triangles');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2);
    await documentReady(page, 'yard.gltf');
    await expect.poll(() => page.getByTestId('scene').inputValue()).toBe('1');
    await picture('scene');
  });

  test('nothing went wrong in the console', () => {
    expectQuietConsole(app());
  });
});
