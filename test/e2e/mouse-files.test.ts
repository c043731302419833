import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { documentReady, meshRow } from './view.ts';

describeApp('baking, palette and closing by mouse', ['resources/samples/knot.ply'], (app) => {
  test('bake, and read the result', async () => {
    const { page } = app();
    await documentReady(page, 'knot.ply');
    await page.getByTestId('workspaces').getByRole('radio', { name: 'Bake' }).click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByTestId('bake-run').click()]);
    expect(download.suggestedFilename()).toBe('knot.boxwood');
    await page.getByTestId('bake-result').waitFor();
  });

  test('find a command in the palette', async () => {
    const { page } = app();
    await page.getByRole('button', { name: /Search commands/ }).click();
    const palette = page.getByTestId('palette');
    await palette.waitFor();
    await palette.getByRole('option').first().click();
    await palette.waitFor({ state: 'detached' });
  });

  test('close the mesh', async () => {
    const { page } = app();
    await page.getByRole('menuitem', { name: 'File', exact: true }).click();
    await page.locator('.menu-list [data-command="close"]').click();
    await expect.poll(() => meshRow(page, 'knot.ply').count()).toBe(0);
    expectQuietConsole(app());
  });
});
