import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type ConsoleMessage, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { startShell, type Shell } from './shells.ts';
import { steadyView } from './view.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const screenshots = join(root, 'test/e2e/screenshots');
const keepsPictures = isFullRun || Boolean(process.env['BOXWOOD_PICTURES']);
/** Pictures for people are antialiased. Without that, software GL draws a frame in half the time. */
const antialiases = keepsPictures || process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';

/** Milliseconds until an action of Playwright fails: shorter than the limit of a test, so that the failure names the action. */
const actionLimit = 120_000;

const viewport = { width: 1440, height: 900 } as const;

/** A served app with one page of a real browser on it. */
export interface App {
  readonly page: Page;
  readonly address: string;
  /** Errors that the page's console showed, security policy violations among them. */
  readonly consoleErrors: string[];
  /** Drops files as a person does: the browser itself makes trusted drag events, and reads the files from disk. */
  drop(paths: readonly string[]): Promise<void>;
  /**
   * Keeps a picture in `test/e2e/screenshots` once the view is steady, for a person to look at: in full runs, and with BOXWOOD_PICTURES set. Drawn in software it takes
   * a second.
   */
  picture(name: string): Promise<void>;
  /** Closes this page and all others. */
  close(): Promise<void>;
  /** Closes all other pages, and leaves this one to the next suite. */
  leave(): Promise<KeptPage>;
}

export interface AppOptions {
  /** What the system asks for. `reduce` by default: the camera jumps, since each frame of its flight takes a tenth of a second in software GL. */
  readonly motion?: 'reduce' | 'no-preference';
  /** Whether the page has no notes of an earlier start. */
  readonly isFirstStart?: boolean;
  /** Whether the page is for this suite only: one that changes what a page keeps when it loads again. */
  readonly needsOwnPage?: boolean;
  /** Whether the view is drawn with all pixels of its canvas, for a suite that looks at thin lines or single pixels. */
  readonly drawsAllPixels?: boolean;
  /** Whether the view draws each frame, for a suite that looks at what the app itself draws: counts, selections by a box, saved pictures. */
  readonly drawsEachFrame?: boolean;
  /** A module that the server loads before its own, for example to hold a job: a `data:` address. */
  readonly serverModule?: string;
}

/** The page of a suite that has ended, at the port of its server, which has ended too. */
interface KeptPage {
  readonly page: Page;
  readonly port: number;
}

/**
 * A page for the next suite. A new one costs more than twice the processor time: a process, a compiled app, a context of WebGL. The next server listens at
 * the same port, since the browser gives pages of another origin a process of their own.
 */
let kept: KeptPage | undefined;

function takeKept(): KeptPage | undefined {
  const taken = kept?.page.isClosed() === false ? kept : undefined;
  kept = undefined;
  return taken;
}

/**
 * A suite over the served app. Each suite has documents and a port of its own, and a page without notes of suites before; where there is no browser it is skipped.
 * `files` are opened from the command line.
 */
export function describeApp(name: string, files: readonly string[], suite: (app: () => App) => void, options: AppOptions = {}): void {
  const browserPath = inject('browserPath');
  if (browserPath === null) {
    describe.skip(`${name} (no browser)`, () => suite(() => undefined as never));
    return;
  }
  describe(name, () => {
    const isAlone = options.needsOwnPage === true || options.isFirstStart === true;
    let shell: Shell | undefined;
    let app: App | undefined;
    beforeAll(async () => {
      const browser = await sharedBrowser(browserPath);
      const used = isAlone ? undefined : takeKept();
      const port = used?.port ?? 0;
      shell = options.serverModule === undefined ? await startShell(files, port) : await startOwnShell(files, port, options.serverModule);
      app = await openApp(browser, shell.address, options, used?.page);
    });
    afterAll(async () => {
      try {
        await shell?.end();
      } finally {
        if (isAlone || kept !== undefined) await app?.close();
        else kept = await app?.leave();
      }
    });
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail' && app !== undefined) await printPage(app, task.name);
    });
    suite(() => app!);
  });
}

