import { bakedExtensions, bakeFormatNames } from '#core/bake/known-formats';
import { formatsInWords } from '#core/import';

/** The help of an argument that takes any file of a mesh. */
export const meshFileWords = 'Mesh file of a format of boxwood inspect';

/** All formats that are read, for the help. */
export const readFormatsWords = `${formatsInWords('and')}, and bakes: ${bakedExtensions.join(', ')}`;

/** The help of `--format` of a verb that writes a mesh. */
export const outFormatWords = `Output format, whatever the extension: ${bakeFormatNames.join(', ')}`;
