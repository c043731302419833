import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterElectron, chooseShell, hasDisplay, type Surroundings } from '../../main/launch/choose-shell.ts';
import { findElectronBinary } from '../../main/launch/electron-binary.ts';
import { browserCommand } from '../../main/launch/open-in-browser.ts';
import { runChild } from '../../main/launch/run-child.ts';
import { productFolder, temporaryFolder } from './product.ts';

/** Plain JavaScript, which has to run before anything is built. */
interface StartModule {
  isStale(root: string): boolean;
  filesToOpen(args: readonly string[], startFolder: string, root: string): readonly string[];
}
const { isStale, filesToOpen } = (await import(join(productFolder, 'main/start.mjs'))) as StartModule;

function file(path: string, seconds: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  utimesSync(path, seconds, seconds);
}

describe('npm start', () => {
  const notes = ['core.tsbuildinfo', 'host-api.tsbuildinfo', 'main.tsbuildinfo'];
  const built = [
    ...notes,
    'renderer-app/index.html',
    'cli/run-cli.js',
    'main/cli.js',
    'main/electron.js',
    'main/preload.cjs',
    'main/worker/worker.js',
  ];

  function product(): string {
    const root = temporaryFolder();
    for (const path of built) file(join(root, 'dist', path), 2000);
    for (const path of ['core/error.ts', 'main/cli.ts', 'renderer/host/host-api.ts', 'renderer/index.html', 'package.json'])
      file(join(root, path), 1000);
    ageFolders(root);
    return root;
  }

  /** A file that is written makes its folder young. */
  function ageFolders(root: string): void {
    for (const folder of ['core', 'main', 'renderer', 'renderer/host']) utimesSync(join(root, folder), 1000, 1000);
  }

  test('does not build if everything is up to date', () => {
    expect(isStale(product())).toBe(false);
  });

  test.each(['core/error.ts', 'renderer/index.html', 'package.json'])('builds when %s is newer than the last build', (path) => {
    const root = product();
    file(join(root, path), 3000);
    ageFolders(root);
    expect(isStale(root)).toBe(true);
  });

  test.each(['core/error.ts', 'main/cli.ts', 'renderer/host/host-api.ts', 'renderer/host/project-api.ts'])(
    'builds when only the page was built after an edit of %s',
    (path) => {
      const root = product();
      file(join(root, path), 3000);
      ageFolders(root);
      file(join(root, 'dist/renderer-app/index.html'), 4000);
      expect(isStale(root)).toBe(true);
    },
  );

  test.each(['core/error.ts', 'main/cli.ts', 'renderer/index.html'])(
    'builds when only the code was compiled after an edit of %s',
    (path) => {
      const root = product();
      file(join(root, path), 3000);
      ageFolders(root);
      for (const name of notes) file(join(root, 'dist', name), 4000);
      expect(isStale(root)).toBe(true);
    },
  );

  test('builds when the code was compiled after it was bundled', () => {
    const root = product();
    file(join(root, 'dist/core.tsbuildinfo'), 3000);
    expect(isStale(root)).toBe(true);
  });

  test('does not build again for files that are not compiled', () => {
    const root = product();
    for (const path of ['main/start.mjs', 'main/notes.txt', 'renderer/main.tsx', 'package.json']) file(join(root, path), 3000);
    ageFolders(root);
    file(join(root, 'dist/renderer-app/index.html'), 4000);
    expect(isStale(root)).toBe(false);
  });

  test('builds when an error kept the last build from writing something', () => {
    const root = product();
    const path = join(root, 'dist/core.tsbuildinfo');
    writeFileSync(path, '{"affectedFilesPendingEmit":[3],"version":"6.0.3"}');
    utimesSync(path, 2000, 2000);
    expect(isStale(root)).toBe(true);
  });

  test('builds when nothing is built, or a part is missing', () => {
    const root = product();
    utimesSync(join(root, 'core'), 3000, 3000); // a file was deleted there
    expect(isStale(root)).toBe(true);
    expect(isStale(temporaryFolder())).toBe(true);
  });

  test('finds files where the person is, and opens the first sample without any', () => {
    expect(filesToOpen(['a.obj', '/b/c.stl'], '/home/me', productFolder)).toEqual(['/home/me/a.obj', '/b/c.stl']);
    expect(filesToOpen(['--', '--port'], '/home/me', productFolder)).toEqual(['--port']);
    const [sample] = filesToOpen([], '/home/me', productFolder);
    const [first] = JSON.parse(readFileSync(join(productFolder, 'resources/samples/samples.json'), 'utf8')) as { file: string }[];
    expect(sample).toBe(join(productFolder, 'resources/samples', first!.file));
    expect(filesToOpen([], '/home/me', '/nowhere')).toEqual([]);
  });
});

