import { beforeAll, describe, expect, test } from 'vitest';
import { commandIds, commandOf } from '../../../../renderer/commands/commands.ts';
import { manualIndex, openManual, showPrevious, toggleManualHere, toolPages } from '../../../../renderer/commands/manual-actions.ts';
import { panelOf, panels, type PanelId } from '../../../../renderer/shell/dock/panel-list.tsx';
import { manualTexts } from '../../../../renderer/state/manual/manual-files.ts';
import { anchorIn, anchorsOf, createManual, loadManual, type Manual, type ManualPlace } from '../../../../renderer/state/manual/manual.ts';
import { type Figure, figures } from '../../../../renderer/text/figures.ts';
import type { Block } from '../../../../renderer/text/markdown/blocks.ts';
import type { Inline } from '../../../../renderer/text/markdown/inline.ts';
import { fakeAppWithBox } from '../../fake-app.ts';

let manual: Manual;
beforeAll(async () => {
  manual = await loadManual();
});

/** Places of all pages. */
const places = [...manualTexts.keys()].map((path) =>
  path.startsWith('resources/manual/') ? path.slice('resources/manual/'.length) : `../../${path}`,
);

function exists(place: ManualPlace): boolean {
  const page = manual.page(place);
  return page !== null && (anchorIn(place) === '' || anchorsOf(page).has(anchorIn(place)));
}

function inlineOf(block: Block): readonly Inline[] {
  const tops =
    block.kind === 'list'
      ? block.items.flat()
      : block.kind === 'table'
        ? [block.head, ...block.rows].flatMap(({ cells }) => cells.flat())
        : block.kind === 'code'
          ? []
          : block.content;
  return tops.flatMap((part) => ('content' in part ? [part, ...part.content] : [part]));
}

describe('the manual in the app', () => {
  test('has every page, each with a title, and reads all of its Markdown', () => {
    expect(places.length).toBeGreaterThan(50);
    for (const place of places) {
      const page = manual.page(place)!;
      expect(page.blocks[0]?.kind, place).toBe('heading');
      const left = page.blocks
        .flatMap(inlineOf)
        .filter((part) => part.kind === 'text' && /\*\*|`|\]\(|^\||<!--/.test(part.text))
        .map((part) => (part.kind === 'text' ? part.text : ''));
      expect(left, place).toEqual([]);
    }
  });

  test('resolves every link to a page with that anchor, and every picture', () => {
    const broken: string[] = [];
    const outside = new Set<string>();
    for (const place of places) {
      for (const part of manual.page(place)!.blocks.flatMap(inlineOf)) {
        if (part.kind === 'image' && manual.picture(place, part.source) === null) broken.push(`${place}: ${part.source}`);
        if (part.kind !== 'link') continue;
        const to = manual.linked(place, part.to);
        if (to === null) outside.add(part.to);
        else if (!exists(to)) broken.push(`${place}: ${part.to}`);
      }
    }
    expect(broken).toEqual([]);
    // Addresses are named only; schemas, files for farms and the C header are for programs.
    const files = [...outside].filter((link) => !link.startsWith('https://'));
    expect(files).toContain('../schemas');
    expect(files.filter((link) => !/^\.\.\/(schemas|farm|c)\b/.test(link))).toEqual([]);
  });

  test('lists the pages of a folder', () => {
    expect(manual.linked(manualIndex, 'decisions')).toBe('decisions');
    const page = manual.page('decisions')!;
    expect(page.title).toBe('Decisions');
    const links = page.blocks.flatMap(inlineOf).flatMap((part) => (part.kind === 'link' ? [manual.linked('decisions', part.to)] : []));
    expect(links.length).toBeGreaterThan(20);
    expect(links.every((place) => place !== null && exists(place))).toBe(true);
  });

  test('has a page for every panel, tool and figure', () => {
    const ids = Object.keys(panels) as PanelId[];
    const pages = Object.values<Figure>(figures).map(({ page }) => page);
    const named = [...ids.map((id) => panelOf(id).manual), ...Object.values(toolPages), ...pages, manualIndex];
    expect(named.filter((place) => !exists(place))).toEqual([]);
  });

  test('has the page that each command of the menu Help opens', async () => {
    const { app } = await fakeAppWithBox();
    for (const id of commandIds.filter((one) => commandOf(one).menu === 'Help')) {
      app.shell.manual.value = null;
      commandOf(id).run(app);
      const shown = app.shell.manual.value as { readonly place: string } | null;
      if (shown !== null) expect(exists(shown.place), id).toBe(true);
    }
  });

  test('opens a link relative to its page', () => {
    const two = createManual(
      new Map([
        ['resources/manual/a.md', '# A'],
        ['resources/formats/f.md', '# F\n## G'],
      ]),
      new Map([['resources/manual/p.png', 'x']]),
    );
    expect(two.linked('a.md', '../formats/f.md#g')).toBe('../../resources/formats/f.md#g');
    expect(two.page('../../resources/formats/f.md')?.title).toBe('F');
    expect(two.linked('a.md', 'none.md')).toBeNull();
    expect(two.linked('a.md#x', '#y')).toBe('a.md#y');
    expect(two.picture('a.md', 'p.png')).toBe('x');
  });
});

describe('the window of the manual', () => {
  test('returns to the pages before, and the same page again is no step', async () => {
    const { app } = await fakeAppWithBox();
    const { shell } = app;
    for (const place of ['a.md', 'b.md', 'b.md', 'c.md']) openManual(shell, place);
    expect(shell.manual.value).toEqual({ place: 'c.md', back: ['a.md', 'b.md'] });
    showPrevious(shell);
    showPrevious(shell);
    showPrevious(shell);
    expect(shell.manual.value).toEqual({ place: 'a.md', back: [] });
  });

  test('opens on the page of what is used: the panel, else the tool; again closes it', async () => {
    const { app } = await fakeAppWithBox();
    toggleManualHere(app);
    expect(app.shell.manual.value?.place).toBe('window.md#select');
    toggleManualHere(app);
    expect(app.shell.manual.value).toBeNull();
    toggleManualHere({ ...app, shell: { ...app.shell, manualHere: () => 'trees.md#compare' } });
    expect(app.shell.manual.value).toMatchObject({ place: 'trees.md#compare' });
  });
});
