import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { isFullRun } from '../fixtures/scale.ts';
import { steadyView } from './view.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const screenshots = join(root, 'test/e2e/screenshots');
const keepsPictures = isFullRun || Boolean(process.env['BOXWOOD_PICTURES']);
/** Pictures for people are antialiased. Without that, software GL draws a frame in half the time. */
const antialiases = keepsPictures || process.env['BOXWOOD_TEST_MODE'] === 'write-pictures';

/** Milliseconds until an action of Playwright fails: shorter than the limit of a test, so that the failure names the action. */
const actionLimit = 120_000;

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
}

export interface AppOptions {
  /** What the system asks for. `reduce` by default: the camera jumps, since each frame of its flight takes a tenth of a second in software GL. */
  readonly motion?: 'reduce' | 'no-preference';
  /** Whether the page has no notes of an earlier start. */
  readonly isFirstStart?: boolean;
  /** A module that the server loads before its own, for example to hold a job: a `data:` address. */
  readonly serverModule?: string;
}

/**
 * A suite over the served app. Each suite has a server and a page of its own; where there is no browser it is skipped.
 * `files` are opened from the command line.
 */
export function describeApp(name: string, files: readonly string[], suite: (app: () => App) => void, options: AppOptions = {}): void {
  const browserPath = inject('browserPath');
  if (browserPath === null) {
    describe.skip(`${name} (no browser)`, () => suite(() => undefined as never));
    return;
  }
  describe(name, () => {
    let server: ChildProcess | undefined;
    let app: App | undefined;
    beforeAll(async () => {
      const [served, browser] = await Promise.all([serve(files, options), sharedBrowser(browserPath)]);
      server = served.server;
      app = await openApp(browser, served.address, options);
    });
    afterAll(async () => {
      await app?.close();
      server?.kill();
    });
    suite(() => app!);
  });
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

export async function openApp(
  browser: Browser,
  address: string,
  { motion = 'reduce', isFirstStart = false }: AppOptions = {},
): Promise<App> {
  // One context for all: each has a window, whose own pages take half a second of processor time. Servers differ by their ports, and so do pages.
  const context = browser.contexts()[0] ?? (await browser.newContext({ viewport: { width: 1440, height: 900 } }));
  // On a busy machine each frame takes seconds in software GL.
  context.setDefaultTimeout(actionLimit);
  const page = await context.newPage();
  await page.emulateMedia({ reducedMotion: motion, colorScheme: 'dark' });
  // The first start offers a tour, which `learn.test.ts` looks at.
  if (!isFirstStart) await page.addInitScript(() => localStorage.setItem('boxwood-started', '1'));
  const consoleErrors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') consoleErrors.push(message.text());
  });
  page.on('pageerror', (error) => consoleErrors.push(String(error)));
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
    picture: async (name) => {
      if (!keepsPictures) return;
      await steadyView(page);
      mkdirSync(screenshots, { recursive: true });
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
  };
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
