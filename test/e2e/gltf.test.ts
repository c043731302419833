import { mkdirSync, writeFileSync } from 'node:fs';
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

  test('a scene selected in the properties replaces the other', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'yard.gltf');
    writeFileSync(path, twoScenes());
    await drop([path]);
    await documentReady(page, 'yard.gltf');
    await meshRow(page, 'yard.gltf').click();
    const scene = page.getByTestId('properties').getByTestId('scene');
    await expect.poll(() => scene.locator('option').allInnerTexts()).toEqual(['0: Summer', '1: Winter']);
    await scene.selectOption('1');
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('2 triangles');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(2);
    await documentReady(page, 'yard.gltf');
    await expect.poll(() => scene.inputValue()).toBe('1');
    await picture('scene');
  });

  test('a folder is dropped: its meshes open with their buffers, and nothing else does', async () => {
    const { page, drop, picture } = app();
    const folder = join(temporaryFolder(), 'level');
    const document = JSON.parse(twoScenes()) as { readonly buffers: [{ readonly uri: string }] };
    const buffer = Buffer.from(document.buffers[0].uri.split(',')[1]!, 'base64');
    for (const [name, uri] of [
      ['near', 'data/near.bin'],
      ['far', 'far.bin'],
    ] as const) {
      mkdirSync(join(folder, name, 'data'), { recursive: true });
      writeFileSync(join(folder, name, uri), buffer);
      writeFileSync(join(folder, name, `${name}.gltf`), JSON.stringify({ ...document, buffers: [{ byteLength: 36, uri }] }));
    }
    // Its buffer lies in another folder only, which is no place to look for it.
    mkdirSync(join(folder, 'lost'));
    writeFileSync(join(folder, 'lost/lost.gltf'), JSON.stringify({ ...document, buffers: [{ byteLength: 36, uri: 'far.bin' }] }));
    writeFileSync(join(folder, 'notes.txt'), 'nothing to see');
    writeFileSync(join(folder, '.hidden.obj'), 'v 0 0 0');
    await drop([folder]);
    await documentReady(page, 'near.gltf');
    await documentReady(page, 'far.gltf');
    const notice = page.getByTestId('notice').filter({ hasText: 'lost.gltf' });
    await expect.poll(() => notice.getAttribute('data-code')).toBe('missing-file');
    await expect.poll(() => page.locator('[data-document]').count()).toBe(5);
    await picture('folder');
  });

  test('a folder without a mesh is reported', async () => {
    const { page, drop } = app();
    const folder = join(temporaryFolder(), 'papers');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.txt'), 'nothing to see');
    await drop([folder]);
    const notice = page.getByTestId('notice').filter({ hasText: 'This folder has no file' });
    await notice.waitFor();
    await expect.poll(() => notice.getAttribute('data-code')).toBe('unsupported-format');
  });

  test('the console has no errors', () => {
    expectQuietConsole(app());
  });
});
