import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import { importMesh } from '#core/import/import-mesh';
import { unknownSpace } from '#core/mesh/source-space';
import { startMujoco, type Mujoco } from '../fixtures/mujoco.ts';
import { ball, box, joined, named } from '../fixtures/shapes.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

const rock = joined([named('Rock', ball(16, 10)), named('UBX_Rock', box([2, 0, 0], [4, 1, 3])), named('UCX_Rock', ball(8, 6))]);

let mujoco: Mujoco;
beforeAll(async () => {
  mujoco = await startMujoco();
});

function rockFile(name: string): string {
  const { bytes } = bakeMesh('glb', { mesh: rock, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] });
  const path = join(temporaryFolder(), name);
  writeFileSync(path, bytes);
  return path;
}

async function exported(page: Page, title: string): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.getByTestId('export').getByRole('radio', { name: title }).check();
  const waiting = page.waitForEvent('download');
  await page.getByTestId('export-run').click();
  const download = await waiting;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

describeApp('shapes for engines', [], (app) => {
  test('are listed by the export dialog and the bake workspace', async () => {
    const { page, drop } = app();
    await drop([rockFile('listed.glb')]);
    await documentReady(page, 'listed.glb');
    await page.keyboard.press('Control+e');
    const titles = Object.values(bakeFormats).flatMap(({ shapes, title }) => (shapes === undefined ? [] : [title]));
    expect(titles.length).toBeGreaterThan(6);
    const group = page.getByTestId('export').getByRole('group', { name: 'Shapes for engines' });
    await expect.poll(() => group.getByRole('radio').count()).toBe(titles.length);
    for (const title of titles) expect(await group.getByRole('radio', { name: title }).count(), title).toBe(1);
    await group.getByRole('radio', { name: 'MuJoCo MJCF' }).check();
    expect(await page.getByTestId('export-format').innerText()).toContain('MuJoCo takes the hull of each mesh');
    expect(await axeViolations(page)).toEqual([]);
    await app().picture('export-shapes');
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });

  test('name the closed convex parts that stay triangles, and write them as hulls by choice', async () => {
    const { page, drop } = app();
    const path = join(temporaryFolder(), 'pieces.glb');
    const mesh = joined([named('Head', ball()), named('Body', box([2, 0, 0], [4, 1, 3]))]);
    writeFileSync(path, bakeMesh('glb', { mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] }).bytes);
    await drop([path]);
    await documentReady(page, 'pieces.glb');
    await page.keyboard.press('Control+e');
    const triangles = await exported(page, 'Godot 4 scene');
    expect(triangles.bytes.toString().match(/type="ConcavePolygonShape3D"/g)).toHaveLength(2);
    await expect
      .poll(() => page.getByTestId('export').innerText())
      .toContain('Closed convex colliders are triangle meshes in the file (--hulls convex makes them hulls): "Head", "Body"');
    await page.getByTestId('export').getByRole('radio', { name: 'All convex parts' }).click();
    const hulls = await exported(page, 'Godot 4 scene');
    expect(hulls.bytes.toString().match(/type="ConvexPolygonShape3D"/g)).toHaveLength(2);
    await page.keyboard.press('Escape');
    expectQuietConsole(app());
  });

  test('are saved as MJCF, and as URDF in an archive with its meshes, which MuJoCo loads', async () => {
    const { page, drop } = app();
    await drop([rockFile('rock.glb')]);
    await documentReady(page, 'rock.glb');
    await page.keyboard.press('Control+e');
    const mjcf = await exported(page, 'MuJoCo MJCF');
    expect(mjcf.name).toBe('rock.xml');
    expect(mujoco.load(mjcf.bytes).types).toEqual([7, 6, 7]);
    // The dialog stays open.
    const urdf = await exported(page, 'URDF with OBJ meshes');
    expect(urdf.name).toBe('rock.urdf.zip');
    const files = Object.entries(unzipSync(urdf.bytes)).map(([path, bytes]) => ({ path, bytes }));
    expect(files.map(({ path }) => path)).toEqual(['rock.urdf', 'rock_meshes/Rock.obj', 'rock_meshes/UCX_Rock.obj']);
    expect(mujoco.load(files[0]!.bytes, files.slice(1), 'rock.urdf').types).toEqual([6, 7]);
    const readSideFile = async (wanted: string) => files.find(({ path }) => path === wanted)?.bytes ?? null;
    const { mesh } = await importMesh(files[0]!.bytes, { fileName: 'rock.urdf', progress: () => {}, readSideFile });
    expect(mesh.parts.map(({ name }) => name)).toEqual(['Rock', 'UBX_Rock', 'UCX_Rock']);
    expectQuietConsole(app());
  });
});
