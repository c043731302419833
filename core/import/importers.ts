import type { FormatName } from './formats.ts';
import { import3mf } from './import-3mf.ts';
import { importCollada } from './import-collada.ts';
import { importDraco } from './import-draco.ts';
import { importFbx } from './import-fbx.ts';
import { importGltf } from './import-gltf.ts';
import { importObj } from './import-obj.ts';
import { importOff } from './import-off.ts';
import { importPly } from './import-ply.ts';
import { importStl } from './import-stl.ts';
import { importUsd } from './import-usd.ts';
import type { ImportContext, Importer, ReadFile } from './importer.ts';
import { wholeBytes } from './source/byte-source.ts';

/** How each format is read. A new one is a row of `formats`, a file of its own and a row here. */
export const importers: Readonly<Record<FormatName, Importer>> = {
  obj: importObj,
  stl: importStl,
  ply: importPly,
  off: importOff,
  gltf: whole(importGltf),
  fbx: whole(importFbx),
  collada: whole(importCollada),
  usd: whole(importUsd),
  '3mf': whole(import3mf),
  draco: whole(importDraco),
};

/** For formats that point to and fro in their bytes, or that a library reads. */
function whole(read: (bytes: Uint8Array, context: ImportContext) => Promise<ReadFile>): Importer {
  return async (source, context) =>
    read(
      wholeBytes(source, () => context.progress(0)),
      context,
    );
}
