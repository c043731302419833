import { BufferAttribute, BufferGeometry } from 'three';
import { MeshBVH } from 'three-mesh-bvh';

/** Loads a `.bvh.bin` file (see three-mesh-bvh-1.md): `loadThreeMeshBvh(await (await fetch(url)).arrayBuffer())`. */
export function loadThreeMeshBvh(buffer) {
  const [magic, jsonBytes] = new Uint32Array(buffer, 0, 2);
  if (magic !== 0x42485642) throw new Error('This is not a .bvh.bin file');
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 16, jsonBytes)));
  if (header.version !== 1) throw new Error(`Version ${header.version} of .bvh.bin is not known`);
  const data = 16 + jsonBytes;
  const positions = new Float32Array(buffer, data + header.positions, 3 * header.vertices);
  const index = new (header.indexBytes === 2 ? Uint16Array : Uint32Array)(buffer, data + header.index, 3 * header.triangles);
  const root = buffer.slice(data + header.root, data + header.root + 32 * header.nodes);
  const sourceTriangles = new Uint32Array(buffer, data + header.sourceTriangles, header.triangles);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  geometry.boundsTree = MeshBVH.deserialize({ version: 1, roots: [root], index, indirectBuffer: null }, geometry);
  // `sourceTriangles[faceIndex]` is the triangle of the source; `parts` lists runs of those.
  return { geometry, bvh: geometry.boundsTree, sourceTriangles, parts: header.parts };
}
