import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of a Chromium, Chrome or Edge; `null` where there is none and none is required. */
    browserPath: string | null;
  }
}

const candidates = [
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
 * Runs once before the end-to-end tests: CHROMIUM_PATH, else an installed browser, else (with CI set, on Debian as
 * root) one from the package manager. Without a browser the tests are skipped and say so; in CI that is a failure.
 */
export default function setup(project: TestProject): void {
  const path = installedBrowser() ?? (process.env['CI'] ? installBrowser() : null);
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

function installBrowser(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    execFileSync('apt-get', ['update', '-qq'], { env: environment, stdio: 'inherit' });
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], {
      env: environment,
      stdio: 'ignore',
    });
  } catch (error) {
    console.warn(`No browser could be installed: ${String(error)}`);
  }
  return installedBrowser();
}
