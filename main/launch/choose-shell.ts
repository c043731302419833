import { InspectorError } from '#core/error';

/** What is known of the machine before the app is shown. */
export interface Surroundings {
  /** BOXWOOD_SHELL. */
  readonly forced: string | undefined;
  /** Whether npm put the package `electron` there; its binary comes later. */
  readonly hasElectronPackage: boolean;
  readonly hasElectronBinary: boolean;
  readonly hasDisplay: boolean;
  readonly isCi: boolean;
}

export type ShellChoice =
  | { readonly kind: 'electron' }
  /** Fetch Electron's binary first. */
  | { readonly kind: 'install' }
  /** `why` is one sentence; `null` when a person asked for it. */
  | { readonly kind: 'browser'; readonly why: string | null };

/** @throws InspectorError `invalid-argument` for an unknown BOXWOOD_SHELL, `missing-file` when Electron is forced and cannot be had. */
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
      if (isCi) return browser('Electron’s binary is not there, and is not fetched in CI');
      if (!hasDisplay) return browser('Electron’s binary is not there, and there is no display to fetch it for');
      return { kind: 'install' };
    default:
      throw new InspectorError({
        code: 'invalid-argument',
        message: `BOXWOOD_SHELL cannot be ${JSON.stringify(forced)}`,
        fix: 'Set it to browser or electron, or not at all',
        location: {},
      });
  }
}

/** Whether something can show a window. */
export function hasDisplay(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** What is to be done after Electron ended. Ending well is a person's wish, or a second start that handed its files over. */
export function afterElectron(exitCode: number | null, millisecondsAlive: number): 'done' | 'browser' | 'crashed' {
  if (exitCode === 0) return 'done';
  return millisecondsAlive < millisecondsToStart ? 'browser' : 'crashed';
}

/** An Electron that cannot start (no display, root without a sandbox) has ended by then. */
export const millisecondsToStart = 5000;

function browser(reason: string): ShellChoice {
  return { kind: 'browser', why: `${reason}, so Boxwood runs in the browser.` };
}

function noElectron(): InspectorError {
  return new InspectorError({
    code: 'missing-file',
    message: 'Electron is not installed, though BOXWOOD_SHELL asks for it',
    fix: 'Install the development dependencies with npm ci, or unset BOXWOOD_SHELL',
    location: {},
  });
}
