import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listOpener } from '../../../renderer/shell/list-opener.ts';

interface FakeElement {
  readonly tabIndex: number;
  focus(): void;
}

/** A page with what the opener reads. The list comes when `panel` is set. */
class FakePage extends EventTarget {
  readonly body = {};
  activeElement: unknown = { closest: () => null };
  panel: object | null = null;
  querySelector(): object | null {
    return this.panel;
  }
}

let frames: (() => void)[];
let page: FakePage;
let focused: string[];
let open: (id: string) => void;

beforeEach(() => {
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  [page, focused] = [new FakePage(), []];
  const show = listOpener(page as unknown as Document, { show: () => {} });
  open = (id) => show(id, true);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function panelOf(name: string): object {
  const list = { tabIndex: 0, focus: () => focused.push(name), checkVisibility: () => true, matches: () => false, closest: () => null };
  return { querySelector: () => null, querySelectorAll: (): readonly FakeElement[] => [list] };
}

function draw(count: number): void {
  for (let i = 0; i < count; i++) for (const run of frames.splice(0)) run();
}

test('a list gets the focus once it is there', () => {
  open('trace');
  draw(10);
  page.panel = panelOf('trace');
  draw(1);
  expect(focused).toEqual(['trace']);
  expect(frames).toEqual([]);
});

test('a list that comes after a press elsewhere, or after another list was opened, does not get the focus', () => {
  open('trace');
  draw(10);
  page.dispatchEvent(new Event('pointerdown'));
  page.panel = panelOf('trace');
  draw(10);
  expect(focused).toEqual([]);
  page.panel = null;
  open('trace');
  draw(10);
  open('bsp');
  page.panel = panelOf('bsp');
  draw(10);
  expect(focused).toEqual(['bsp']);
  expect(frames).toEqual([]);
});
