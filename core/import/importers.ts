import type { FormatName } from './formats.ts';
import type { ImportContext, Importer, ReadFile } from './importer.ts';
import { wholeBytes } from './source/byte-source.ts';

/**
 * Loads the importer of each format when the first file of its format is read, so reading OBJ files never loads the
 * glTF validator. A new format needs a row in `formats`, an importer file and a row here.
 */
export const importers: Readonly<Record<FormatName, () => Promise<Importer>>> = {
  obj: async () => (await import('./import-obj.ts')).importObj,
  stl: async () => (await import('./import-stl.ts')).importStl,
  ply: async () => (await import('./import-ply.ts')).importPly,
  off: async () => (await import('./import-off.ts')).importOff,
  gltf: async () => whole((await import('./import-gltf.ts')).importGltf),
  fbx: async () => whole((await import('./import-fbx.ts')).importFbx),
  collada: async () => whole((await import('./import-collada.ts')).importCollada),
  usd: async () => whole((await import('./import-usd.ts')).importUsd),
  '3mf': async () => whole((await import('./import-3mf.ts')).import3mf),
  bezier: async () => (await import('./import-bezier.ts')).importBezier,
  quake3: async () => whole((await import('./import-quake3.ts')).importQuake3),
  mjcf: async () => whole((await import('./import-mjcf.ts')).importMjcf),
  urdf: async () => whole((await import('./import-urdf.ts')).importUrdf),
  draco: async () => whole((await import('./import-draco.ts')).importDraco),
};

/** Returns an importer for a format whose reader needs the whole file. */
function whole(read: (bytes: Uint8Array, context: ImportContext) => Promise<ReadFile>): Importer {
  return async (source, context) =>
    read(
      wholeBytes(source, () => context.progress(0)),
      context,
    );
}
