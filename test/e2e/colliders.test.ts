import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow } from './view.ts';

const positions = Buffer.from(Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0).buffer).toString('base64');
const document = {
  asset: { version: '2.0' },
  extensionsUsed: ['OMI_physics_shape', 'OMI_physics_body'],
  extensions: { OMI_physics_shape: { shapes: [{ type: 'capsule', capsule: { height: 2, radiusTop: 1, radiusBottom: 1 } }] } },
  scenes: [{ nodes: [0, 1, 2] }],
  nodes: [
    { name: 'Rock', mesh: 0 },
    { name: 'UCX_Rock_01', mesh: 0, translation: [0, 0, 1] },
    { name: 'Pill', translation: [3, 3, 0], extensions: { OMI_physics_body: { trigger: { shape: 0 } } } },
  ],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [4, 4, 0] }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  buffers: [{ byteLength: 36, uri: `data:application/octet-stream;base64,${positions}` }],
};

describeApp('colliders in the served app', [], (app) => {
  test('are shown in the list of parts and in the properties', async () => {
    const { page, drop, picture } = app();
    const path = join(temporaryFolder(), 'rock.gltf');
    writeFileSync(path, JSON.stringify(document));
    await drop([path]);
    await documentReady(page, 'rock.gltf');
    const hull = page.locator('[data-part="1"]');
    await expect.poll(() => hull.innerText()).toContain('collider, hull');
    await hull.click();
    const properties = page.getByTestId('properties');
    await expect.poll(() => properties.innerText()).toMatch(/Role\s+collider\s+Shape\s+hull\s+Collider of\s+Rock\s+Declared by\s+name/);
    await meshRow(page, 'rock.gltf').first().click();
    await expect.poll(() => page.getByTestId('colliders-apart').innerText()).toMatch(/Pill\s+trigger, capsule, height 2, radius 1/);
    await picture('colliders-apart');
  });

  test('of a name are compared with the visual part of the same file, with a heat map', async () => {
    const { page, picture } = app();
    await page.locator('[data-part="1"]').click({ button: 'right' });
    await page.locator('.context-menu [data-command="compareWith"]').click();
    const chosen = (id: string) => page.getByTestId(id).locator('option:checked').innerText();
    expect([await chosen('compare-a-parts'), await chosen('compare-b-parts')]).toEqual(['Rock', 'UCX_Rock_01 (collider)']);
    expect(await page.getByTestId('compare-unread').innerText()).toContain('1 collider that is not part of the mesh');
    await picture('compare-parts');
    await page.getByTestId('compare-run').click();
    await expect.poll(() => page.getByTestId('changes').getAttribute('aria-busy')).toBe('false');
    // The collider is the rock, 1 higher.
    expect(await page.getByTestId('change-sizes').innerText()).toMatch(
      /Max distance to other, m\s+1\s+1[^]*Mean distance to other, m\s+1\s+1/,
    );
    await page.getByRole('radio', { name: 'B distance', exact: true }).click();
    const scale = page.getByTestId('distance-scale');
    await expect.poll(() => scale.innerText()).toMatch(/Distance of rock\.gltf: UCX_Rock_01 to rock\.gltf: Rock, m\s+0\s+1\s+mean 1/);
    await picture('compared-distance');
    await page.getByRole('radio', { name: 'Meshes', exact: true }).click();
    await scale.waitFor({ state: 'detached' });
    await meshRow(page, 'rock.gltf').first().click();
    await page.getByTestId('colliders-apart').waitFor();
  });

  test('of a physics extension are read as parts on request', async () => {
    const { page, picture } = app();
    await page.getByTestId('properties').getByText('Include', { exact: true }).click();
    await expect.poll(() => page.locator('[data-part]').count()).toBe(3);
    await documentReady(page, 'rock.gltf');
    await expect.poll(() => page.locator('[data-part="2"]').innerText()).toContain('trigger, capsule');
    await expect.poll(() => page.getByTestId('colliders-apart').count()).toBe(0);
    await page.getByTestId('properties').getByText('Only', { exact: true }).click();
    await expect.poll(() => page.locator('[data-part]').count()).toBe(2);
    await documentReady(page, 'rock.gltf');
    await picture('colliders-only');
    await page.getByTestId('properties').getByText('Separate', { exact: true }).click();
    await expect.poll(() => page.getByTestId('status').innerText()).toContain('2 triangles');
    expectQuietConsole(app());
  });
});
