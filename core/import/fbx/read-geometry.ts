import type { SourceLocation } from '../../error.ts';
import { addFinding, unusableFaces, type FindingKind, type FindingList } from '../finding-list.ts';
import { growableU32, pushU32, takeU32 } from '../growable.ts';
import { pushFan, takePolygons, type FaceList } from '../mesh-builder.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { nodeNamed, textValue, type FbxNode } from './fbx-node.ts';
import { readList, type ListReader } from './read-list.ts';

export interface FbxMesh {
  /** (3·V) */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
  /** See `TriangleMesh`. */
  readonly polygons?: Uint32Array;
  /** Pairs of a triangle and the index of the model's material from that triangle on; empty without materials. */
  readonly materialRuns: readonly number[];
}

const keptHoles: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Polygons that are marked as holes are kept as faces',
  fix: 'Delete them in the program that made the file if nothing should collide with them',
};

/** Returns whether a node has polygons. */
export function hasPolygons(node: FbxNode): boolean {
  return nodeNamed(node.children, 'PolygonVertexIndex') !== undefined;
}

/**
 * Returns the mesh of a geometry, or of a model before version 7. The last index of a polygon is stored as -1 - i.
 * Polygons become fans.
 * @throws InspectorError `malformed` and as `readList`.
 */
export function readFbxGeometry(reader: ListReader, geometry: FbxNode, findings: FindingList): FbxMesh {
  const vertices = nodeNamed(geometry.children, 'Vertices');
  const polygons = nodeNamed(geometry.children, 'PolygonVertexIndex');
  const positions = vertices === undefined ? new Float64Array(0) : readList(reader, vertices);
  if (positions.length % 3 !== 0)
    throw refuse('malformed', `${positions.length} coordinates are not a multiple of three`, exportAgain, vertices?.location);
  const indices = polygons === undefined ? new Float64Array(0) : readList(reader, polygons);
  noteHoles(reader, geometry, findings);
  const materials = readMaterials(reader, geometry);
  return { positions, ...readPolygons(indices, positions.length / 3, materials, polygons?.location ?? geometry.location, findings) };
}

/** Reads polygons and triangulates them as fans. Hot. */
function readPolygons(
  indices: Float64Array,
  vertices: number,
  materials: Materials,
  location: SourceLocation,
  findings: FindingList,
): Omit<FbxMesh, 'positions'> {
  const faces: FaceList = { indices: growableU32(indices.length), polygons: growableU32(0) };
  const corners = growableU32(16);
  const materialRuns: number[] = [];
  let usable = true;
  let polygon = 0;
  for (const written of indices) {
    const isLast = written < 0;
    const index = isLast ? -1 - written : written;
    if (index < vertices && Number.isInteger(index)) pushU32(corners, index);
    else usable = false;
    if (!isLast) continue;
    if (usable && corners.length >= 3) {
      beginRun(materialRuns, faces.indices.length / 3, materialOfPolygon(materials, polygon));
      pushFan(faces, corners.values, corners.length);
    } else addFinding(findings, unusableFaces, { ...location, index: polygon });
    corners.length = 0;
    usable = true;
    polygon++;
  }
  // The last polygon of a truncated list has no end mark.
  if (corners.length > 0 || !usable) addFinding(findings, unusableFaces, { ...location, index: polygon });
  return { triangles: takeU32(faces.indices), ...takePolygons(faces), materialRuns };
}

/** Material index of each polygon; a single number applies to all. */
type Materials = Float64Array | number | null;

/** Returns the materials of the first layer. Further layers are ignored. */
function readMaterials(reader: ListReader, geometry: FbxNode): Materials {
  const layer = nodeNamed(geometry.children, 'LayerElementMaterial');
  const list = layer === undefined ? undefined : nodeNamed(layer.children, 'Materials');
  const mapping = layer === undefined ? undefined : nodeNamed(layer.children, 'MappingInformationType');
  if (layer === undefined || list === undefined || mapping === undefined) return null;
  const numbers = readList(reader, list);
  switch (textValue(mapping, 0)) {
    case 'AllSame':
      return numbers[0] ?? null;
    case 'ByPolygon':
      return numbers;
    default:
      return null;
  }
}

function materialOfPolygon(materials: Materials, polygon: number): number {
  return materials === null ? -1 : typeof materials === 'number' ? materials : (materials[polygon] ?? -1);
}

function beginRun(runs: number[], triangle: number, material: number): void {
  if ((runs.at(-1) ?? -1) !== material) runs.push(triangle, material);
}

function noteHoles(reader: ListReader, geometry: FbxNode, findings: FindingList): void {
  const layer = nodeNamed(geometry.children, 'LayerElementHole');
  const holes = layer === undefined ? undefined : nodeNamed(layer.children, 'Hole');
  if (layer === undefined || holes === undefined) return;
  const count = readList(reader, holes).reduce((sum, hole) => sum + (hole === 0 ? 0 : 1), 0);
  if (count > 0) addFinding(findings, keptHoles, layer.location, count);
}
