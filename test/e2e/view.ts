import type { CDPSession, FileChooser, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { expect } from 'vitest';

/** The picture of the view at rest, as PNG. */
export async function steadyView(page: Page): Promise<Buffer> {
  await viewAtRest(page);
  return pictureOf(page, (await page.getByTestId('view').boundingBox())!);
}

/** A part of the page as PNG, CSS pixels, encoded for speed: as small as Playwright makes it, it takes three times as long. */
export async function pictureOf(page: Page, part: { x: number; y: number; width: number; height: number }): Promise<Buffer> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  const { data } = await drawn(page, () =>
    session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip: { ...part, scale: 1 } }),
  );
  return Buffer.from(data, 'base64');
}

/** Takes a picture while the view draws: see `drawForPictures` in `app.ts`. */
export async function drawn<T>(page: Page, take: () => Promise<T>): Promise<T> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        (window as Drawing).drawForPicture?.(true);
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
  try {
    return await take();
  } finally {
    await page.evaluate(() => (window as Drawing).drawForPicture?.(false));
  }
}

type Drawing = Window & { readonly drawForPicture?: (isOn: boolean) => void };

const sessions = new WeakMap<Page, CDPSession>();

/**
 * Resolves once the view rests: every frame that was requested is drawn, and for some frames of the page nothing changes in the view or
 * on top of it. The page itself looks, so that a rest is as long as its frames are: on a busy machine longer, in software GL seconds.
 */
export async function viewAtRest(page: Page): Promise<void> {
  const rests = await page.evaluate(
    ([frames, limit]) =>
      new Promise<boolean>((resolve) => {
        const start = performance.now();
        let quiet = 0;
        const watch = new MutationObserver(() => (quiet = 0));
        const view = document.querySelector('[data-testid="view"]')!;
        watch.observe(view, { subtree: true, childList: true, attributes: true, characterData: true });
        // A blinking cursor is no part of the picture.
        document.documentElement.style.caretColor = 'transparent';
        const look = (): void => {
          if (view.querySelector('canvas[aria-busy="true"]') !== null) quiet = 0;
          const isLate = performance.now() - start > limit;
          if (++quiet <= frames && !isLate) return void requestAnimationFrame(look);
          watch.disconnect();
          resolve(!isLate);
        };
        requestAnimationFrame(look);
      }),
    [quietFrames, 240_000] as const,
  );
  if (!rests) throw new Error('The view never came to rest');
}

/** A panel that has changed draws itself in the next frame, a list that opens resizes the view in the one after, and labels follow. */
const quietFrames = 5;

/** Whether two pictures are the same to the eye: no channel of any pixel differs by more than the compositor's rounding. */
export function samePicture(a: Buffer, b: Buffer): boolean {
  if (a.equals(b)) return true;
  const [first, second] = [decoded(a), decoded(b)];
  if (first.width !== second.width || first.height !== second.height) return false;
  return first.data.every((value, i) => Math.abs(value - second.data[i]!) <= 2);
}

/** To decode a picture takes longer than to compare it, and most are compared with several others. */
function decoded(picture: Buffer): PNG {
  const png = decodedPictures.get(picture) ?? PNG.sync.read(picture);
  decodedPictures.set(picture, png);
  return png;
}

const decodedPictures = new WeakMap<Buffer, PNG>();

/** Waits until a document's mesh and tree have arrived at the page. Before, commands that need them do nothing. */
export async function documentReady(page: Page, name: string): Promise<Locator> {
  const row = meshRow(page, name);
  const state = async (): Promise<string> => {
    // In one step: a row that was counted can be out of sight before it is read, and Playwright would wait for it.
    const [shown] = await row.evaluateAll((rows: HTMLElement[]) => rows.map((each) => `${each.dataset['phase']}, busy ${each.ariaBusy}`));
    return shown ?? scrolledOn(page);
  };
  await expect.poll(state).toBe('ready, busy false');
  return row;
}

/** Scrolls the list of meshes by half of its height, from its end to its start: it has only the rows in sight. */
async function scrolledOn(page: Page): Promise<string> {
  const list = page.getByTestId('meshes');
  if ((await list.count()) > 0) {
    await list.evaluate(async (rows) => {
      const isAtEnd = rows.scrollTop + rows.clientHeight >= rows.scrollHeight - 1;
      rows.scrollTop = isAtEnd ? 0 : rows.scrollTop + rows.clientHeight / 2;
      // The rows come into the list a frame later: on a busy machine after the next look, which would scroll past them.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
  }
  return 'out of sight';
}

/**
 * Chooses files in the dialog that `request` opens. A browser opens it only within seconds of a key or click, and a picture in
 * software GL may take as long. So everything is drawn before, and a request that the browser ignored is repeated.
 */
export async function chooseFiles(page: Page, request: () => Promise<void>, files: Parameters<FileChooser['setFiles']>[0]): Promise<void> {
  for (let attempt = 0; attempt < 6; attempt++) {
    await viewAtRest(page);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => null), request()]);
    if (chooser !== null) return chooser.setFiles(files);
  }
  throw new Error('The browser opened no dialog for files');
}

