import { InspectorError } from '../../error.ts';
import { aligned } from '../align.ts';
import type { BulletMesh, BulletTree } from '../bullet/bullet-mesh.ts';
import { checkBulletTree } from '../bullet/check-bullet-tree.ts';
import { damagedBullet, quantisedNodeBytes } from '../bullet/layout.ts';
import { ByteReader } from '../byte-reader.ts';
import { bvhHeadBytes, bvhOffsets, imageBulletVersion, imageLetters, imageSubtreeBytes, isBulletImage } from './layout.ts';

/**
 * Reads a mesh with the image of its tree, and checks what Bullet does not: vertex numbers, every node, and every listed subtree.
 * @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readBulletBvh(bytes: Uint8Array): BulletMesh {
  if (!isBulletImage(bytes)) throw damagedBullet(`it does not start with the letters ${imageLetters}`, 0);
  const reader = new ByteReader(bytes, damagedBullet);
  readStamp(reader);
  const [vertices = 0, triangles = 0, imageAt = 0, imageBytes = 0] = reader.u32s(4, 'its counts');
  const positionsAt = reader.at;
  const positions = reader.f32s(3 * vertices, 'its vertices');
  const bad = positions.findIndex((value) => !Number.isFinite(value));
  if (bad >= 0) throw damagedBullet(`vertex ${Math.floor(bad / 3)} is not finite`, positionsAt + 4 * bad);
  const indexAt = reader.at;
  const index = reader.u32s(3 * triangles, 'its triangles');
  const beyond = index.findIndex((vertex) => vertex >= vertices);
  if (beyond >= 0) throw damagedBullet(`it names vertex ${index[beyond]} of ${vertices}`, indexAt + 4 * beyond);
  if (imageAt !== aligned(reader.at) || imageAt + imageBytes !== bytes.length)
    throw damagedBullet(`its image of ${imageBytes} bytes does not start at byte ${reader.at}, or not end with the file`, 24);
  if (reader.bytes(imageAt - reader.at, 'its padding').some((byte) => byte !== 0))
    throw damagedBullet('its padding is not 0', reader.at - 1);
  const tree = readImage(bytes.slice(imageAt), imageAt, triangles);
  const fault = checkBulletTree(tree, { positions, index }, [0, triangles]);
  if (fault !== null) throw damagedBullet(fault.what, imageAt + bvhHeadBytes + quantisedNodeBytes * fault.node);
  return { positions, index, sourceTriangles: null, shapes: [triangles], trees: [tree] };
}

function readStamp(reader: ByteReader): void {
  const version = String.fromCharCode(...reader.bytes(imageLetters.length, 'its letters')).slice(-1);
  const [bullet = 0, head = 0] = reader.u32s(2, 'its stamp');
  const foreign =
    version !== imageLetters.slice(-1)
      ? `is of version ${JSON.stringify(version)}; version 1 is read`
      : bullet !== imageBulletVersion
        ? `has an image of Bullet ${bullet}; that of ${imageBulletVersion} is read`
        : head !== bvhHeadBytes
          ? `has an image with a head of ${head} bytes; ${bvhHeadBytes}, of 64-bit Linux, are read`
          : null;
  if (foreign === null) return;
  throw new InspectorError({
    code: 'unsupported-dialect',
    message: `This .bvh.bullet file ${foreign}`,
    fix: 'Bake it from its source, as a .bullet file for other machines and versions',
    location: { byte: imageLetters.length },
  });
}

/** @param start the byte of the file where the image starts */
function readImage(image: Uint8Array, start: number, triangles: number): BulletTree {
  if (image.length < bvhHeadBytes) throw damagedBullet('its image ends within its head', start, 'truncated');
  const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
  const int = (offset: number): number => view.getInt32(offset, true);
  const [nodes, subtrees] = [int(bvhOffsets.nodes), int(bvhOffsets.subtrees)];
  const isPlain = view.getUint8(bvhOffsets.isQuantised) === 1 && int(bvhOffsets.traversalMode) === 0;
  if (!isPlain || int(bvhOffsets.bulletVersion) !== imageBulletVersion)
    throw damagedBullet('the head of its image is not that of a quantised tree', start + bvhOffsets.isQuantised);
  if (
    nodes !== 2 * triangles - 1 ||
    subtrees < 1 ||
    bvhHeadBytes + quantisedNodeBytes * nodes + imageSubtreeBytes * subtrees !== image.length
  )
    throw damagedBullet(`its image has ${nodes} nodes and ${subtrees} subtrees for ${triangles} triangles`, start + bvhOffsets.nodes);
  const words = new Int32Array(image.slice(bvhHeadBytes, bvhHeadBytes + quantisedNodeBytes * nodes).buffer);
  for (let i = 0; i < subtrees; i++) {
    const at = bvhHeadBytes + quantisedNodeBytes * nodes + imageSubtreeBytes * i;
    const [root, size] = [int(at + 12), int(at + 16)];
    if (root < 0 || root >= nodes || size !== Math.max(1, -words[4 * root + 3]))
      throw damagedBullet(`subtree ${i} names ${size} nodes from node ${root}`, start + at + 12);
  }
  const floats = (offset: number): readonly number[] => [0, 4, 8].map((k) => view.getFloat32(offset + k, true));
  return {
    links: words,
    boxes: new Uint16Array(words.buffer),
    min: floats(bvhOffsets.min),
    stepsPerUnit: floats(bvhOffsets.stepsPerUnit),
    firsts: [0],
  };
}
