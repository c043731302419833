import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

/** Of this source and of what is made of it in `dist`: both lie two folders deep. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The folder of real meshes next to the project, or BOXWOOD_CORPUS. */
export const corpusFolder = resolve(process.env['BOXWOOD_CORPUS'] ?? `${projectFolder}/../shared/meshes`);