/**
 * Cancels a document, which is still to be dropped, in the moment when the page shows percents of this phase: then its job runs, and is the one that
 * `holdFirstJob` holds. A click from here would wait until the button rests, which moves with the percents, and on a busy machine come when all is done.
 */
export async function cancelAt(page: Page, name: string, phase: 'parsing' | 'building'): Promise<void> {
  await page.evaluate(
    ([of, at]) => {
      const look = (): void => {
        const row = [...document.querySelectorAll(`[data-document][data-phase="${at}"]`)].find(({ textContent }) =>
          textContent.includes(of),
        );
        const button = document.querySelector<HTMLButtonElement>('[data-testid="cancel"]');
        const shown = document.querySelector('[data-testid="progress"]')?.textContent ?? '';
        if (row === undefined || button === null || !shown.startsWith(`${of}: ${at}`) || !/[1-9]\d* %/.test(shown)) return;
        watch.disconnect();
        button.click();
      };
      const watch = new MutationObserver(look);
      watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    [name, phase] as const,
  );
}

export function meshRow(page: Page, name: string): Locator {
  return page.locator('[data-document]', { hasText: name });
}

/** A pixel in the middle of the view, clear of the cards at its sides. */
export async function middleOfView(page: Page): Promise<readonly [number, number]> {
  const box = (await page.getByTestId('view').boundingBox())!;
  return [Math.round(box.x + 0.4 * box.width), Math.round(box.y + 0.55 * box.height)];
}

/** Rests the pointer where it is over nothing that shows a preview. */
export async function restPointer(page: Page): Promise<void> {
  await page.mouse.move(600, 18);
}

/** A number field's value with all its digits, as a person reads it: by going into the field. */
export async function fieldValue(page: Page, testId: string): Promise<number> {
  const [value] = await fieldValues(page, [testId]);
  return value!;
}

/** Values of several number fields with all their digits. */
export async function fieldValues(page: Page, testIds: readonly string[]): Promise<readonly number[]> {
  for (const testId of testIds) await page.getByTestId(testId).waitFor({ state: 'attached' });
  const texts = await page.evaluate(
    (ids) =>
      ids.map((testId) => {
        const field = document.querySelector<HTMLInputElement>(`[data-testid="${testId}"]`)!;
        field.focus();
        const { value } = field;
        field.blur();
        return value;
      }),
    testIds,
  );
  return texts.map((text) => (text === '∞' ? Infinity : Number(text)));
}

/** The numbers of the fields x, y and z, as they are shown. */
export async function numbers(page: Page, testId: string): Promise<number[]> {
  const texts = await Promise.all(['x', 'y', 'z'].map((axis) => page.getByTestId(`${testId}-${axis}`).inputValue()));
  return texts.map((text) => Number(text.replace('−', '-')));
}

/** Types a number into a field, confirms it by Enter and leaves the field. */
export async function typeInto(page: Page, testId: string, text: string): Promise<void> {
  await typeAll(page, '', { [testId]: text });
}

/**
 * Types several numbers: names of fields without their common prefix, and texts. The page itself types: each step from here would cost a frame, and two thirds of
 * the processor time. Text that is refused keeps the focus. `fields.test.ts` and `keyboard.test.ts` press the keys of the browser.
 */
export async function typeAll(page: Page, prefix: string, texts: Readonly<Record<string, string>>): Promise<void> {
  const named = Object.entries(texts).map(([name, text]) => [`${prefix}${name}`, text] as const);
  await page.evaluate(
    async ([fields, limit]) => {
      const pause = (milliseconds = 0): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
      const editable = async (testId: string): Promise<HTMLInputElement> => {
        const start = performance.now();
        for (; performance.now() - start < limit; await pause(20)) {
          const found = [...document.querySelectorAll<HTMLInputElement>(`[data-testid="${testId}"]`)];
          if (found.length > 1) throw new Error(`${found.length} fields are called ${testId}`);
          const [field] = found;
          if (field?.checkVisibility({ visibilityProperty: true }) === true && !field.disabled && !field.readOnly) return field;
        }
        throw new Error(`No field ${testId} can be edited`);
      };
      for (const [testId, text] of fields) {
        const field = await editable(testId);
        field.focus();
        field.select();
        // As if it was typed: the browser itself fires the events.
        document.execCommand(text === '' ? 'delete' : 'insertText', false, text);
        await pause();
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
        await pause();
        // A value that was taken leaves the focus in the field; the next keys of a test are commands.
        if (field.ariaInvalid !== 'true') field.blur();
        // The next field is drawn with this value.
        await pause();
      }
    },
    [named, 120_000] as const,
  );
}

export interface GlCount {
  readonly programs: number;
  readonly draws: number;
}

/** Counts from now on how many shader programs the page links, and how many times it draws. Returns the function that reads the counts. */
export async function countGl(page: Page): Promise<() => Promise<GlCount>> {
  const count = await page.evaluateHandle(() => {
    const count = { programs: 0, draws: 0 };
    const gl = WebGL2RenderingContext.prototype;
    const { linkProgram, drawArrays } = gl;
    gl.linkProgram = function (program) {
      count.programs++;
      linkProgram.call(this, program);
    };
    gl.drawArrays = function (...args) {
      count.draws++;
      drawArrays.apply(this, args);
    };
    return count;
  });
  return () => count.jsonValue();
}
