import { InspectorError } from '#core/error';

/** State of the machine before the app starts. */
export interface Surroundings {
  /** BOXWOOD_SHELL. */
  readonly forced: string | undefined;
  /** Whether the npm package `electron` is installed; its binary is downloaded later. */
  readonly hasElectronPackage: boolean;
  readonly hasElectronBinary: boolean;
  readonly hasDisplay: boolean;
  readonly isCi: boolean;
}

export type ShellChoice =
  | { readonly kind: 'electron' }
  /** Download the binary of Electron first. */
  | { readonly kind: 'install' }
  /** `why` is one sentence; `null` if the user selected the browser. */
  | { readonly kind: 'browser'; readonly why: string | null };

/** @throws InspectorError `invalid-argument` for an unknown BOXWOOD_SHELL, `missing-file` when Electron is forced and not available. */
export function chooseShell(surroundings: Surroundings): ShellChoice {
  const { forced, hasElectronPackage, hasElectronBinary, hasDisplay, isCi } = surroundings;
  switch (forced) {
    case 'browser':
      return { kind: 'browser', why: null };
    case 'electron':
      if (!hasElectronPackage && !hasElectronBinary) throw noElectron();
      return { kind: hasElectronBinary ? 'electron' : 'install' };
    case undefined:
    case '':
      if (hasElectronBinary) return { kind: 'electron' };
      if (!hasElectronPackage) return browser('Electron is not installed');
      if (isCi) return browser('The Electron binary is missing and not downloaded in CI');
      if (!hasDisplay) return browser('The Electron binary is missing and there is no display');
      return { kind: 'install' };
    default:
      throw new InspectorError({
        code: 'invalid-argument',
        message: `BOXWOOD_SHELL cannot be ${JSON.stringify(forced)}`,
        fix: 'Set it to browser or electron, or unset it',
        location: {},
      });
  }
}

/** Whether a window can be displayed. */
export function hasDisplay(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** Returns what to do after Electron ended. Exit code 0 means that the user closed it, or that it passed its files to a running app. */
export function afterElectron(exitCode: number | null, millisecondsAlive: number): 'done' | 'browser' | 'crashed' {
  if (exitCode === 0) return 'done';
  return millisecondsAlive < millisecondsToStart ? 'browser' : 'crashed';
}

/** If Electron cannot start (no display, root without a sandbox), it ends within this time. */
export const millisecondsToStart = 5000;

function browser(reason: string): ShellChoice {
  return { kind: 'browser', why: `${reason}, so Boxwood runs in the browser.` };
}

function noElectron(): InspectorError {
  return new InspectorError({
    code: 'missing-file',
    message: 'Electron is not installed, but BOXWOOD_SHELL requires it',
    fix: 'Install the development dependencies with npm ci, or unset BOXWOOD_SHELL',
    location: {},
  });
}
