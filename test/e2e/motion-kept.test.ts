import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ball, box } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { temporaryFolder } from '../main/product.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, fieldValue, typeAll, typeInto } from './view.ts';

const folder = temporaryFolder();
const [fixed, moving] = ['fixed.obj', 'moving.obj'].map((name, i) => {
  const path = join(folder, name);
  writeFileSync(path, objText(i === 0 ? box() : ball(16, 8, 0.5)));
  return path;
});
const project = join(folder, 'motion.boxwood-project');

/** The end pose, the path and the limits, as the fields show them. */
async function motionOf(page: Page): Promise<unknown> {
  const names = ['move-x', 'move-y', 'move-z', 'turn-x', 'turn-y', 'turn-z'];
  const pose = await Promise.all(names.map((name) => fieldValue(page, `moving-${name}`)));
  const limits = await Promise.all(['separation', 'tolerance'].map((name) => fieldValue(page, `option-motion-${name}`)));
  return { pose, limits, path: await page.getByTestId('motion-path').locator('[aria-checked="true"]').innerText() };
}

async function contactOf(page: Page): Promise<readonly (string | null)[]> {
  await page.locator('.motion-bar [data-command=findContact]').click();
  const interval = page.getByTestId('motion-interval');
  await interval.waitFor();
  return [
    await page.getByTestId('motion-state').innerText(),
    await interval.getAttribute('data-lo'),
    await interval.getAttribute('data-hi'),
  ];
}

describeApp('a motion', [fixed!, moving!], (app) => {
  let motion: unknown;
  let contact: readonly (string | null)[];

  test('is the same after the page is reloaded, with the same contact', async () => {
    const { page } = app();
    for (const name of ['fixed.obj', 'moving.obj']) await documentReady(page, name);
    await page.getByTestId('workspaces').getByRole('radio').filter({ hasText: 'Motion' }).click();
    await page.getByRole('button', { name: 'Move moving.obj against fixed.obj' }).click();
    await typeAll(page, 'moving-move-', { x: '0.25', y: '0', z: '4' });
    await page.locator('[data-testid=properties] [data-command=addMotion]').click();
    await typeAll(page, 'moving-move-', { x: '0.25', y: '0.5', z: '-3' });
    await typeAll(page, 'moving-turn-', { x: '30', y: '0', z: '90' });
    await page.getByTestId('motion-path').getByRole('radio', { name: 'Screw' }).click();
    await typeInto(page, 'option-motion-separation', '0.125');
    motion = await motionOf(page);
    contact = await contactOf(page);
    expect(contact[0]).toBe('hit');
    await page.reload();
    for (const name of ['fixed.obj', 'moving.obj']) await documentReady(page, name);
    await expect.poll(() => motionOf(page)).toEqual(motion);
    expect(await contactOf(page)).toEqual(contact);
  });

  test('is kept by a project, and opened with it', async () => {
    const { page, drop } = app();
    await page.keyboard.press('Control+s');
    await page.getByTestId('project-name').fill('motion');
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('project-save').click()]);
    await download.saveAs(project);
    expect(readFileSync(project, 'utf8')).toContain('0.125');
    await typeAll(page, 'moving-move-', { x: '1', y: '1', z: '-1' });
    await page.getByTestId('motion-path').getByRole('radio', { name: 'Linear' }).click();
    await typeInto(page, 'option-motion-separation', '0');
    expect(await motionOf(page)).not.toEqual(motion);
    await drop([project]);
    await expect.poll(() => motionOf(page)).toEqual(motion);
    expect(await contactOf(page)).toEqual(contact);
    expectQuietConsole(app());
  });
});
