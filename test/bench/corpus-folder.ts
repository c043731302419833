import { fileURLToPath } from 'node:url';
import { join, resolve } from 'node:path';

/** Of this source and of what is made of it in `dist`: both lie two folders deep. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** A script of the built project, by its path in `dist`: threads run compiled code, also those of tests of the sources. */
export function builtScript(path: string): string {
  return join(projectFolder, 'dist', path);
}

/** The folder of real meshes next to the project, or BOXWOOD_CORPUS. */
export const corpusFolder = resolve(process.env['BOXWOOD_CORPUS'] ?? `${projectFolder}/../shared/meshes`);
