import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ball, knot } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { expectQuietConsole, openApp, serve, sharedBrowser, type App } from './app.ts';
import { axeInBothThemes, axeViolations } from './axe-violations.ts';
import { chooseFiles, documentReady, fieldValue, meshRow, restPointer, samePicture, steadyView, typeAll, viewAtRest } from './view.ts';

const browserPath = inject('browserPath');
const folder = mkdtempSync(join(tmpdir(), 'boxwood-projects-'));
const userFolder = join(folder, 'user');
const castle = join(folder, 'castle.obj');
const robot = join(folder, 'robot.obj');
const project = join(folder, 'level.boxwood-project');

/** A ray, a camera of its own, the orthographic view, the workspace and a selected hit's triangle: what has to come back. */
async function shown(page: Page): Promise<Record<string, unknown>> {
  await restPointer(page);
  const ray = await Promise.all(['x', 'y', 'z'].map((axis) => fieldValue(page, `ray-origin-${axis}`)));
  return {
    ray,
    workspace: await page.getByTestId('workspaces').locator('[aria-checked="true"]').innerText(),
    hits: await page.getByTestId('hits').innerText(),
    hidden: await page.locator('.hidden-mesh').allInnerTexts(),
  };
}

interface Camera {
  readonly azimuth: number;
  readonly elevation: number;
  readonly distance: string;
  readonly target: readonly string[];
}

/** The camera that the page has noted, to seven digits: world and view space differ by rounding. */
async function cameraOf(page: Page): Promise<Camera | null> {
  const text = await page.evaluate(() => sessionStorage.getItem('boxwood-notes'));
  const { camera } = JSON.parse(text ?? '{}') as { readonly camera?: Record<string, number> & { readonly target: readonly number[] } };
  if (camera == null) return null;
  const digits = (value: number): string => value.toFixed(6).replace(/^-(0\.0+)$/, '$1');
  return {
    azimuth: Number(digits(camera['azimuthRadians']!)),
    elevation: Number(digits(camera['elevationRadians']!)),
    distance: digits(camera['distance']!),
    target: camera.target.map(digits),
  };
}