/** Prints what a page shows after a test that failed: on another machine nothing else is left of it. */
async function printPage({ page, consoleErrors }: App, test: string): Promise<void> {
  const asked = page
    .evaluate(() => {
      const rowsOf = (list: Element): string =>
        `${list.scrollTop} of ${list.scrollHeight}, ${list.clientHeight} in sight, ${list.textContent.slice(0, 1000)}`;
      const meshes = document.querySelector('[data-testid="meshes"]');
      return [
        `Meshes: ${meshes === null ? 'no list' : rowsOf(meshes)}`,
        `Focus: ${document.activeElement?.outerHTML.slice(0, 300)}`,
        `Under the pointer: ${[...document.querySelectorAll(':hover')].at(-1)?.outerHTML.slice(0, 300)}`,
        document.body.innerText.slice(0, 4000),
      ].join('\n');
    })
    .catch(String);
  // A page that hangs answers nothing.
  const shown = await Promise.race([asked, new Promise<string>((resolve) => setTimeout(resolve, 10_000, 'no answer'))]);
  process.stdout.write(`\nThe page after "${test}" failed:\n${shown}\n${consoleErrors.join('\n')}\n`);
}

/** A suite that looks at what the app itself draws: counts of draws, a selection by a box. */
export function describeDrawingApp(name: string, files: readonly string[], suite: (app: () => App) => void): void {
  describeApp(name, files, suite, { drawsEachFrame: true });
}

/** A suite that looks at thin lines, or at single pixels. */
export function describeDrawnApp(name: string, files: readonly string[], suite: (app: () => App) => void): void {
  describeApp(name, files, suite, { drawsAllPixels: true });
}

/**
 * Software WebGL, no sandbox (CI runs as root), and no look-ups of the browser's own. All but the canvases is painted without GL: Debian's
 * Chromium would raster and composite the page in software GL too, which doubles the processor time of everything.
 */
const browserFlags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  // A frame takes a quarter less processor time where software GL needs no process of its own.
  '--in-process-gpu',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
  '--disable-partial-raster',
  ...(antialiases ? [] : ['--webgl-antialiasing-mode=none']),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let launched: Promise<Browser> | undefined;

/** The browser of this process, started by the first suite. All suites of all files use it: a start takes a second. Playwright ends it with the process. */
export async function sharedBrowser(executablePath: string): Promise<Browser> {
  const browser = await launched;
  if (browser?.isConnected()) return browser;
  launched = chromium.launch({ executablePath, args: browserFlags });
  return launched;
}

/**
 * Starts the browser shell, on a free port unless one is given, and waits for the address that it prints. It keeps recent files and sessions
 * in `userFolder`, by default nothing.
 */
export async function serve(
  files: readonly string[],
  {
    port = 0,
    userFolder = '',
    serverModule,
  }: { readonly port?: number; readonly userFolder?: string; readonly serverModule?: string } = {},
): Promise<{ server: ChildProcess; address: string }> {
  const flags = serverModule === undefined ? [] : ['--import', serverModule];
  const server = spawn(
    process.execPath,
    [...flags, join(root, 'dist/main/cli.js'), 'serve', '--port', String(port), '--no-open', ...files],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BOXWOOD_DATA: userFolder },
    },
  );
  // Where the process ends before its tests do, no server stays behind.
  const end = (): void => void server.kill();
  process.once('exit', end);
  server.once('exit', () => process.off('exit', end));
  const address = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(printed);
      if (found !== null) resolve(found[0]);
    };
    server.stdout!.on('data', read);
    server.stderr!.on('data', read);
    server.on('exit', (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
  });
  return { server, address };
}

