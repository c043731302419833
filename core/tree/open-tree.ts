import { kindOfCode, treeKinds } from './kinds/kinds.ts';
import { headerBytes, kindByte, treeMagic, treeVersion, type Tree, type TreeKind } from './layout.ts';
import { byteLengthOf, invalidTree, viewTree } from './view-tree.ts';

/**
 * Views trusted bytes as a tree. Checks the header and the length only, in constant time; `checkTree` proves the rest.
 * @throws InspectorError `invalid-bytes`.
 */
export function openTree(bytes: ArrayBuffer | SharedArrayBuffer): Tree {
  if (bytes.byteLength < headerBytes) throw invalidTree(`${bytes.byteLength} bytes, but the header alone has ${headerBytes}`, 0);
  const header = new DataView(bytes);
  const u32 = (at: number): number => header.getUint32(at, true);
  if (u32(0) !== treeMagic) throw invalidTree('the magic number is not BXTR', 0);
  if (u32(4) !== treeVersion) throw invalidTree(`version ${u32(4)}, wanted ${treeVersion}`, 4);
  const kind = kindOfCode(u32(kindByte));
  if (kind === null) throw invalidTree(`kind ${u32(kindByte)} is unknown`, kindByte);
  return viewTree(bytes, treeKinds[kind]);
}

/** Returns the length in bytes of a tree of a kind other than `wide`. `nodeCount` includes leaves. */
export function treeByteLength(nodeCount: number, triangles: number, kind: TreeKind = 'aabb', meshTriangles: number = triangles): number {
  return byteLengthOf(treeKinds[kind], nodeCount, triangles, meshTriangles);
}
