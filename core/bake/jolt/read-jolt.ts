import { ByteReader } from '../byte-reader.ts';
import { checkJoltTree, cornerAt, vertexCoordinate } from './check-jolt-tree.ts';
import type { JoltMesh } from './jolt-mesh.ts';
import {
  damagedJolt,
  isJoltMesh,
  leafBytes,
  meshShapeType,
  nodesAt,
  stateHeaderBytes,
  treeHeaderBytes,
  joltVertexBytes,
} from './layout.ts';

/**
 * Reads the binary state of a mesh shape and checks what Jolt does not: every node, leaf and vertex, and where
 * the file ends. Materials, edges and vertices of no triangle are passed over.
 * @throws InspectorError `invalid-bytes`, `truncated` or `unsupported-dialect` at its byte.
 */
export function readJolt(bytes: Uint8Array): JoltMesh {
  const reader = new ByteReader(bytes, damagedJolt);
  const [type] = reader.bytes(1, 'its shape type');
  if (type !== meshShapeType)
    throw damagedJolt(`its shape type is ${type}, and that of a mesh shape of Jolt 5 is ${meshShapeType}`, 0, 'unsupported-dialect');
  const isStamped = isJoltMesh(bytes);
  reader.bytes(8, 'its user data');
  const treeBytes = reader.u32('the size of its tree');
  reader.bytes(treeBytes, 'its tree');
  if (!reader.isAtEnd) throw damagedJolt('there are bytes after its end', reader.at);
  if (treeBytes < nodesAt + leafBytes(1, false)) throw damagedJolt(`its tree has ${treeBytes} bytes, fewer than one triangle needs`, 9);
  const view = new DataView(bytes.buffer, bytes.byteOffset + stateHeaderBytes, treeBytes);
  const { grid, root, leaves, verticesAt } = checkJoltTree(view);
  const triangles = leaves.reduce((sum, { count }) => sum + count, 0);
  const index = new Uint32Array(3 * triangles);
  const sourceTriangles = isStamped && leaves.every(({ userDataAt }) => userDataAt > 0) ? new Uint32Array(triangles) : null;
  let triangle = 0;
  const firstOfLeaf = new Map<number, number>();
  for (const leaf of leaves) {
    firstOfLeaf.set(leaf.offset, triangle);
    for (let i = 0; i < leaf.count; i++, triangle++) {
      for (let corner = 0; corner < 3; corner++)
        index[3 * triangle + corner] = (cornerAt(view, leaf, i, corner) - verticesAt) / joltVertexBytes;
      if (sourceTriangles !== null) sourceTriangles[triangle] = view.getUint32(leaf.userDataAt + 4 * i, true);
    }
  }
  if (sourceTriangles !== null) checkSources(sourceTriangles);
  const points = numberPoints(view, verticesAt, index);
  const positions = new Float32Array(3 * points.length);
  for (const [vertex, at] of points.entries()) {
    for (let k = 0; k < 3; k++) positions[3 * vertex + k] = vertexCoordinate(view, at, grid, k);
  }
  return { positions, index, sourceTriangles, tree: { bytes: view, root, firstOfLeaf } };
}

/**
 * Replaces vertices of the file by numbers of grid points, and returns the byte of each point. Points are in the order of the file: vertices are
 * written several times, and count as one. Those of no triangle are left out.
 */
function numberPoints(view: DataView, verticesAt: number, index: Uint32Array): readonly number[] {
  const isUsed = new Uint8Array((view.byteLength - verticesAt) / joltVertexBytes);
  for (const vertex of index) isUsed[vertex] = 1;
  const numbers = new Uint32Array(isUsed.length);
  const points: number[] = [];
  const numberOf = new Map<bigint, number>();
  for (let i = 0; i < numbers.length; i++) {
    if (isUsed[i] === 0) continue;
    const key = view.getBigUint64(verticesAt + joltVertexBytes * i, true);
    let number = numberOf.get(key);
    if (number === undefined) {
      number = points.length;
      numberOf.set(key, number);
      points.push(verticesAt + joltVertexBytes * i);
    }
    numbers[i] = number;
  }
  for (let i = 0; i < index.length; i++) index[i] = numbers[index[i]];
  return points;
}

function checkSources(sources: Uint32Array): void {
  const sorted = sources.slice().sort();
  const twice = sorted.findIndex((source, i) => i > 0 && source === sorted[i - 1]);
  if (twice >= 0) throw damagedJolt(`it names source triangle ${sorted[twice]} twice`, stateHeaderBytes + treeHeaderBytes);
}
