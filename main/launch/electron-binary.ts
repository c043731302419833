import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Returns the folder of the npm package `electron`; `null` if it is not installed. Importing it would start a download. */
export function electronPackageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  } catch {
    return null;
  }
}

/** Returns the executable of Electron; `null` if it is missing. `ELECTRON_OVERRIDE_DIST_PATH` may select another folder. */
export function findElectronBinary(packageFolder: string | null, platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string | null {
  const override = environment['ELECTRON_OVERRIDE_DIST_PATH'];
  const folder = override ?? (packageFolder === null ? null : join(packageFolder, 'dist'));
  if (folder === null) return null;
  const path = join(folder, executableName(platform));
  return existsSync(path) ? path : null;
}

function executableName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}
