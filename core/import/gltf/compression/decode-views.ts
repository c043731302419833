import { MeshoptDecoder } from 'meshoptimizer/decoder';
import type { Progress } from '../../../progress.ts';
import { allocate } from '../../growable.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import type { GltfDocument } from '../document.ts';
import { geometryViews } from './geometry-views.ts';
import { meshoptLayout, type MeshoptLayout } from './meshopt-layout.ts';

/** Maximum bytes of all decoded views. Many views can refer to the same compressed bytes. */
const maxBytes = 2 ** 31;

/**
 * Returns the decoded bytes of the buffer views that meshopt compressed, by index, if geometry uses them.
 *
 * They are preferred to a fallback, as the extension requires of readers with a decoder: engines show the decoded data.
 * meshoptimizer's decoder is WebAssembly that needs no host (29 kB, MIT). It checks its input, but not strides and
 * counts.
 * @throws InspectorError with the pointer to the extension; `cancelled` when `progress` throws it.
 */
export async function decodeViews(
  document: GltfDocument,
  buffers: readonly (Uint8Array | null)[],
  progress: Progress,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const decoded = new Map<number, Uint8Array>();
  let total = 0;
  for (const index of geometryViews(document)) {
    const view = document.bufferViews?.[index];
    const layout = view === undefined ? null : meshoptLayout(view, index);
    if (layout === null) continue;
    total += layout.count * layout.byteStride;
    if (total > maxBytes)
      throw refuse('too-large', `The compressed views have more than ${maxBytes} bytes`, 'Split the file into parts', {
        pointer: layout.pointer,
      });
    progress(0);
    if (!MeshoptDecoder.supported)
      throw refuse('unsupported-feature', 'Decoding meshopt needs WebAssembly', 'Export the file without compression', {
        pointer: layout.pointer,
      });
    await MeshoptDecoder.ready;
    decoded.set(index, decode(layout, compressedBytes(layout, buffers)));
  }
  return decoded;
}

function compressedBytes({ buffer, byteOffset, byteLength, pointer }: MeshoptLayout, buffers: readonly (Uint8Array | null)[]): Uint8Array {
  if (buffer >= buffers.length)
    throw refuse('index-out-of-range', `There is no buffer ${buffer}`, exportAgain, { pointer: `${pointer}/buffer` });
  const bytes = buffers[buffer] ?? null;
  if (bytes === null)
    throw refuse('missing-file', `Buffer ${buffer} has no data`, 'Open the file together with its side files', { pointer });
  if (byteOffset + byteLength <= bytes.length) return bytes.subarray(byteOffset, byteOffset + byteLength);
  const message = `The compressed bytes end at ${byteOffset + byteLength}, the buffer at ${bytes.length}`;
  throw refuse('count-exceeds-file', message, exportAgain, { pointer });
}

function decode({ count, byteStride, mode, filter, pointer }: MeshoptLayout, compressed: Uint8Array): Uint8Array {
  const target = allocate(() => new Uint8Array(count * byteStride));
  if (count === 0) return target;
  try {
    MeshoptDecoder.decodeGltfBuffer(target, count, byteStride, compressed, mode, filter);
    return target;
  } catch (cause) {
    // The decoder throws plain errors: `Malformed buffer data: -2`.
    throw refuse(
      'malformed',
      'The meshopt data cannot be decoded',
      exportAgain,
      { pointer },
      String(cause instanceof Error ? cause.message : cause),
    );
  }
}
