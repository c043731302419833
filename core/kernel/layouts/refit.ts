/** The words that describe a tree to the kernel, which refits it to moved vertices. A vertex is f64 x y z; words are u32; addresses are in bytes. */
export const vertexBytes = 24;

/**
 * A leaf of a tree of kind `aabb`: the address of its node; its number of vertices; their addresses, each once. With fewer than six vertices
 * the last one is repeated. Another node: its address, and that of its right child; the left child follows the node.
 */
export const minLeafVertices = 6;
/** Flag on the number of vertices: the leaf has more triangles than it would have without `minExtent`. */
export const largeLeafFlag = 0x8000_0000;

/**
 * A block of a tree of kind `wide`: its number of vertices, with flags, and the address of the leaf's box. Then three words of corner
 * bytes, and the addresses of its vertices, each once. Another child of a node: the address of its box, and of its stored node.
 */
export const blockHeadWords = 5;
export const blockCornersWord = 2;
/** Flags on the number of vertices: the first and last block of a leaf; a leaf with more triangles than it would have without `minExtent`. */
export const firstBlockFlag = 0x100;
export const lastBlockFlag = 0x200;
export const largeBlockFlag = 0x400;
export const blockVertexMask = 0xff;
/** A corner byte is 16 times the index of a vertex of the block, since vertices are moved to 16 bytes each. Free places have the index 12. */
export const cornerStep = 16;
export const freeCorner = 12;
