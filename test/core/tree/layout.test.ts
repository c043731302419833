import { buildTree } from '#core/tree/build-tree';
import { headerBytes } from '#core/tree/layout';
import { aabbBytes } from '#core/tree/kinds/aabb/node-aabb';
import { openTree, treeByteLength } from '#core/tree/open-tree';
import { describe, expect, it } from 'vitest';
import { box } from '../../fixtures/shapes.ts';

const bytes = (): ArrayBuffer => buildTree(box(), { split: 'median', leafTriangles: 3, maxDepth: 9, minExtent: 0.125 });

describe('openTree', () => {
  it('reads the build options back', () => {
    const { kind, split, leafTriangles, maxDepth, minExtent, meshTriangles, origin, bounds } = openTree(bytes());
    expect({ kind, split, leafTriangles, maxDepth, minExtent, meshTriangles }).toEqual({
      kind: 'aabb',
      split: 'median',
      leafTriangles: 3,
      maxDepth: 9,
      minExtent: 0.125,
      meshTriangles: 12,
    });
    expect(origin).toEqual([0, 0, 0]);
    expect([...bounds]).toEqual([-1, -1, -1, 1, 1, 1]);
  });

  it('requires the length that follows from the counts', () => {
    const tree = openTree(bytes());
    expect(tree.bytes.byteLength).toBe(headerBytes + tree.nodeCount * aabbBytes + 12 * 4);
    expect(tree.bytes.byteLength).toBe(treeByteLength(tree.nodeCount, 12));
  });

  it.each([
    ['a header cut short', 0, (b: ArrayBuffer) => b.slice(0, 127)],
    ['another magic number', 0, (b: ArrayBuffer) => withWord(b, 0, 0)],
    ['another version', 4, (b: ArrayBuffer) => withWord(b, 4, 2)],
    ['an unknown kind', 8, (b: ArrayBuffer) => withWord(b, 8, 77)],
    ['an unknown split', 12, (b: ArrayBuffer) => withWord(b, 12, 77)],
    ['more nodes than bytes', 16, (b: ArrayBuffer) => withWord(b, 16, 0xffff_ffff)],
    ['more triangles than bytes', 16, (b: ArrayBuffer) => withWord(b, 24, 0xffff_ffff)],
    ['a byte too many', 16, (b: ArrayBuffer) => Uint8Array.from([...new Uint8Array(b), 0]).buffer],
  ])('refuses %s, with the byte', (_, byte, damage) => {
    expect(() => openTree(damage(bytes()))).toThrow(expect.objectContaining({ code: 'invalid-bytes', location: { byte } }));
  });
});

function withWord(buffer: ArrayBuffer, byte: number, word: number): ArrayBuffer {
  new DataView(buffer).setUint32(byte, word, true);
  return buffer;
}
