import { InspectorError } from '../../error.ts';
import type { BulletMesh, BulletTree } from './bullet-mesh.ts';
import { type BulletChunk, type BulletFile, floatsOf, intOf, itemAt, type Item, partOf, pointedTo, readBulletFile } from './bullet-file.ts';
import { checkBulletTree } from './check-bullet-tree.ts';
import { damagedBullet, quantisedNodeBytes, triangleMeshShapeType } from './layout.ts';

interface Growing {
  readonly positions: Float32Array[];
  readonly index: Uint32Array[];
  vertices: number;
  triangles: number;
}

/**
 * Reads the triangle mesh shapes of a file and checks what Bullet does not: pointers, vertex numbers, and every node of their trees. Other
 * shapes and bodies are passed over.
 * @throws InspectorError `invalid-bytes`, `truncated`, `unsupported-dialect` or `no-triangles` at its byte.
 */
export function readBullet(bytes: Uint8Array): BulletMesh {
  return readMeshShapes(readBulletFile(bytes));
}

/** Reads one triangle mesh shape with its tree. @throws InspectorError as `readBullet`. */
export function readMeshShape(file: BulletFile, shape: Item): Pick<BulletMesh, 'positions' | 'index'> {
  const grown: Growing = { positions: [], index: [], vertices: 0, triangles: 0 };
  const firsts = readParts(file, partOf(file, shape, 'm_meshInterface'), grown, bytesOf(file));
  readTree(file, shape, { own: grown, firstVertex: 0 }, [...firsts, grown.triangles]);
  return { positions: joinedFloats(grown), index: joinedIndex(grown) };
}

function bytesOf({ chunks }: BulletFile): number {
  return chunks.reduce((sum, { view }) => sum + view.byteLength, 0);
}

function readMeshShapes(file: BulletFile): BulletMesh {
  const grown: Growing = { positions: [], index: [], vertices: 0, triangles: 0 };
  const shapes: number[] = [];
  const trees: BulletTree[] = [];
  for (const chunk of file.chunks) {
    if (chunk.code !== 'SHAP' || chunk.struct.name !== 'btTriangleMeshShapeData' || chunk.count === 0) continue;
    const shape = itemAt(chunk, 0);
    if (intOf(partOf(file, shape, 'm_collisionShapeData'), 'm_shapeType') !== triangleMeshShapeType) continue;
    const [first, firstVertex, firstPart] = [grown.triangles, grown.vertices, grown.index.length];
    const firsts = readParts(file, partOf(file, shape, 'm_meshInterface'), grown, bytesOf(file));
    shapes.push(grown.triangles - first);
    const own: Growing = {
      positions: grown.positions.slice(firstPart),
      index: grown.index.slice(firstPart),
      vertices: grown.vertices - firstVertex,
      triangles: grown.triangles - first,
    };
    const tree = readTree(file, shape, { own, firstVertex }, [...firsts, grown.triangles]);
    if (tree !== null) trees.push(tree);
  }
  if (grown.triangles === 0) {
    const others = file.chunks.filter(({ code }) => code === 'SHAP').length;
    throw new InspectorError({
      code: 'no-triangles',
      message: `This .bullet file has no triangle mesh; shapes of other kinds: ${others}`,
      fix: 'Save a btBvhTriangleMeshShape',
      location: { byte: 0 },
    });
  }
  return { positions: joinedFloats(grown), index: joinedIndex(grown), sourceTriangles: null, shapes, trees };
}

/** Returns the first triangle of each part. */
function readParts(file: BulletFile, mesh: Item, grown: Growing, bytes: number): readonly number[] {
  const count = intOf(mesh, 'm_numMeshParts');
  const parts = pointedTo(file, mesh, 'm_meshPartsPtr', count);
  const scaling = floatsOf(mesh, 'm_scaling', 3);
  return Array.from({ length: parts === null ? 0 : count }, (_, i) => {
    const part = itemAt(parts!, i);
    const [triangles, vertices] = [intOf(part, 'm_numTriangles'), intOf(part, 'm_numVertices')];
    // Each takes bytes of its own, unless parts share them.
    if (grown.vertices + vertices > bytes || grown.triangles + triangles > bytes)
      throw damagedBullet('its parts repeat more vertices or triangles than it has bytes', parts!.at + part.offset);
    const index = readIndex(file, part, triangles);
    const bad = index.findIndex((vertex) => vertex >= vertices);
    if (bad >= 0) throw damagedBullet(`it names vertex ${index[bad]} of ${vertices}`, parts!.at + part.offset);
    const first = grown.triangles;
    grown.positions.push(readVertices(file, part, vertices, scaling));
    grown.index.push(index.map((vertex) => vertex + grown.vertices));
    grown.vertices += vertices;
    grown.triangles += triangles;
    return first;
  });
}

