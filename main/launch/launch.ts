import { join } from 'node:path';
import { InspectorError } from '#core/error';
import type { CliContext } from '../cli/context.ts';
import { cancelledError } from '#core/cancelled';
import { productFolder } from '../product-folders.ts';
import { afterElectron, chooseShell, hasDisplay } from './choose-shell.ts';
import { electronPackageFolder, findElectronBinary } from './electron-binary.ts';
import { runBrowserShell } from './run-browser-shell.ts';
import { runChild } from './run-child.ts';

type LaunchContext = Pick<CliContext, 'out' | 'err' | 'signal'>;

/** Behind a firewall that drops packets, the installer would never end. */
const millisecondsToInstall = 120_000;

/**
 * Runs the app until it is closed: in Electron if its binary is available or can be downloaded, else in the browser, with the
 * reason in one sentence. `files` are absolute paths.
 * @throws InspectorError when a shell was forced and cannot run.
 */
export async function launch(files: readonly string[], context: LaunchContext): Promise<void> {
  const environment = process.env;
  const forced = environment['BOXWOOD_SHELL'];
  const packageFolder = electronPackageFolder();
  const binary = (): string | null => findElectronBinary(packageFolder, process.platform, environment);
  const choice = chooseShell({
    forced,
    hasElectronPackage: packageFolder !== null,
    hasElectronBinary: binary() !== null,
    hasDisplay: hasDisplay(process.platform, environment),
    isCi: Boolean(environment['CI']),
  });
  if (choice.kind === 'browser') return showInBrowser(files, choice.why, context);
  if (choice.kind === 'install' && packageFolder !== null) await install(packageFolder, context);
  const program = binary();
  const why = program === null ? 'The Electron binary could not be downloaded' : await runElectron(program, files, context);
  if (why === null) return;
  if (forced === 'electron') throw cannotBeForced(why);
  return showInBrowser(files, `${why}, so Boxwood runs in the browser.`, context);
}

async function install(packageFolder: string, { err, signal }: LaunchContext): Promise<void> {
  err('Downloading the Electron binary (once) …\n');
  const script = join(packageFolder, 'install.js');
  await runChild(process.execPath, [script], { signal, environment: process.env, maxMilliseconds: millisecondsToInstall });
  if (signal.aborted) throw cancelledError();
}

/** Returns `null` if the app ran and was closed, else the reason why it did not run. */
async function runElectron(program: string, files: readonly string[], { signal }: LaunchContext): Promise<string | null> {
  // With this variable, which editors set for their terminals, Electron would run as Node.
  const environment = { ...process.env, ELECTRON_RUN_AS_NODE: undefined };
  const { exitCode, millisecondsAlive } = await runChild(program, [productFolder, ...files], { signal, environment });
  if (signal.aborted) return null;
  switch (afterElectron(exitCode, millisecondsAlive)) {
    case 'done':
      return null;
    case 'browser':
      return `Electron could not start (${exitCode === null ? 'ended by a signal' : `exit code ${exitCode}`})`;
    case 'crashed':
      throw electronFailed(`Electron ended unexpectedly (${exitCode === null ? 'by a signal' : `exit code ${exitCode}`})`);
  }
}

async function showInBrowser(files: readonly string[], why: string | null, { out, err, signal }: LaunchContext): Promise<void> {
  if (why !== null) err(`${why}\n`);
  await runBrowserShell({ files, port: 0, opensBrowser: true, out, err, signal });
}

/** The forced shell is not available on this machine. */
function cannotBeForced(why: string): InspectorError {
  return new InspectorError({
    code: 'invalid-argument',
    message: `${why}, but BOXWOOD_SHELL requires it`,
    fix: 'Unset BOXWOOD_SHELL, or set it to browser',
    location: {},
  });
}

function electronFailed(message: string): InspectorError {
  return new InspectorError({
    code: 'internal',
    message,
    fix: 'Set BOXWOOD_SHELL=browser to run in the browser instead',
    location: {},
  });
}
