import { bakeFormats } from '#core/bake';
import { crc32 } from '#core/crc32';
import { InspectorError } from '#core/error';
import { unknownSpace } from '#core/mesh';
import type { Progress } from '#core/progress';
import { type PackedScene, sceneTextPieces } from '#core/scene';
import { createStoredZip } from '#core/stored-zip';
import { sceneExtension } from '#host-api';
import type { SceneMeshesToSave, SceneToSave } from '../state/instances/saved-scene.ts';

/** Characters of a number in the text, about: for the progress. */
const charactersOfNumber = 12;
/** Bytes of pieces in the memory of the worker; the browser may keep a blob on the disk. */
const maxPieceBytes = 2 ** 24;

/**
 * Returns a scene file, or an archive of a scene with its meshes as OBJ: `NAME-mesh-0.obj` and so on, as `boxwood place --arrange parts`
 * writes them.
 * @param maxBytes of the text of the scene
 * @throws InspectorError `too-large` for a scene that could not be read again; whatever `progress` throws.
 */
export function writeScene({ packed, archive }: SceneToSave, maxBytes: number, progress: Progress): Blob {
  return archive === null ? sceneBlob(packed, maxBytes, progress).blob : archiveBlob(packed, archive, maxBytes, progress);
}

function archiveBlob(packed: PackedScene, { stem, meshes, meshOf }: SceneMeshesToSave, maxBytes: number, progress: Progress): Blob {
  const nameOf = (k: number): string => `${stem}-mesh-${k}.obj`;
  const zip = createStoredZip();
  const all = meshes.length + 1;
  const scene = sceneBlob({ ...packed, meshes: meshOf.map(nameOf) }, maxBytes, (fraction) => progress(fraction / all));
  const parts: BlobPart[] = [zip.addSized(`${stem}.${sceneExtension}`, scene.byteLength, scene.checksum), scene.blob];
  meshes.forEach((mesh, k) => {
    const input = { mesh, trees: [], source: null, space: unknownSpace, findings: [], ignored: [] };
    const { bytes } = bakeFormats.obj.write(input, (fraction) => progress((k + 1 + fraction) / all));
    parts.push(zip.add(nameOf(k), bytes), new Blob([bytes]));
  });
  return new Blob([...parts, zip.end()], { type: 'application/zip' });
}

interface WrittenScene {
  readonly blob: Blob;
  readonly byteLength: number;
  /** CRC-32. */
  readonly checksum: number;
}

/** Writes a scene piece by piece. */
function sceneBlob(scene: PackedScene, maxBytes: number, progress: Progress): WrittenScene {
  let pieces: BlobPart[] = [];
  let held = 0;
  const encoder = new TextEncoder();
  const total = 16 * scene.meshOf.length + scene.motions.numbers.length;
  let byteLength = 0;
  let checksum = 0;
  for (const piece of sceneTextPieces(scene)) {
    const bytes = encoder.encode(piece);
    pieces.push(bytes);
    byteLength += bytes.length;
    held += bytes.length;
    checksum = crc32(bytes, 0, bytes.length, checksum);
    if (byteLength > maxBytes) throw tooLong(maxBytes);
    if (held > maxPieceBytes) {
      pieces = [new Blob(pieces)];
      held = 0;
    }
    progress(Math.min(0.99, byteLength / (charactersOfNumber * Math.max(1, total))));
  }
  return { blob: new Blob(pieces, { type: 'application/json' }), byteLength, checksum };
}

function tooLong(maxBytes: number): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: `The scene file would have more than ${maxBytes} bytes, and could not be opened again`,
    fix: 'Record fewer steps, or use one motion for several instances',
    location: {},
  });
}
