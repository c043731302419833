import { importGltf } from './import-gltf.ts';
import { importObj } from './import-obj.ts';
import { importOff } from './import-off.ts';
import { importPly } from './import-ply.ts';
import { importStl } from './import-stl.ts';
import type { FormatName, Importer } from './importer.ts';

/** Every format that is read. A new one is a file of its own and a row here. */
export const importers: Readonly<Record<FormatName, Importer>> = {
  obj: { format: 'obj', title: 'Wavefront OBJ', extensions: ['obj'], read: importObj },
  stl: { format: 'stl', title: 'STL', extensions: ['stl'], read: importStl },
  ply: { format: 'ply', title: 'PLY', extensions: ['ply'], read: importPly },
  off: { format: 'off', title: 'OFF', extensions: ['off'], read: importOff },
  gltf: { format: 'gltf', title: 'glTF 2.0', extensions: ['gltf', 'glb'], read: importGltf },
};

/** What a message can name as readable. */
export function readableFormats(): string {
  return Object.values(importers).map(({ title }) => title).join(', ');
}
