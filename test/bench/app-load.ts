/**
 * `npm run bench:app -- FILE…`: drops each file on the app in a fresh Chromium, and prints the time from the drop to each phase (`tree`: the page has it),
 * and the memory and processor time of the processes, less those before the drop. Linux only: memory and processor time come from `/proc`. CHROMIUM_PATH names the browser.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { projectFolder } from './corpus-folder.ts';

/** The processes that hold the mesh. */
interface Processes {
  readonly page: number;
  readonly graphics: number;
  readonly server: number;
}

const browserFlags = [
  '--no-sandbox',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-gpu-rasterization',
  '--disable-gpu-compositing',
];

const files = process.argv.slice(2);
if (files.length === 0) {
  console.error('npm run bench:app -- FILE…');
  process.exitCode = 64;
}
for (const file of files) await measure(resolve(file));

async function measure(file: string): Promise<void> {
  const server = spawn(process.execPath, [join(projectFolder, 'dist/main/cli.js'), 'serve', '--port', '0', '--no-open'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BOXWOOD_DATA: '' },
  });
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: browserFlags });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(await addressOf(server));
    // The empty app is drawn, and its modules are compiled.
    await page.waitForTimeout(3000);
    const processes = processesOf(server.pid!);
    const before = memoryOf(processes);
    const used = timesOf(processes);
    const peak = { ...before };
    const timer = setInterval(() => {
      const now = memoryOf(processes);
      for (const name of keysOf(peak)) peak[name] = Math.max(peak[name], now[name]);
    }, 20);
    await notePhases(page);
    await drop(page, file);
    const row = '[data-document][data-phase="ready"]:not([aria-busy="true"])';
    await page.waitForSelector(row, { timeout: 600_000, state: 'attached' });
    await page.waitForTimeout(3000);
    clearInterval(timer);
    const spent = timesOf(processes);
    const rest = memoryOf(processes);
    console.log(file);
    for (const [phase, time] of await page.evaluate(() => (globalThis as unknown as { phases: [string, number][] }).phases))
      console.log(`  ${phase.padEnd(12)} ${(time / 1000).toFixed(2)} s`);
    for (const name of keysOf(peak))
      console.log(
        `  ${name.padEnd(12)} peak ${Math.round(peak[name] - before[name])} MB, then ${Math.round(rest[name] - before[name])} MB; ${(spent[name] - used[name]).toFixed(2)} s of processor time`,
      );
  } finally {
    await browser.close();
    server.kill();
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of server.stdout!) {
    printed += String(chunk);
    const found = /http:\/\/\S+/.exec(printed);
    if (found !== null) return found[0];
  }
  throw new Error('The server ended');
}

/** Notes each phase of the first document in the page itself: from here each look would wait for a frame. */
async function notePhases(page: Page): Promise<void> {
  await page.evaluate(() => {
    const start = performance.now();
    const phases: [string, number][] = [];
    (globalThis as unknown as { phases: [string, number][] }).phases = phases;
    let last = '';
    const look = (): void => {
      const row = document.querySelector<HTMLElement>('[data-document]');
      const named = row === null ? '' : (row.dataset['phase'] ?? '');
      const phase = named === 'ready' && row?.ariaBusy !== 'true' ? 'tree' : named;
      if (phase !== last) phases.push([phase, performance.now() - start]);
      last = phase;
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

async function drop(page: Page, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
}

/** Finds the page (the largest process of its kind) and the process for graphics among those that this one started. */
function processesOf(server: number): Processes {
  const started = new Map<number, string>([[process.pid, '']]);
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  for (let found = 0; found < started.size; ) {
    found = started.size;
    for (const name of all) {
      const parent = Number(fieldOf(Number(name), 'PPid'));
      if (started.has(parent)) started.set(Number(name), readFileSync(`/proc/${name}/cmdline`, 'utf8'));
    }
  }
  const ofType = (type: string): number[] => [...started].filter(([, command]) => command.includes(`--type=${type}`)).map(([pid]) => pid);
  const [page] = ofType('renderer').toSorted((a, b) => residentMegabytes(b) - residentMegabytes(a));
  const [graphics] = ofType('gpu-process');
  if (page === undefined || graphics === undefined) throw new Error('The processes of the browser were not found');
  return { page, graphics, server };
}

/** Seconds of processor time. */
function timesOf({ page, graphics, server }: Processes): Record<keyof Processes, number> {
  return { page: processorSeconds(page), graphics: processorSeconds(graphics), server: processorSeconds(server) };
}

/** Linux counts processor time in hundredths of a second. */
function processorSeconds(pid: number): number {
  // The name of the command, in parentheses, may have spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf({ page, graphics, server }: Processes): Record<keyof Processes, number> {
  return { page: residentMegabytes(page), graphics: residentMegabytes(graphics), server: residentMegabytes(server) };
}

function residentMegabytes(pid: number): number {
  return Number.parseInt(fieldOf(pid, 'VmRSS'), 10) / 1000;
}

/** Returns a field of the status of a process, 0 if it has ended. */
function fieldOf(pid: number, field: string): string {
  try {
    return new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  } catch {
    return '0';
  }
}

function keysOf<Key extends string>(record: Readonly<Record<Key, number>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
