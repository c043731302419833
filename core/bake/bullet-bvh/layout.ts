/**
 * A `.bvh.bullet` file, version 1, little-endian: a mesh and the image of its `btOptimizedBvh`, which `deSerializeInPlace` takes over where it is.
 * The image depends on the compiler: this is the one of 64-bit Linux with 32-bit floats and without SIMD in the interface, as in Debian.
 * `resources/formats/bullet-bvh-1.md` describes every byte, `load-bullet-bvh.h` next to it is a loader.
 *
 *     0  'BTIMAGE', '1', u32 324, u32 248     24  u32 first byte of the image, u32 its bytes
 *    16  u32 vertices V, u32 triangles T      32  f32 (3·V), u32 (3·T), zeros up to a multiple of 16, the image
 */
export const imageLetters = 'BTIMAGE1';
export const imageBulletVersion = 324;
export const imageHeadBytes = 32;

/** `sizeof(btQuantizedBvh)`, and its members that `serializeInPlace` fills in. The rest is 0. */
export const bvhHeadBytes = 248;
export const bvhOffsets = {
  min: 8,
  max: 24,
  stepsPerUnit: 40,
  bulletVersion: 56,
  nodes: 60,
  isQuantised: 64,
  traversalMode: 200,
  subtrees: 240,
} as const;
/** u16 min[3], u16 max[3], i32 root, i32 nodes, 12 bytes of padding. */
export const imageSubtreeBytes = 32;

export function isBulletImage(bytes: Uint8Array): boolean {
  return [...imageLetters.slice(0, -1)].every((letter, i) => bytes[i] === letter.charCodeAt(0));
}