describe.skipIf(browserPath === null)('a session', () => {
  let app: App;
  let server: ChildProcess;
  let before: Record<string, unknown>;
  let camera: Camera | null;

  const start = async (files: readonly string[] = []): Promise<void> => {
    const served = await serve(files, { userFolder });
    server = served.server;
    app = await openApp(await sharedBrowser(browserPath!), served.address);
  };
  const stop = async (): Promise<void> => {
    await app.page.close();
    // As a crash.
    server.kill('SIGKILL');
    await once(server, 'exit');
  };

  beforeAll(async () => {
    writeFileSync(castle, objText(ball(24, 13)));
    writeFileSync(robot, objText(knot()));
    await start();
  });
  afterAll(async () => {
    await app?.close();
    server?.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is the same after the page is reloaded: picture, camera, workspace, tool, ray and hits', async () => {
    const { page, drop } = app;
    await drop([castle, robot]);
    for (const name of ['castle.obj', 'robot.obj']) await documentReady(page, name);
    await meshRow(page, 'castle.obj').click();
    // Both are visible in one place: the ray shall hit the castle.
    await page.getByRole('button', { name: 'Hide castle.obj' }).click({ modifiers: ['Alt'] });
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Query' }).click();
    await page.keyboard.press('t');
    const box = (await page.getByTestId('view').boundingBox())!;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await typeAll(page, 'ray-origin-', { x: '0.25', y: '0.5' });
    await page.keyboard.press('Numpad7');
    await page.mouse.move(box.x + 300, box.y + 250);
    await page.mouse.down({ button: 'middle' });
    await page.mouse.move(box.x + 360, box.y + 300, { steps: 3 });
    await page.mouse.up({ button: 'middle' });
    before = await shown(page);
    await viewAtRest(page);
    // The whole drag turned the view from above; what is kept follows a moment later.
    await expect.poll(async () => (await cameraOf(page))?.azimuth).toBeLessThan(-0.6);
    camera = await cameraOf(page);
    await restPointer(page);
    const seen = await steadyView(page);
    await page.reload();
    await documentReady(page, 'castle.obj');
    await expect.poll(() => shown(page)).toEqual(before);
    await expect.poll(() => cameraOf(page)).toEqual(camera);
    await restPointer(page);
    // The lens too, and the height of the lists, which the ray has unfolded.
    await expect.poll(async () => samePicture(await steadyView(page), seen)).toBe(true);
    await app.picture('session-reloaded');
  });

  test('is saved as a project, whose dialog says what it will hold', async () => {
    const { page } = app;
    await page.keyboard.press('Control+s');
    const dialog = page.getByTestId('save-project');
    await expect.poll(() => dialog.innerText()).toContain('The project refers to 2 meshes by path, size and hash.');
    await dialog.getByRole('radio', { name: 'Embedded' }).click();
    await expect.poll(() => dialog.innerText()).toMatch(/The project contains 2 meshes, about [\d.,]+ k?M?B/);
    await dialog.getByRole('radio', { name: 'By reference' }).click();
    await page.getByTestId('project-name').fill('level');
    await app.picture('project-save');
    expect(await axeViolations(page)).toEqual([]);
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    expect(download.suggestedFilename()).toBe('level.boxwood-project');
    await download.saveAs(project);
    const file = JSON.parse(readFileSync(project, 'utf8')) as { readonly meshes: readonly { readonly name: string }[] };
    expect(file.meshes.map(({ name }) => name)).toEqual(['castle.obj', 'robot.obj']);
    // The second time without a dialog.
    const [again] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+s')]);
    expect(again.suggestedFilename()).toBe('level.boxwood-project');
  });

  test('of a process that crashed is offered by the next start, not the newer one without work, and restored by one click', async () => {
    // The session is kept a second after the last change.
    await expect.poll(() => JSON.stringify(kept())).toMatch(/"origin":\[0\.25,0\.5,/);
    await stop();
    await start([robot]);
    await documentReady(app.page, 'robot.obj');
    await expect.poll(() => sessionFiles().length).toBe(2);
    await stop();
    await start();
    const { page } = app;
    await expect
      .poll(() => page.getByTestId('restore-offer').innerText())
      .toMatch(/Last session, \d+ \w{3} \d{4}, \d\d:\d\d: castle\.obj and 1 more \(ray.*\)/);
    expect(await page.locator('[data-document]').count()).toBe(0);
    await expect.poll(() => page.getByTestId('recent').locator('[data-recent]').allInnerTexts()).toHaveLength(4);
    await app.picture('session-offer');
    await page.getByRole('menuitem', { name: 'File' }).click();
    await expect
      .poll(() => page.locator('[data-session]').allInnerTexts())
      .toEqual([expect.stringMatching(/: robot\.obj\s+meshes only$/), expect.stringMatching(/: castle\.obj and 1 more\s+ray/)]);
    expect(await axeViolations(page)).toEqual([]);
    await app.picture('session-menu');
    await page.keyboard.press('Escape');
    await page.getByTestId('restore-session').click();
    for (const name of ['castle.obj', 'robot.obj']) await documentReady(page, name);
    await expect.poll(() => shown(page)).toEqual(before);
    await expect.poll(() => cameraOf(page)).toEqual(camera);
    expect(await page.getByTestId('restore-offer').count()).toBe(0);
  });

  test('is in a link, which says what it does not hold', async () => {
    const { page } = app;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.keyboard.press('Alt+l');
    await expect.poll(() => page.getByTestId('notice').allInnerTexts()).toContainEqual(expect.stringContaining('Link copied.'));
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#view=[\w-]+$/);
    const second = await page.context().newPage();
    await second.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
    await second.goto(link);
    await documentReady(second, 'castle.obj');
    await expect.poll(() => second.getByTestId('ray-origin-x').count()).toBe(1);
    expect((await shown(second))['ray']).toEqual(before['ray']);
    expect(second.url()).not.toContain('view');
    await second.close();
  });

  test('of a damaged project opens nothing; missing meshes can be chosen, changed ones are reported', async () => {
    await stop();
    rmSync(userFolder, { recursive: true, force: true });
    await start();
    const { page, drop } = app;
    const damaged = join(folder, 'damaged.boxwood-project');
    writeFileSync(damaged, readFileSync(project, 'utf8').slice(0, -50));
    await drop([damaged]);
    await expect
      .poll(() => page.getByTestId('notice').allInnerTexts())
      .toEqual([
        expect.stringContaining(
          'damaged.boxwood-project: This project is damaged: it is not complete JSON. Save it again, or open an older copy.',
        ),
      ]);
    expect(await page.locator('[data-document]').count()).toBe(0);
    await drop([project]);
    const dialog = page.getByTestId('missing-meshes');
    await expect.poll(() => dialog.locator('h2').innerText()).toBe('2 meshes are missing');
    await app.picture('project-missing');
    expect(await axeInBothThemes(page)).toEqual([]);
    writeFileSync(castle, objText(ball(16, 9)));
    await chooseFiles(page, () => dialog.locator('[data-missing="castle.obj"] button').click(), castle);
    await expect.poll(() => dialog.locator('h2').innerText()).toBe('1 mesh is missing');
    await page.getByTestId('open-without').click();
    await documentReady(page, 'castle.obj');
    await expect
      .poll(() => page.getByTestId('notice').allInnerTexts())
      .toContainEqual(
        expect.stringMatching(/The chosen castle\.obj differs from castle\.obj of the project \([\d,]+ triangles instead of/),
      );
    expect((await shown(page))['ray']).toEqual(before['ray']);
    await meshRow(page, 'robot.obj').waitFor({ state: 'detached' });
    // The opened mesh has another content than that of the project: the user chooses what happens to it.
    const texts = page.getByTestId('notice').locator('.text');
    const staying = page.locator('[data-testid="notice"]:not([data-code="info"]) .text');
    const [notices, warnings] = [await texts.allInnerTexts(), await staying.allInnerTexts()];
    expect(warnings).not.toEqual([]);
    await drop([project]);
    const choice = page.getByTestId('open-project');
    await expect.poll(() => choice.innerText()).toMatch(/1 open mesh does not belong to this project\.[^]*castle\.obj/);
    await app.picture('project-choice');
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await choice.waitFor({ state: 'detached' });
    // No new one, and none is lost but infos, which disappear by themselves. The others lose their buttons after a time.
    expect(await staying.allInnerTexts()).toEqual(warnings);
    for (const notice of await texts.allInnerTexts()) expect(notices).toContain(notice);
    await meshRow(page, 'castle.obj').waitFor();
    await expect.poll(() => recent(page)).toEqual(['level.boxwood-project', 'castle.obj']);
  });

  test('lists recent files in the menu; a missing one is reported in one sentence and can be removed', async () => {
    await stop();
    writeFileSync(join(folder, 'gone.obj'), objText(ball(8, 5)));
    await start([join(folder, 'gone.obj')]);
    const next = app.page;
    await documentReady(next, 'gone.obj');
    unlinkSync(join(folder, 'gone.obj'));
    await next.getByRole('menuitem', { name: 'File' }).click();
    await next.locator('.menu-list [data-recent="gone.obj"]').click();
    await expect
      .poll(() => next.getByTestId('notice').allInnerTexts())
      .toContainEqual(
        expect.stringContaining('gone.obj: The file is no longer where it was. Open it from its new folder, or remove it from the list.'),
      );
    await next.getByRole('menuitem', { name: 'File' }).click();
    await app.picture('recent-menu');
    await next.getByRole('menuitem', { name: 'Remove gone.obj from the list' }).click();
    await expect.poll(() => next.locator('.menu-list [data-recent="gone.obj"]').count()).toBe(0);
    await next.locator('[data-command="clearRecent"]').click();
    await next.getByRole('menuitem', { name: 'File' }).click();
    await expect.poll(() => next.locator('.menu-list [data-recent]').count()).toBe(0);
  });

  test('the console has no errors', () => {
    expectQuietConsole(app);
  });

  async function recent(page: Page): Promise<readonly (string | null)[]> {
    await page.getByRole('menuitem', { name: 'File' }).click();
    const names = await page.locator('.menu-list [data-recent]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-recent')));
    await page.keyboard.press('Escape');
    return names;
  }

  function kept(): unknown {
    return sessionFiles().map((name) => JSON.parse(readFileSync(join(userFolder, 'sessions', name), 'utf8')) as unknown);
  }

  /** A file that is being written has another name, and is no session if its process ends before. */
  function sessionFiles(): readonly string[] {
    return readdirSync(join(userFolder, 'sessions')).filter((name) => !name.endsWith('.tmp'));
  }
});
