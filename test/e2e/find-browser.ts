import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a Chromium, Chrome or Edge; `null` where there is none and none is required. */
    browserPath: string | null;
  }
}

/** Without a window of its own it takes 28 % less processor time for these tests than `chromium --headless`: 642 s for 880 s. */
const headlessShell = '/usr/bin/chromium-headless-shell';

const candidates = [
  headlessShell,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Runs once before the end-to-end tests: CHROMIUM_PATH, else (with CI set, on Debian as root) the headless shell of Chromium from the
 * package manager, else an installed browser. Without a browser the tests are skipped and say so; in CI that is a failure.
 */
export default function setup(project: TestProject): void {
  const named = process.env['CHROMIUM_PATH'];
  if ((named === undefined || named === '') && process.env['CI']) installHeadlessShell();
  const path = installedBrowser();
  if (path === null && (process.env['CI'] || process.env['REQUIRE_BROWSER'])) {
    throw new Error('The end-to-end tests need a browser: install Chromium, or set CHROMIUM_PATH');
  }
  if (path === null) console.warn('SKIPPED: the end-to-end tests found no Chromium, Chrome or Edge; set CHROMIUM_PATH to one');
  project.provide('browserPath', path);
}

function installedBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  return candidates.find((path) => existsSync(path)) ?? null;
}

/** Without network, `apt-get` fails after seconds: an installed browser is used then. */
const quickAnswers = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15', '-o', 'DPkg::Lock::Timeout=120'];

/** Installs the headless shell where that is possible; where it is not, an installed browser is used. */
function installHeadlessShell(): void {
  if (existsSync(headlessShell)) return;
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (stdio: 'inherit' | 'ignore', ...args: readonly string[]): void =>
    void execFileSync('apt-get', [...quickAnswers, ...args], { env: environment, stdio });
  const install = (name: string): void => aptGet('ignore', 'install', '-y', '-qq', '--no-install-recommends', name, 'fonts-dejavu-core');
  try {
    aptGet('inherit', 'update', '-qq');
    install('chromium-headless-shell');
  } catch (error) {
    console.warn(`The headless shell of Chromium could not be installed: ${String(error)}`);
    if (installedBrowser() === null) installChromium(install);
  }
}

/** Releases of Debian before 12 have no package of the headless shell. */
function installChromium(install: (name: string) => void): void {
  try {
    install('chromium');
  } catch (error) {
    console.warn(`No browser could be installed: ${String(error)}`);
  }
}
