import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole, type App } from './app.ts';
import { documentReady, restPointer, samePicture, steadyView, typeInto } from './view.ts';

const sample = 'resources/samples/keep.glb';
const ray = { 'origin-x': '-36', 'origin-y': '3.4', 'origin-z': '1', 'direction-x': '1', 'direction-y': '-0.012', 'direction-z': '0.085' };

/** The numbers of a text: `Step 3 of 35`. */
async function numbersOf({ page }: App, testId: string): Promise<number[]> {
  const text = await page.getByTestId(testId).innerText();
  return [...text.matchAll(/[\d,]+/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
}

describeApp('the query debugger', [sample], (app) => {
  test('records the ray, with the cost that the query reports', async () => {
    const { page, picture } = app();
    await documentReady(page, 'keep.glb');
    await page.keyboard.press('t');
    for (const [name, text] of Object.entries(ray)) await typeInto(page, `ray-${name}`, text);
    await page.getByTestId('tab-hits').click();
    const before = await steadyView(page);
    await page.keyboard.press('Alt+q');
    await page.getByTestId('trace-now').waitFor();
    const [done, count] = await numbersOf(app(), 'trace-place');
    expect(done).toBe(count);
    expect(count).toBeGreaterThan(20);
    const shown = await page.getByTestId('properties').innerText();
    const reported = [/([\d,]+) visited/, /([\d,]+) tested/].map((pattern) => pattern.exec(shown)?.[1]);
    expect(await page.getByTestId('trace-costs').locator('tbody td.right').allInnerTexts()).toEqual(reported);
    await expect.poll(() => page.getByTestId('legend').innerText()).toMatch(/Opened: \d+[\s\S]*Culled: \d+/);
    await restPointer(page);
    expect(samePicture(await steadyView(page), before)).toBe(false);
    await picture('query-debugger');
  });

  test('steps by keys and goes to a step of the list, with the stack and the words of each', async () => {
    const { page } = app();
    const [, count] = await numbersOf(app(), 'trace-place');
    await page.keyboard.press('Alt+,');
    await expect.poll(() => numbersOf(app(), 'trace-place')).toEqual([0, count]);
    expect(await page.getByTestId('trace-now').innerText()).toBe('Before the first step.');
    await page.keyboard.press('.');
    await expect.poll(() => page.getByTestId('trace-now').innerText()).toMatch(/^Node 0 goes on the stack: the ray /);
    expect(await page.getByTestId('trace-stack').locator('li').count()).toBe(1);
    await page.keyboard.press('.');
    await expect.poll(() => page.getByTestId('trace-now').innerText()).toBe('Opened node 0: its children are tested next.');
    await page.keyboard.press(',');
    await expect.poll(() => numbersOf(app(), 'trace-place')).toEqual([1, count]);
    await page.locator('[data-step="5"]').click();
    await expect.poll(() => numbersOf(app(), 'trace-place')).toEqual([5, count]);
    await page.getByTestId('trace-slider').fill('3');
    await expect.poll(() => numbersOf(app(), 'trace-place')).toEqual([3, count]);
  });

  test('plays to the end', async () => {
    const { page } = app();
    await page.getByTestId('trace-speed').selectOption('250');
    await page.keyboard.press('Alt+E');
    const [, count] = await numbersOf(app(), 'trace-place');
    await expect.poll(() => numbersOf(app(), 'trace-place')).toEqual([count, count]);
    await expect.poll(() => page.locator('.trace-bar [data-command="tracePlay"]').getAttribute('aria-label')).toBe('Play');
  });

  test('says why the selected triangle was tested or not, and goes to the step that decided', async () => {
    const { page } = app();
    await page.getByTestId('tab-hits').click();
    await page.locator('[data-hit="0"]').click();
    await page.getByTestId('tab-trace').click();
    await expect.poll(() => page.getByTestId('trace-why').innerText()).toMatch(/Tested at step [\d,]+, in leaf [\d,]+\./);
    const step = Number(/step (\d+)/.exec(await page.getByTestId('trace-why').innerText())![1]);
    await page.getByTestId('trace-go').click();
    await expect.poll(async () => (await numbersOf(app(), 'trace-place'))[0]).toBe(step);
  });

  test('shows the same query on another kind of tree, with both costs', async () => {
    const { page, picture } = app();
    await page.keyboard.press('Alt+.');
    await page.getByTestId('trace-compare').click();
    const rows = page.getByTestId('trace-costs').locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.locator('td:first-child').allInnerTexts()).toEqual(['Boxes', 'Oriented boxes']);
    await restPointer(page);
    await picture('query-debugger-two');
    await page.getByTestId('trace-compare').click();
    await expect.poll(() => rows.count()).toBe(1);
  });

  test('says what is missing, closes, and records again', async () => {
    const { page } = app();
    await page.getByTestId('trace-query').selectOption('pairs');
    await expect.poll(() => page.getByTestId('trace').innerText()).toContain('No moving mesh. Choose a second mesh');
    await page.getByTestId('trace-stop').click();
    await page.getByTestId('trace-record').click();
    await page.getByTestId('trace-now').waitFor();
    expectQuietConsole(app());
  });
});
