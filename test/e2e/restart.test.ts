import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openApp, serve, sharedBrowser, type App } from './app.ts';
import { documentReady } from './view.ts';

const browserPath = inject('browserPath');
const sample = 'resources/samples/keep.glb';

describe.skipIf(browserPath === null)('a browser shell that ends and is started again on its port', () => {
  let app: App;
  let server: ChildProcess;
  let port: number;
  beforeAll(async () => {
    const served = await serve([sample]);
    server = served.server;
    port = Number(new URL(served.address).port);
    app = await openApp(await sharedBrowser(browserPath!), served.address);
  });
  afterAll(async () => {
    await app?.close();
    server?.kill();
  });

  test('while it is gone the page says so and tries again', async () => {
    await documentReady(app.page, 'keep.glb');
    await app.page.getByTestId('tab-log').click();
    await expect.poll(() => app.page.getByTestId('log').innerText()).not.toMatch(/connection/);
    server.kill();
    await once(server, 'exit');
    await expect.poll(() => app.page.getByTestId('banner').innerText()).toMatch(/connection to Boxwood is gone.*Trying again/);
  });

  test('after the restart the page says which address to open, and does not promise to connect by itself', async () => {
    const served = await serve([sample], { port });
    server = served.server;
    await expect.poll(() => app.page.getByTestId('banner').innerText()).toMatch(/was restarted: open the address that it printed/);
    await expect.poll(() => app.page.getByTestId('banner').innerText()).not.toMatch(/again/);
    await app.picture('restarted');

    const second = await app.page.context().newPage();
    await second.goto(served.address);
    await expect.poll(() => app.page.getByTestId('banner').count()).toBe(0);
    await documentReady(app.page, 'keep.glb');
  });
});
