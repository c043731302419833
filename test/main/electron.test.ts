import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { meshPath, type ElectronBridge, type HostEvent, type ServerMessage } from '#host-api';
import { Documents } from '../../main/documents/documents.ts';
import { isAppUrl, pageUrl } from '../../main/electron/app-url.ts';
import { filesOfSecondStart, filesOfArguments } from '../../main/electron/files-to-open.ts';
import { channels } from '../../main/electron/ipc-policy.ts';
import { runApp } from '../../main/electron/run-app.ts';
import { contentSecurityPolicy } from '../../main/shell/page-headers.ts';
import { box } from '../fixtures/shapes.ts';
import { createFakeElectron, type FakeElectron } from './fake-electron.ts';
import { objText, productFolder, temporaryFolder, until, warmPool } from './product.ts';

const folder = temporaryFolder();
const boxFile = join(folder, 'box.obj');
const page = { parent: null, url: pageUrl };
writeFileSync(boxFile, objText(box()));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
const pool = warmPool();
let documents: Documents;
let events: HostEvent[];
let fake: FakeElectron;
let reported: string[];

beforeEach(() => {
  documents = new Documents({ pool, samplesFolder: folder });
  events = [];
  reported = [];
  documents.onEvent((event) => events.push(event));
  fake = createFakeElectron();
});

afterEach(() => documents.dispose());

function run(files: readonly string[] = []): void {
  runApp(fake.electron, { documents, pageFolder: folder, preload: '/preload.cjs', files, report: ({ code }) => reported.push(code) });
}

async function started(files: readonly string[] = []): Promise<void> {
  run(files);
  await fake.start();
}

function isReady(): boolean {
  return events.some((event) => event.kind === 'documentChanged' && event.document.phase === 'ready');
}

async function call(channel: string, sender: unknown, ...args: unknown[]): Promise<unknown> {
  return fake.handlers.get(channel)?.({ senderFrame: sender }, ...args);
}

function load(url: string, init?: RequestInit): Promise<Response> {
  return fake.protocols.get('app')!(new Request(url, init));
}

describe('starting', () => {
  test('registers its scheme before Electron is ready, and shows the window after', async () => {
    run();
    expect(fake.schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
    expect(fake.app.sandboxed).toBe(true);
    expect(fake.windows).toHaveLength(0);
    await fake.start();
    expect(fake.windows.map((window) => window.webContents.url)).toEqual(['app://boxwood/']);
  });

  test('the real entry does so too, with the preload script in its folder', async () => {
    vi.doMock('electron', () => ({ ...fake.electron, default: fake.electron }));
    await import('../../main/electron.ts');
    vi.doUnmock('electron');
    expect(fake.schemes).toHaveLength(1);
    await fake.start();
    expect(fake.windows[0]?.options.webPreferences?.preload).toMatch(/preload\.cjs$/);
  });

  test('a second start passes its files on and ends', () => {
    fake = createFakeElectron({ hasLock: false });
    run([boxFile]);
    expect(fake.app.quits).toBe(1);
    expect(fake.schemes).toHaveLength(0);
    expect(events).toHaveLength(0);
  });

  test('the first start opens the files of a second one, and comes to the front', async () => {
    await started();
    fake.app.emit('second-instance', {}, [], '/', { files: [boxFile] });
    await until(isReady);
    expect(fake.windows).toMatchObject([{ focused: 1 }]);
  });

  test('reports files that cannot be read, and no others', async () => {
    await started([join(folder, 'missing.obj'), boxFile]);
    await until(isReady);
    await until(() => reported.length > 0);
    expect(reported).toEqual(['unreadable']);
  });

  test('files that the system reports before Electron is ready are opened', async () => {
    run();
    const prevented = vi.fn();
    fake.app.emit('open-file', { preventDefault: prevented }, boxFile);
    expect(prevented).toHaveBeenCalledOnce();
    await fake.start();
    await until(isReady);
    expect(fake.windows).toHaveLength(1);
  });

  test('files of the command line are separated from flags', () => {
    expect(filesOfArguments(['/boxwood', '--no-sandbox', 'a.obj', '/b.stl'], true, '/home')).toEqual(['/home/a.obj', '/b.stl']);
    expect(filesOfArguments(['/electron', '/app', 'a.obj'], false, '/home')).toEqual(['/home/a.obj']);
    expect(filesOfSecondStart({ files: ['/a', 1, null] })).toEqual(['/a']);
    expect([null, 'x', {}, { files: 'x' }].map(filesOfSecondStart)).toEqual([[], [], [], []]);
  });

  test('the native menu leaves undo to the page, and hides the developer tools in a packaged app', async () => {
    await started();
    const text = JSON.stringify(fake.menu);
    expect(text).toContain('"copy"');
    expect(text).not.toMatch(/undo|redo|toggleDevTools|reload/);
  });
});

describe('the window', () => {
  test('is isolated and sandboxed, without Node', async () => {
    await started();
    expect(fake.windows[0]?.options.webPreferences).toMatchObject({
      preload: '/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
    });
  });

  test('goes nowhere, opens nothing and embeds nothing', async () => {
    await started();
    const { webContents } = fake.windows[0]!;
    for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect']) {
      expect(webContents.allows(event, 'https://example.org/')).toBe(false);
      expect(webContents.allows(event, 'file:///etc/passwd')).toBe(false);
      expect(webContents.allows(event, 'app://boxwood/')).toBe(true);
    }
    expect(webContents.allows('will-attach-webview', 'app://boxwood/')).toBe(false);
    expect(webContents.openHandler?.({ url: 'app://boxwood/' })).toEqual({ action: 'deny' });
  });

  test('has no permission but to put text on the clipboard', async () => {
    await started();
    const { requestHandler, checkHandler, deviceHandler } = fake.session;
    const requested = (permission: string, requestingUrl: string): boolean => {
      let granted = true;
      requestHandler?.(null, permission, (result) => (granted = result), { requestingUrl });
      return granted;
    };
    for (const permission of ['media', 'geolocation', 'notifications', 'clipboard-read', 'fileSystem', 'openExternal', 'usb']) {
      expect(requested(permission, pageUrl)).toBe(false);
      expect(checkHandler?.(null, permission, pageUrl)).toBe(false);
    }
    expect(requested('clipboard-sanitized-write', pageUrl)).toBe(true);
    expect(requested('clipboard-sanitized-write', 'https://example.org/')).toBe(false);
    expect(deviceHandler?.()).toBe(false);
  });
});

