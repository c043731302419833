import { invalidArgument } from '../error.ts';
import type { ImportedMesh } from '../import/importer.ts';
import { readInto, type ReadMeshOptions } from './read-mesh.ts';

/** Reads one mesh after the other into the same memory. */
export interface MeshReader {
  /**
   * Reads a mesh as `readMesh` does. From then on the mesh of the read before must not be used, nor its trees: its memory is
   * used again. Arrays in that memory are empty.
   * @throws InspectorError as `readMesh`, and `invalid-argument` while another read of this reader is not finished.
   */
  readonly read: (bytes: Uint8Array | ArrayBuffer, fileName: string, options?: ReadMeshOptions) => Promise<ImportedMesh>;
}

/**
 * Returns a reader for programs that need one mesh at a time. Much of the time for a large binary STL or PLY is the first write to new memory. This
 * reader needs new memory only for a mesh that is larger than all before. The other formats are read as by `readMesh`.
 */
export function meshReader(): MeshReader {
  let kept: ArrayBuffer | null = null;
  let isReading = false;
  return {
    read: async (bytes, fileName, options = {}) => {
      if (isReading) {
        throw invalidArgument('This reader has not finished the mesh before', 'Wait for it, or use a reader for each mesh');
      }
      const memory = readMemory(kept === null ? null : detached(kept));
      kept = null;
      isReading = true;
      try {
        return await readInto(memory.allocate, bytes, fileName, options);
      } finally {
        kept = memory.largest();
        isReading = false;
      }
    },
  };
}

/** Returns the memory of one read. It begins with the memory of the read before, which it gives out once. */
function readMemory(kept: ArrayBuffer | null) {
  let spare = kept;
  let largest = spare;
  const allocate = (byteLength: number): ArrayBuffer => {
    const given = spare;
    spare = null;
    if (given !== null && byteLength < given.byteLength) return given;
    // Memory that is too small is dropped before there is more.
    if (given !== null) largest = null;
    // Longer than the mesh: it is not taken for a message of it, which would be written in place.
    const fresh = new ArrayBuffer(byteLength + 8);
    if (largest === null || fresh.byteLength > largest.byteLength) largest = fresh;
    return fresh;
  };
  return { allocate, largest: () => largest };
}

/** Returns the memory of a buffer as another one, and `null` where it was moved to another thread. Arrays of the buffer become empty. */
function detached(buffer: ArrayBuffer): ArrayBuffer | null {
  // Browsers throw for a buffer that was moved, and Node does not.
  return buffer.byteLength === 0 ? null : structuredClone(buffer, { transfer: [buffer] });
}
