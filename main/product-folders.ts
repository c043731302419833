import { fileURLToPath } from 'node:url';

/** Folders of the built product, seen from `dist/main`. */
export const productFolder = fileURLToPath(new URL('../../', import.meta.url));
/** Where Vite puts the built page. */
export const pageFolder = fileURLToPath(new URL('../renderer-app/', import.meta.url));
export const samplesFolder = fileURLToPath(new URL('../../resources/samples/', import.meta.url));
