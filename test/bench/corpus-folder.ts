import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

/** Of this source and of what is made of it in `dist`: both lie two folders deep. */
export const projectFolder = fileURLToPath(new URL('../../', import.meta.url));

/** The real meshes beside the project, or the folder that BOXWOOD_CORPUS names. */
export const corpusFolder = resolve(process.env['BOXWOOD_CORPUS'] ?? `${projectFolder}/../shared/meshes`);
