import { InspectorError, type SourceLocation } from '../../error.ts';
import type { DecodeDraco, DracoMesh, DracoAttributeRequest } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { dracoCounts } from './draco-counts.ts';
import { maxDracoSteps } from './step-limit.ts';

/** Real streams have at most a few hundred faces per byte. A stream that declares more is refused. */
const maxFacesPerByte = 1024;

/**
 * Decodes a Draco mesh, after checking that its bytes can hold the declared faces. Indices are not checked.
 * @throws InspectorError at `location` for damaged bytes and for any error of the decoder.
 */
export async function decodeSafely(
  bytes: Uint8Array,
  requests: readonly DracoAttributeRequest[],
  decoder: DecodeDraco,
  location: SourceLocation,
): Promise<DracoMesh> {
  const counts = dracoCounts(bytes);
  if ('wrong' in counts) throw refuse('malformed', counts.wrong, exportAgain, location);
  if ('points' in counts) throw refuse('malformed', 'The data are a point cloud, not a mesh', exportAgain, location);
  if (counts.faces > maxFacesPerByte * bytes.length) {
    throw refuse('count-exceeds-file', `${counts.faces} faces are declared in ${bytes.length} bytes`, exportAgain, location);
  }
  return attempt(() => decoder(bytes, requests, maxDracoSteps(bytes.length, counts.faces)), location);
}

export function noDecoder(location: SourceLocation): InspectorError {
  return refuse(
    'unsupported-feature',
    'The mesh is compressed with Draco, and there is no decoder here',
    'Export the file without compression. In the library, give decodeDraco, or use readMeshFile of boxwood/threads',
    location,
  );
}

/**
 * Runs the decoder and converts its errors. Draco's own messages are kept as the detail. They are plain errors, or the
 * abort of a WebAssembly instance.
 */
async function attempt(decode: () => Promise<DracoMesh>, location: SourceLocation): Promise<DracoMesh> {
  try {
    return await decode();
  } catch (cause) {
    if (cause instanceof InspectorError)
      throw new InspectorError({ ...cause.toJSON(), location: { ...location, ...cause.location } }, { cause });
    const detail = cause instanceof Error ? cause.message : String(cause);
    if (/memory|OOM/i.test(detail))
      throw refuse('too-large', 'There is not enough memory to decode this mesh', 'Split the file into parts', location, detail);
    throw refuse('malformed', 'The Draco data cannot be decoded', exportAgain, location, detail);
  }
}
