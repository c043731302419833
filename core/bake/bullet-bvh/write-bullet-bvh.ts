import type { Progress } from '../../progress.ts';
import { aligned } from '../align.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { subtreeHeaders } from '../bullet/quantised-nodes.ts';
import { bulletTree, type WrittenTree } from '../bullet/write-bullet.ts';
import { ByteWriter } from '../byte-writer.ts';
import { kindNote } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import { bvhHeadBytes, bvhOffsets, imageBulletVersion, imageHeadBytes, imageLetters, imageSubtreeBytes } from './layout.ts';

/** Bytes of a listed subtree in a `.bullet` file: i32 root, i32 nodes, u16 x 6. */
const listedBytes = 20;

/**
 * Writes a mesh and the image of its tree that `btOptimizedBvh::deSerializeInPlace` of Bullet 3 takes over without copying. Triangles keep their
 * order, so the triangle index of a hit is that of the source.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Bullet.
 */
export function writeBulletBvh(input: BakeInput, progress: Progress): Baked {
  const written = bulletTree(input, progress);
  const { leaves, indices, nodes } = written;
  const { positions } = leaves;
  const image = imageOf(written);
  const imageAt = aligned(imageHeadBytes + positions.byteLength + indices.byteLength);
  const out = new ByteWriter(imageAt + image.length);
  out.array(new TextEncoder().encode(imageLetters)).u32(imageBulletVersion, bvhHeadBytes);
  out
    .u32(positions.length / 3, indices.length / 3, imageAt, image.length)
    .array(positions)
    .array(indices);
  out.array(new Uint8Array(imageAt - out.at)).array(image);
  return { bytes: out.bytes, notes: [...leaves.notes, ...partsLostNote(input.mesh.parts), ...kindNote(leaves.tree, nodes.length / 16)] };
}

function imageOf({ steps, nodes }: WrittenTree): Uint8Array {
  const subtrees = subtreeHeaders(nodes);
  const count = subtrees.length / listedBytes;
  const image = new Uint8Array(bvhHeadBytes + nodes.length + imageSubtreeBytes * count);
  const view = new DataView(image.buffer);
  for (let k = 0; k < 3; k++) {
    view.setFloat32(bvhOffsets.min + 4 * k, steps.min[k]!, true);
    view.setFloat32(bvhOffsets.max + 4 * k, steps.max[k]!, true);
    view.setFloat32(bvhOffsets.stepsPerUnit + 4 * k, steps.stepsPerUnit[k]!, true);
  }
  view.setInt32(bvhOffsets.bulletVersion, imageBulletVersion, true);
  view.setInt32(bvhOffsets.nodes, nodes.length / 16, true);
  view.setUint8(bvhOffsets.isQuantised, 1);
  view.setInt32(bvhOffsets.subtrees, count, true);
  image.set(nodes, bvhHeadBytes);
  for (let i = 0; i < count; i++) {
    const [from, to] = [listedBytes * i, bvhHeadBytes + nodes.length + imageSubtreeBytes * i];
    image.set(subtrees.subarray(from + 8, from + listedBytes), to);
    image.set(subtrees.subarray(from, from + 8), to + 12);
  }
  return image;
}