describe('the choice of a shell', () => {
  const desktop: Surroundings = { forced: undefined, hasElectronPackage: true, hasElectronBinary: false, hasDisplay: true, isCi: false };

  test.each<[string, Partial<Surroundings>, string]>([
    ['with the binary', { hasElectronBinary: true }, 'electron'],
    ['with the binary and no display, Electron tells', { hasElectronBinary: true, hasDisplay: false }, 'electron'],
    ['with a display and no binary', {}, 'install'],
    ['without a display', { hasDisplay: false }, 'browser'],
    ['in CI', { isCi: true }, 'browser'],
    ['without the package', { hasElectronPackage: false }, 'browser'],
    ['forced into the browser', { forced: 'browser', hasElectronBinary: true }, 'browser'],
    ['forced into Electron in CI', { forced: 'electron', isCi: true, hasDisplay: false }, 'install'],
    ['forced into Electron with the binary', { forced: 'electron', hasElectronBinary: true }, 'electron'],
  ])('%s', (_, surroundings, kind) => {
    expect(chooseShell({ ...desktop, ...surroundings }).kind).toBe(kind);
  });

  test('says in one sentence why it is the browser, unless that was wanted', () => {
    for (const surroundings of [{ hasDisplay: false }, { isCi: true }, { hasElectronPackage: false }]) {
      const choice = chooseShell({ ...desktop, ...surroundings });
      expect(choice.kind === 'browser' && choice.why).toMatch(/^[A-Z][^.]+, so Boxwood runs in the browser\.$/);
    }
    expect(chooseShell({ ...desktop, forced: 'browser' })).toEqual({ kind: 'browser', why: null });
  });

  test('refuses a shell that does not exist, or cannot be had', () => {
    expect(() => chooseShell({ ...desktop, forced: 'chrome' })).toThrow('BOXWOOD_SHELL cannot be "chrome"');
    expect(() => chooseShell({ ...desktop, forced: 'electron', hasElectronPackage: false })).toThrow('not installed');
  });

  test('goes on to the browser only when Electron failed at once', () => {
    expect(afterElectron(0, 100)).toBe('done');
    expect(afterElectron(1, 100)).toBe('browser');
    expect(afterElectron(null, 4999)).toBe('browser');
    expect(afterElectron(1, 60_000)).toBe('crashed');
    expect(afterElectron(0, 60_000)).toBe('done');
  });

  test('sees a display where there is one', () => {
    expect(hasDisplay('linux', {})).toBe(false);
    expect(hasDisplay('linux', { DISPLAY: ':0' })).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('darwin', {})).toBe(true);
  });

  test('finds Electron by its file, never by loading it', () => {
    const folder = temporaryFolder();
    expect(findElectronBinary(folder, 'linux', {})).toBeNull();
    expect(findElectronBinary(null, 'linux', {})).toBeNull();
    file(join(folder, 'dist/electron'), 1000);
    expect(findElectronBinary(folder, 'linux', {})).toBe(join(folder, 'dist/electron'));
    expect(findElectronBinary(folder, 'win32', {})).toBeNull();
    expect(findElectronBinary(null, 'linux', { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'dist') })).toBe(join(folder, 'dist/electron'));
  });

  test('opens the browser without a shell that could read the address', () => {
    expect(browserCommand('http://127.0.0.1:1/?token=a&b', 'win32')).toEqual([
      'rundll32',
      'url.dll,FileProtocolHandler',
      'http://127.0.0.1:1/?token=a&b',
    ]);
    expect(browserCommand('x', 'linux')[0]).toBe('xdg-open');
  });
});

describe('a child program', () => {
  const run = (code: string, maxMilliseconds?: number, signal = new AbortController().signal): ReturnType<typeof runChild> =>
    runChild(process.execPath, ['-e', code], {
      signal,
      environment: process.env,
      ...(maxMilliseconds === undefined ? {} : { maxMilliseconds }),
    });

  test('reports its exit code', async () => {
    expect((await run('process.exit(7)')).exitCode).toBe(7);
  });

  test('is ended when its time is over, or when it is no longer wanted', async () => {
    const forEver = 'setInterval(() => {}, 1000)';
    expect((await run(forEver, 200)).exitCode).toBeNull();
    expect((await run(forEver, undefined, AbortSignal.timeout(200))).exitCode).toBeNull();
  });

  test('that cannot be started is an outcome, not an error', async () => {
    const outcome = await runChild('/nowhere/electron', [], { signal: new AbortController().signal, environment: {} });
    expect(outcome.exitCode).toBeNull();
  });
});
