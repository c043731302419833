import { InspectorError } from '../../error.ts';
import type { FiniteFacts } from '../../mesh/finite-facts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTree } from '../../tree/check-tree.ts';
import { kindOfCode } from '../../tree/kinds/kinds.ts';
import { kindByte, type Tree } from '../../tree/layout.ts';
import { openTree } from '../../tree/open-tree.ts';
import { damagedBoxwood, type Chunk } from './layout.ts';

/**
 * Returns the tree of a chunk in its own buffer after it was checked against the mesh; an empty list if its kind is unknown.
 * @throws InspectorError `invalid-bytes` at its byte in the file.
 */
export function checkBakedTree(
  bytes: Uint8Array,
  chunk: Chunk,
  mesh: TriangleMesh,
  facts: FiniteFacts,
): readonly Uint8Array<ArrayBuffer>[] {
  // `openTree` views whole buffers, and the caller transfers the buffer. (`slice` of a Node Buffer does not copy.)
  const own = new Uint8Array(bytes.subarray(chunk.offset, chunk.offset + chunk.length));
  if (own.length >= 12 && kindOfCode(new DataView(own.buffer).getUint32(kindByte, true)) === null) return [];
  const [violation] = checkTree(open(own, chunk), mesh, facts);
  if (violation !== undefined) throw damagedBoxwood(`a tree breaks the rule "${violation.rule}": ${violation.message}`, chunk.offset);
  return [own];
}

function open(own: Uint8Array<ArrayBuffer>, { offset }: Chunk): Tree {
  try {
    return openTree(own.buffer);
  } catch (error) {
    if (!(error instanceof InspectorError)) throw error;
    throw damagedBoxwood(error.message, offset + (error.location.byte ?? 0));
  }
}