function readVertices(file: BulletFile, part: Item, vertices: number, scaling: readonly number[]): Float32Array {
  const chunk = pointedTo(file, part, 'm_vertices3f', vertices);
  if (chunk === null)
    throw damagedBullet('a part of its mesh has no vertices in 32-bit floats', part.chunk.at + part.offset, 'unsupported-dialect');
  const { bytes } = checkedStruct(chunk, 'btVector3FloatData', 12).struct;
  const positions = new Float32Array(3 * vertices);
  for (let vertex = 0; vertex < vertices; vertex++) {
    for (let k = 0; k < 3; k++) {
      const value = Math.fround(chunk.view.getFloat32(vertex * bytes + 4 * k, true) * scaling[k]);
      if (!Number.isFinite(value)) throw damagedBullet(`vertex ${vertex} is not finite`, chunk.at + vertex * bytes + 4 * k);
      positions[3 * vertex + k] = value;
    }
  }
  return positions;
}

/** Fields with vertex numbers: the struct that they point to, and how many numbers of how many bytes it has. */
const indexFields = [
  ['m_indices32', 'btIntIndexData', 1, 4],
  ['m_3indices16', 'btShortIntIndexTripletData', 3, 2],
  ['m_indices16', 'btShortIntIndexData', 1, 2],
  ['m_3indices8', 'btCharIndexTripletData', 3, 1],
] as const;

function readIndex(file: BulletFile, part: Item, triangles: number): Uint32Array {
  for (const [name, struct, each, size] of indexFields) {
    const chunk = pointedTo(file, part, name, (3 * triangles) / each);
    if (chunk === null) continue;
    const { bytes } = checkedStruct(chunk, struct, each * size).struct;
    return Uint32Array.from({ length: 3 * triangles }, (_, i) => {
      const at = Math.floor(i / each) * bytes + (i % each) * size;
      return size === 4 ? chunk.view.getUint32(at, true) : size === 2 ? chunk.view.getUint16(at, true) : chunk.view.getUint8(at);
    });
  }
  throw damagedBullet('a part of its mesh has no indices', part.chunk.at + part.offset);
}

function checkedStruct(chunk: BulletChunk, name: string, bytes: number): BulletChunk {
  if (chunk.struct.name !== name || chunk.struct.bytes < bytes)
    throw damagedBullet(`a pointer to ${name} leads to ${chunk.struct.name}`, chunk.at - 8);
  return chunk;
}

/** The parts of one shape; their vertices are numbered from the first of the file. */
interface ShapeParts {
  readonly own: Growing;
  readonly firstVertex: number;
}

function readTree(file: BulletFile, shape: Item, { own, firstVertex }: ShapeParts, ends: readonly number[]): BulletTree | null {
  const chunk = pointedTo(file, shape, 'm_quantizedFloatBvh', 1);
  if (chunk === null) return null;
  const tree = itemAt(checkedStruct(chunk, 'btQuantizedBvhFloatData', 0), 0);
  const count = intOf(tree, 'm_curNodeIndex');
  const nodes = pointedTo(file, tree, 'm_quantizedContiguousNodesPtr', count);
  if (intOf(tree, 'm_useQuantization') === 0 || nodes === null)
    throw damagedBullet('its tree is not quantised, which is not read', chunk.at, 'unsupported-dialect');
  if (count < 1 || checkedStruct(nodes, 'btQuantizedBvhNodeData', quantisedNodeBytes).struct.bytes !== quantisedNodeBytes)
    throw damagedBullet('its tree has no nodes', chunk.at);
  const { buffer, byteOffset } = nodes.view;
  const words = new Int32Array(buffer.slice(byteOffset, byteOffset + quantisedNodeBytes * count));
  const read: BulletTree = {
    links: words,
    boxes: new Uint16Array(words.buffer),
    min: floatsOf(tree, 'm_bvhAabbMin', 3),
    stepsPerUnit: floatsOf(tree, 'm_bvhQuantization', 3),
    firsts: ends.slice(0, -1),
  };
  const fault = checkBulletTree(
    read,
    { positions: joinedFloats(own), index: joinedIndex(own).map((vertex) => vertex - firstVertex) },
    ends,
  );
  if (fault !== null) throw damagedBullet(fault.what, nodes.at + quantisedNodeBytes * fault.node);
  return read;
}

function joinedFloats({ positions, vertices }: Growing): Float32Array {
  const all = new Float32Array(3 * vertices);
  let at = 0;
  for (const part of positions) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function joinedIndex({ index, triangles }: Growing): Uint32Array {
  const all = new Uint32Array(3 * triangles);
  let at = 0;
  for (const part of index) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
