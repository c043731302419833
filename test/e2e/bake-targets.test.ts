import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bakeTargetNames } from '#core/bake/targets/bake-targets';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { ball, placed } from '../fixtures/shapes.ts';
import { objText } from '../fixtures/write-text.ts';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-targets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = join(folder, 'ball.obj');
writeFileSync(path, objText(placed(ball(), 1000, [0.1, 0, 0])));

describeApp('baking for a target in the app', [path], (app) => {
  test('shows the limits with their sources, and how the engine holds the mesh, before anything is written', async () => {
    const { page, picture } = app();
    await documentReady(page, 'ball.obj');
    await page.getByRole('radio', { name: 'Bake' }).click();
    const target = page.getByTestId('bake-target');
    await target.waitFor();
    expect(await target.locator('option').count()).toBe(bakeTargetNames.length + 1);
    await target.selectOption('jolt');
    const facts = page.getByTestId('bake-target-facts');
    await expect.poll(() => facts.innerText()).toContain('At most 65,504 from the origin along an axis');
    await page.getByTestId('bake-compare').click();
    await expect.poll(() => facts.innerText()).toMatch(/As held by Jolt 5\.5/);
    await expect.poll(() => facts.innerText()).toMatch(/Farthest move\s+0\.000\d+/);
    await picture('bake-target');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('writes the file of the target, under its name', async () => {
    const { page } = app();
    const download = page.waitForEvent('download');
    await page.getByTestId('bake-run').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ball.jolt.jolt');
    const bytes = readFileSync(await file.path());
    await expect.poll(() => page.getByTestId('bake-result').innerText()).toContain(`${bytes.length.toLocaleString('en')} bytes, verified`);
  });

  test('bakes several targets one after another, each into its own file, and lists the results', async () => {
    const { page, picture } = app();
    await page.getByTestId('bake-more').locator('summary').click();
    await page.getByTestId('bake-more-physx').check();
    await page.getByTestId('bake-more-jolt-state').check();
    const names: string[] = [];
    page.on('download', (file) => names.push(file.suggestedFilename()));
    await page.getByTestId('bake-run').click();
    await expect
      .poll(() => page.getByTestId('bake-outcomes').locator('li').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Jolt 5\.5: ball\.jolt\.jolt, [\d,]+ bytes, verified$/),
        expect.stringMatching(/^PhysX 5: ball\.physx\.physx, [\d,]+ bytes, verified$/),
        expect.stringMatching(/^Jolt 5\.5, binary shapes: ball\.jolt-state\.shapes\.jolt, [\d,]+ bytes, verified$/),
      ]);
    await expect.poll(() => names).toEqual(['ball.jolt.jolt', 'ball.physx.physx', 'ball.jolt-state.shapes.jolt']);
    await picture('bake-several');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('saves the targets as a recipe, and opens it again; a wrong one is refused with its reason', async () => {
    const { page } = app();
    const download = page.waitForEvent('download');
    await page.getByTestId('bake-recipe-save').click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('ball.recipe.json');
    const text = readFileSync(await saved.path(), 'utf8');
    expect(JSON.parse(text)).toEqual({ recipe: 1, targets: ['jolt', 'physx', 'jolt-state'] });
    await page.getByTestId('bake-more-physx').uncheck();
    await page.getByTestId('bake-target').selectOption('none');
    const input = page.getByTestId('bake-recipe-open');
    await input.setInputFiles({
      name: 'wrong.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{"recipe": 1, "targets": ["ps5"]}'),
    });
    const problem = page.getByTestId('bake-recipe-problem');
    await expect.poll(() => problem.innerText()).toMatch(/^wrong\.json.*"ps5" is not a target/);
    expect(await page.getByTestId('bake-target').inputValue()).toBe('none');
    await input.setInputFiles({ name: 'ball.recipe.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await expect.poll(() => page.getByTestId('bake-target').inputValue()).toBe('jolt');
    expect(await problem.count()).toBe(0);
    expect(await page.getByTestId('bake-recipe-left-out').count()).toBe(0);
    expect(await page.getByTestId('bake-more-physx').isChecked()).toBe(true);
    expect(await page.getByTestId('bake-more-jolt-state').isChecked()).toBe(true);
    await page.getByTestId('bake-copy').click();
    await page.getByText('Copied: boxwood bake ball.obj --target jolt,physx,jolt-state -o baked').first().waitFor();
  });

  test('bakes by the names and the tree of a recipe, and saves it as it was', async () => {
    const { page } = app();
    const tree = { ...defaultValues(buildOptions), split: 'median', leafTriangles: 2 };
    const recipe = { recipe: 1, targets: ['boxwood', { target: 'physx', name: 'hulls/{name}-shape' }], tree };
    await page
      .getByTestId('bake-recipe-open')
      .setInputFiles({ name: 'named.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(recipe)) });
    await expect.poll(() => page.getByTestId('bake-recipe-left-out').innerText()).toBe('Used on the command line only: folders in names.');
    await expect.poll(() => page.getByTestId('bake-format').innerText()).toContain('median, leaf 2');
    const names: string[] = [];
    page.on('download', (file) => names.push(file.suggestedFilename()));
    await page.getByTestId('bake-run').click();
    await expect.poll(() => names).toEqual(['ball.boxwood.boxwood', 'ball-shape.physx']);
    const download = page.waitForEvent('download');
    await page.getByTestId('bake-recipe-save').click();
    expect(JSON.parse(readFileSync(await (await download).path(), 'utf8'))).toEqual(recipe);
    await page.getByTestId('bake-copy').click();
    await page.getByText('Copied: boxwood bake ball.obj --recipe ball.recipe.json -o baked').first().waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expectQuietConsole(app());
  });
});
