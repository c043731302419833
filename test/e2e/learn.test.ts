import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeApp, expectQuietConsole } from './app.ts';
import { axeViolations } from './axe-violations.ts';
import { documentReady } from './view.ts';

/** Names of figures on screen without a tooltip. */
function withoutMeaning(page: Page): Promise<{ named: number; unnamed: string[] }> {
  return page.evaluate(() => {
    const names =
      '.facts dt, .setting.fixed .label, [role="columnheader"], .row.head > span, [data-testid="statistics"] .sub-title b, .times .label';
    const shown = [...document.querySelectorAll<HTMLElement>(names)].filter((name) => name.checkVisibility());
    const hasMeaning = (name: HTMLElement): boolean => {
      const marked = name.matches('[data-figure]') ? name : name.querySelector<HTMLElement>('[data-figure]');
      const title = marked?.title || marked?.querySelector<HTMLElement>('[title]')?.title || '';
      return /F1: manual\./.test(title);
    };
    return { named: shown.length, unnamed: shown.filter((name) => !hasMeaning(name)).map((name) => name.innerText) };
  });
}

async function choose(page: Page, query: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByTestId('palette').waitFor();
  await page.keyboard.type(query);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByTestId('palette').count()).toBe(0);
}

describeApp(
  'learning it',
  [],
  (app) => {
    test('the offer of the tour is whole in a small window with large text, and covers nothing', async () => {
      const { page, picture } = app();
      const { width, height } = page.viewportSize()!;
      await page.getByTestId('tour-offer').waitFor();
      await page.setViewportSize({ width: 1000, height: 700 });
      await page.evaluate(() => {
        document.documentElement.style.zoom = '2';
        document.documentElement.style.setProperty('--text-scale', '2');
      });
      const faults = (): Promise<string[]> =>
        page.evaluate(() => {
          const [offer, bar] = ['[data-testid=tour-offer]', '.status-bar'].map((each) => document.querySelector(each)!);
          const [own, room] = [offer!.getBoundingClientRect(), bar!.getBoundingClientRect()];
          const isInside = own.left >= room.left && own.right <= room.right && own.top >= room.top - 1 && own.bottom <= room.bottom + 1;
          const over = [...document.querySelectorAll('.status-bar > span')].filter((each) => {
            const { left, right, width: wide } = each.getBoundingClientRect();
            return each !== offer && wide > 1 && right > own.left + 1 && left < own.right - 1;
          });
          return [...(isInside ? [] : ['outside the status bar']), ...over.map(({ textContent }) => textContent)];
        });
      await expect.poll(faults).toEqual([]);
      await picture('tour-offer-large');
      await page.evaluate(() => {
        document.documentElement.style.zoom = '1';
        document.documentElement.style.setProperty('--text-scale', '1');
      });
      await page.setViewportSize({ width, height });
    });

    test('the first start offers a tour, which goes from region to region by keys, and Escape ends it', async () => {
      const { page, picture } = app();
      const tour = page.getByTestId('tour');
      await page.getByTestId('start-tour').click();
      await tour.waitFor();
      expect(await axeViolations(page)).toEqual([]);
      const titles: string[] = [];
      for (let step = 0; step < 7; step++) {
        await expect.poll(() => tour.getAttribute('data-step')).toBe(String(step));
        titles.push(await tour.getByRole('heading').innerText());
        if (step === 2) await picture('tour');
        // The ring surrounds the region, and the card covers nothing of the ring's middle.
        const ring = (await page.locator('.tour-ring').boundingBox())!;
        const card = (await tour.boundingBox())!;
        expect(ring.width * ring.height, titles[step]!).toBeGreaterThan(400);
        expect(card.x >= 0 && card.y >= 0 && card.x + card.width <= 1440 && card.y + card.height <= 900, titles[step]!).toBe(true);
        if (step < 6) await page.keyboard.press(step % 2 === 0 ? 'Enter' : 'ArrowRight');
      }
      expect(new Set(titles).size).toBe(7);
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => tour.getAttribute('data-step')).toBe('5');
      await page.keyboard.press('Escape');
      await expect.poll(() => tour.count()).toBe(0);
      expect(await page.getByTestId('tour-offer').count()).toBe(0);
      await page.reload();
      await page.getByTestId('empty').waitFor();
      expect(await page.getByTestId('tour-offer').count()).toBe(0);
    });

    test('a sample opens with its finding selected, and its repair clears it', async () => {
      const { page, picture } = app();
      await page.getByTestId('learn').click();
      await page.getByTestId('samples').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await picture('samples');
      await page.getByTestId('samples').locator('[data-sample="hole"]').click();
      await documentReady(page, 'hole.obj');
      await expect.poll(() => page.getByTestId('properties').innerText()).toContain('boundary-loops');
      const lesson = page.getByTestId('lesson');
      await expect.poll(() => lesson.innerText()).toContain('Two triangles of the crate are missing');
      await expect.poll(() => page.getByTestId('tab-findings').getAttribute('aria-selected')).toBe('true');
      await picture('lesson');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByTestId('repair-lesson').click();
      await page.getByTestId('repair-apply').click();
      await expect.poll(() => lesson.getAttribute('data-stage')).toBe('repaired');
      await expect.poll(() => lesson.innerText()).toContain('The copy has no findings.');
      await page.getByTestId('next-lesson').click();
      await expect.poll(() => page.getByTestId('properties').innerText()).toContain('t-junctions');
      await expect.poll(() => lesson.getAttribute('data-stage')).toBe('defect');
    });

    test('every figure of the panels has a tooltip with its meaning', async () => {
      const { page } = app();
      const unnamed: string[] = [];
      const look = async (where: string, atLeast: number): Promise<void> => {
        await expect.poll(async () => (await withoutMeaning(page)).named, { message: where }).toBeGreaterThanOrEqual(atLeast);
        unnamed.push(...(await withoutMeaning(page)).unnamed.map((name) => `${where}: ${name}`));
      };
      await look('finding', 5);
      await choose(page, 'Workspace: Inspect');
      await choose(page, 'node 3');
      await look('node', 20);
      await choose(page, 'triangle 7');
      await look('triangle', 10);
      await page.locator('[data-document]').first().click();
      await look('document', 15);
      await choose(page, 'Workspace: Query');
      await page.mouse.click(700, 400);
      await look('ray', 10);
      await choose(page, 'Worst nodes');
      await look('worst nodes', 10);
      expect(unnamed).toEqual([]);
    });

    test('F1 opens the page of the figure, panel or tool, and the manual needs no network', async () => {
      const { page, picture } = app();
      const manual = page.getByTestId('manual');
      const shown = () => manual.locator('.manual-body').getAttribute('data-page');
      await page.locator('[data-figure]', { hasText: 'Cost' }).first().hover();
      await page.keyboard.press('F1');
      await expect.poll(shown).toBe('trees.md');
      await page.keyboard.press('F1');
      await expect.poll(() => manual.count()).toBe(0);
      await page.mouse.click(700, 420);
      await page.keyboard.press('F1');
      await expect.poll(shown).toBe('rays.md');
      await expect.poll(() => manual.innerText()).toContain('boxwood query ray');
      expect(await axeViolations(page)).toEqual([]);
      await page.getByTestId('manual-index').click();
      await manual.getByRole('link', { name: 'Spheres' }).click();
      await expect.poll(shown).toBe('spheres.md');
      await page.keyboard.press('Alt+ArrowLeft');
      await expect.poll(shown).toBe('index.md');
      await page.keyboard.press('Alt+ArrowLeft');
      await expect.poll(shown).toBe('rays.md');
      await picture('manual');
      await page.keyboard.press('Escape');
      await expect.poll(() => manual.count()).toBe(0);
      await page.locator('[data-manual-of="hierarchy"]').click();
      await expect.poll(shown).toBe('trees.md');
      await expect.poll(() => manual.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
      await manual.getByRole('button', { name: 'Close' }).click();
      await page.getByTestId('tab-compare').click();
      await page.keyboard.press('F1');
      await expect.poll(shown).toBe('trees.md');
      await expect.poll(() => manual.locator('.found').innerText()).toBe('Compare');
      await page.keyboard.press('F1');
      await expect.poll(() => manual.count()).toBe(0);
    });

    test('About has the version and the licences, and the dialogs have no violations', async () => {
      const { page } = app();
      await choose(page, 'About Boxwood');
      const about = page.getByTestId('about');
      await expect.poll(() => about.innerText()).toMatch(/Version\s+\d+\.\d+\.\d+/);
      expect(await about.innerText()).toMatch(/Browser, Chrome/);
      expect(await axeViolations(page)).toEqual([]);
      await page.getByTestId('licences').click();
      await expect.poll(() => page.getByTestId('manual').innerText()).toContain('preact');
      await page.keyboard.press('Escape');
      await choose(page, "What's new");
      await expect.poll(() => page.getByTestId('manual').innerText()).toContain('Unreleased');
      expectQuietConsole(app());
    });
  },
  { isFirstStart: true },
);