/** A browser shell in a process of its own, which loads a module before the product. */
async function startOwnShell(files: readonly string[], port: number, serverModule: string): Promise<Shell> {
  const { server, address } = await serve(files, { port, serverModule });
  return {
    address,
    end: async () => {
      const ended = server.exitCode !== null ? null : once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}

/** Opens the app in a page, of a suite before or a new one. */
export async function openApp(
  browser: Browser,
  address: string,
  { motion = 'reduce', isFirstStart = false, drawsAllPixels = false, drawsEachFrame = drawsAllPixels }: AppOptions = {},
  used?: Page,
): Promise<App> {
  // One context for all: each has a window, whose own pages take half a second of processor time. Servers differ by their ports, and so do pages.
  const context = browser.contexts()[0] ?? (await browser.newContext({ viewport }));
  // On a busy machine each frame takes seconds in software GL.
  context.setDefaultTimeout(actionLimit);
  const page = used ?? (await newPage(context, isFirstStart));
  await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion: motion, colorScheme: 'dark' });
  const consoleErrors: string[] = [];
  const onConsole = (message: ConsoleMessage): void => void (message.type() === 'error' && consoleErrors.push(message.text()));
  const onError = (error: Error): void => void consoleErrors.push(String(error));
  page.on('console', onConsole).on('pageerror', onError);
  // Until then the page still looks for the server that it has lost.
  page.once('framenavigated', () => consoleErrors.splice(0));
  const coarse = drawsAllPixels || antialiases ? null : await page.addInitScript(drawCoarsely);
  const idle = drawsEachFrame || antialiases ? null : await page.addInitScript(drawForPictures);
  await page.goto(address);
  await page.getByRole('menubar').waitFor();
  return {
    page,
    address,
    consoleErrors,
    drop: (paths) => dropFiles(page, paths),
    async close() {
      for (const own of context.pages()) await own.close();
      await context.clearCookies();
    },
    async leave() {
      for (const other of context.pages()) if (other !== page) await other.close();
      await context.clearCookies();
      await page.unrouteAll();
      await coarse?.dispose();
      await idle?.dispose();
      page.off('console', onConsole).off('pageerror', onError);
      return { page, port: Number(new URL(address).port) };
    },
    picture: async (name) => {
      if (!keepsPictures) return;
      await steadyView(page);
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
  };
}

/**
 * Lets the page draw its view with a sixteenth of the pixels: a frame then costs a third of its processor time in software GL. Layout, pointers and pictures keep
 * their size.
 */
function drawCoarsely(): void {
  Object.defineProperty(window, 'devicePixelRatio', { value: 0.25, configurable: true });
}

/**
 * Lets the view draw only for pictures: frames between them set up everything and draw nothing. In software GL this saves up to a sixth of the processor time of a suite.
 * `pictureOf` turns drawing on, and has a frame drawn by telling the view that the pixel ratio has changed. Full runs draw every frame.
 */
function drawForPictures(): void {
  let draws = false;
  const gl = WebGL2RenderingContext.prototype;
  for (const name of ['drawArrays', 'drawElements', 'drawArraysInstanced', 'drawElementsInstanced'] as const) {
    const draw = gl[name] as (...values: unknown[]) => void;
    gl[name] = function (this: WebGL2RenderingContext, ...values: unknown[]): void {
      if (draws) draw.apply(this, values);
    };
  }
  const ratios = new Set<EventTarget>();
  const { matchMedia } = window;
  window.matchMedia = (query) => {
    const list = matchMedia.call(window, query);
    if (query.startsWith('(resolution')) ratios.add(list);
    return list;
  };
  Object.assign(window, {
    drawForPicture(isOn: boolean) {
      draws = isOn;
      if (!isOn) return;
      const told = [...ratios];
      // Each follower of the ratio asks for the next one.
      ratios.clear();
      for (const list of told) list.dispatchEvent(new Event('change'));
    },
  });
}

/** A page that forgets what it has kept when it comes to another server, whose address has another token. */
async function newPage(context: BrowserContext, isFirstStart: boolean): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(
    (notes) => {
      const token = new URL(location.href).searchParams.get('token');
      if (token === null || sessionStorage.getItem('test-token') === token) return;
      localStorage.clear();
      sessionStorage.clear();
      sessionStorage.setItem('test-token', token);
      for (const [key, text] of notes) localStorage.setItem(key, text);
      // The first start offers a tour, which `learn.test.ts` looks at.
    },
    isFirstStart ? [] : [['boxwood-started', '1'] as const],
  );
  return page;
}

async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 420, data });
  }
  await session.detach();
}

/** No error reached the console, no security policy was broken. */
export function expectQuietConsole(app: App): void {
  expect(app.consoleErrors).toEqual([]);
}