describe('the scheme', () => {
  test.each([
    ['app://boxwood/', true],
    ['app://boxwood/documents/1/mesh', true],
    ['app://boxwood.evil.example/', false],
    ['app://evil/', false],
    ['https://boxwood/', false],
    ['file:///boxwood', false],
    ['', false],
  ])('knows its own address: %s', (url, own) => {
    expect(isAppUrl(url)).toBe(own);
  });

  test('returns the page with its policy, and nothing else', async () => {
    await started();
    const response = await load('app://boxwood/');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe(contentSecurityPolicy);
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
    expect((await load('app://boxwood/%2e%2e/secret.js')).status).toBe(404);
    expect((await load('app://evil/')).status).toBe(403);
    expect((await load('app://boxwood/', { method: 'POST' })).status).toBe(405);
  });

  test('gives the bytes of a mesh as they are', async () => {
    await started([boxFile]);
    await until(isReady);
    const response = await load(`app://boxwood${meshPath(1)}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes).toEqual(new Uint8Array(documents.meshBytes(1)!).slice());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect((await load('app://boxwood/documents/1/trees/9')).status).toBe(404);
  });
});

describe('messages', () => {
  test('of the page get replies, and it receives the events', async () => {
    await started();
    const token = await call(channels.tokenForPath, page, boxFile);
    expect(token).not.toContain('box');
    const result = await call(channels.request, page, { id: 1, name: 'open', request: { files: [token] } });
    expect(result).toEqual({ kind: 'reply', id: 1, reply: { documents: [1] } } satisfies ServerMessage);
    await until(isReady);
    expect(fake.windows[0]?.webContents.sent.map(({ message }) => message)).toEqual(events);
  });

  test.each([
    ['another page', { parent: null, url: 'https://example.org/' }],
    ['a frame in the page', { parent: page, url: pageUrl }],
    ['a frame that is gone', null],
  ])('of %s are refused', async (_, sender) => {
    await started();
    await expect(call(channels.request, sender, { id: 1, name: 'list', request: {} })).rejects.toThrow('not come from the page');
    await expect(call(channels.tokenForPath, sender, boxFile)).rejects.toThrow('not come from the page');
  });

  test('with a path in the place of a token are refused', async () => {
    await started();
    const result = await call(channels.request, page, { id: 1, name: 'open', request: { files: [boxFile] } });
    expect(result).toMatchObject({ kind: 'refusal', error: { code: 'invalid-argument' } });
    await expect(call(channels.tokenForPath, page, '')).rejects.toThrow('not a file');
  });
});

test('the preload script is one file that loads only Electron, and shows the page the bridge and no more', async () => {
  const code = readFileSync(join(productFolder, 'dist/main/preload.cjs'), 'utf8');
  const loaded: string[] = [];
  const invoked: unknown[][] = [];
  let bridge: ElectronBridge | null = null;
  const electron = {
    contextBridge: { exposeInMainWorld: (name: string, value: ElectronBridge) => (bridge = name === 'boxwood' ? value : null) },
    ipcRenderer: { invoke: async (...args: unknown[]) => void invoked.push(args) },
    webUtils: { getPathForFile: (file: { name: string }) => `/home/${file.name}` },
  };
  const require = (name: string): unknown => {
    loaded.push(name);
    return electron;
  };
  runInNewContext(code, { require, exports: {} });
  expect(loaded).toEqual(['electron']);
  expect(Object.keys(bridge!).sort()).toEqual(['onEvent', 'request', 'tokenForFile']);
  await bridge!['tokenForFile']({ name: 'a.obj' });
  expect(invoked).toEqual([[channels.tokenForPath, '/home/a.obj']]);
});
