import { type ByteProgress, reportBytes } from '../byte-progress.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { byteWindow, type ByteWindow, elementsInReach, seekByte } from '../source/byte-window.ts';

/**
 * Binary STL: a header of 80 bytes, u32 count, then 50 bytes per facet: normal, three vertices (f32), u16 attribute.
 * Source: 3D Systems, "StereoLithography Interface Specification" (1989), as slicers read it.
 */
export const facetsAt = 84;
export const facetBytes = 50;

/** Facets copied at a time, an even number. Their bytes fit in the L1 cache. */
const copiedFacets = 512;
const facetFloats = facetBytes / 2;

/** The mesh to fill: three vertices a facet. */
export interface FacetArrays {
  readonly positions: Float64Array;
  readonly indices: Uint32Array;
}

/** The facets of a file, and what is needed to read them. */
export interface FacetReading extends FacetArrays {
  readonly window: ByteWindow;
  readonly block: Uint8Array;
  /** The same memory as `block`. */
  readonly floats: Float32Array;
}

export function facetReading(source: ByteSource, { positions, indices }: FacetArrays): FacetReading {
  const block = new Uint8Array(copiedFacets * facetBytes);
  return { positions, indices, window: byteWindow(source, facetsAt), block, floats: new Float32Array(block.buffer) };
}

/**
 * Reads the facets from `from` to before `to` and returns whether all their coordinates are finite. Hot.
 *
 * Two facets are 100 bytes, which is 25 floats. In a copy that starts at a facet, every other facet is aligned as
 * floats. A second copy that starts at the next facet aligns the others. Reading each number with a `DataView` takes a
 * quarter longer. Of 46 ms for 871,306 facets, 35 ms are for the first write to new memory (decision 022). Reading both facets of a
 * pair in one pass and widening with WASM SIMD gave no gain.
 */
export function readFacets(
  { window, block, floats, positions, indices }: FacetReading,
  from: number,
  to: number,
  report: ByteProgress,
): boolean {
  seekByte(window, facetsAt + facetBytes * from);
  let sum = 0;
  for (let first = from; first < to; ) {
    const inWindow = elementsInReach(window, facetBytes, to - first);
    const { bytes, at: facetAt } = window;
    // If the bytes themselves are aligned, facets 0, 2, 4, … can be read as floats directly.
    const own =
      (bytes.byteOffset + facetAt) % 4 === 0
        ? new Float32Array(bytes.buffer, bytes.byteOffset + facetAt, Math.floor((inWindow * facetBytes) / 4))
        : null;
    for (let done = 0; done < inWindow; ) {
      const count = Math.min(copiedFacets, inWindow - done);
      const at = facetAt + done * facetBytes;
      reportBytes(report, window.start + at);
      if (own === null) block.set(bytes.subarray(at, at + count * facetBytes));
      sum += widenAlternateFacets(own ?? floats, own === null ? 0 : (at - facetAt) / 4, Math.ceil(count / 2), positions, 9 * first);
      block.set(bytes.subarray(at + facetBytes, at + count * facetBytes));
      sum += widenAlternateFacets(floats, 0, Math.floor(count / 2), positions, 9 * first + 9);
      for (let i = 3 * first; i < 3 * (first + count); i++) indices[i] = i;
      done += count;
      first += count;
    }
    window.at += inWindow * facetBytes;
  }
  return sum === 0;
}

/**
 * Writes the nine coordinates of facets 0, 2, 4, … of a block to every other facet of the output. Returns 0 if all of
 * them are finite, else NaN. Hot.
 */
function widenAlternateFacets(floats: Float32Array, start: number, count: number, positions: Float64Array, to: number): number {
  // After the normal.
  let from = start + 3;
  let sum = 0;
  for (let i = 0; i < count; i++, from += facetFloats, to += 18) {
    const a = floats[from];
    const b = floats[from + 1];
    const c = floats[from + 2];
    const d = floats[from + 3];
    const e = floats[from + 4];
    const f = floats[from + 5];
    const g = floats[from + 6];
    const h = floats[from + 7];
    const k = floats[from + 8];
    positions[to] = a;
    positions[to + 1] = b;
    positions[to + 2] = c;
    positions[to + 3] = d;
    positions[to + 4] = e;
    positions[to + 5] = f;
    positions[to + 6] = g;
    positions[to + 7] = h;
    positions[to + 8] = k;
    sum += a + b + (c + d) + (e + f) + (g + h) + k;
  }
  // Sums of f32 do not overflow in f64, and a finite number minus itself is 0.
  return sum - sum;
}
