import { exportAgain, refuse } from '../refuse.ts';
import { plyTypeBytes, type PlyElement, type PlyHeader, type PlyProperty } from './ply-header.ts';

/** The header properties that form the mesh. They are checked against the file size before any allocation. */
export interface PlyPlan {
  /** Declared vertices; 0 without a vertex element. */
  readonly vertices: number;
  readonly faces: number;
  /** Indices of the properties x, y, z in the vertex element. */
  readonly xyz: readonly [number, number, number];
  /** Index of the list of vertex indices in the face element; -1 without one. */
  readonly corners: number;
  /**
   * Index of the list in the element of triangle strips, "tristrips", as scanners and VTK write them; -1 without one.
   */
  readonly strips: number;
}

const fix = 'Export the file again with an element "face" that has a list "vertex_indices"';

/**
 * Returns which properties form the mesh.
 * @throws InspectorError `malformed`, `count-exceeds-file`.
 */
export function planPly(header: PlyHeader, byteLength: number): PlyPlan {
  checkCounts(header, byteLength);
  const vertex = requireElement(header, 'vertex');
  const face = requireElement(header, 'face');
  if (face === undefined && vertex?.properties.some(isCornerList)) {
    throw refuse(
      'malformed',
      'The PLY header declares no face element: its list of vertex indices belongs to "vertex"',
      fix,
      vertex.location,
    );
  }
  const corners = face === undefined ? -1 : face.properties.findIndex(isCornerList);
  if (face !== undefined && face.count > 0 && corners < 0) {
    throw refuse('malformed', 'The face element has no list of vertex indices', fix, face.location);
  }
  const strips = requireElement(header, 'tristrips')?.properties.findIndex(isCornerList) ?? -1;
  return {
    vertices: vertex?.count ?? 0,
    faces: face?.count ?? 0,
    xyz: vertex === undefined ? [-1, -1, -1] : findXyz(vertex),
    corners,
    strips,
  };
}

function requireElement(header: PlyHeader, wanted: string): PlyElement | undefined {
  const [first, second] = header.elements.filter(({ name }) => name === wanted);
  if (second !== undefined) throw refuse('malformed', `The header declares two elements "${wanted}"`, fix, second.location);
  return first;
}

function isCornerList(property: PlyProperty): boolean {
  return property.countType !== null && (property.name === 'vertex_indices' || property.name === 'vertex_index');
}

function findXyz(vertex: PlyElement): PlyPlan['xyz'] {
  const [x = -1, y = -1, z = -1] = ['x', 'y', 'z'].map((axis) =>
    vertex.properties.findIndex(({ name, countType }) => name === axis && countType === null),
  );
  if (vertex.count > 0 && (x < 0 || y < 0 || z < 0)) {
    throw refuse('malformed', 'The vertex element has no properties x, y and z', 'Export the file again with positions', vertex.location);
  }
  return [x, y, z];
}

/**
 * Checks the counts against the minimum bytes of an element. In text these are a digit and a line end per property,
 * except on the last line.
 */
function checkCounts(header: PlyHeader, byteLength: number): void {
  let left = byteLength - header.bodyAt + (header.encoding === 'ascii' ? 1 : 0);
  for (const { name, count, properties, location } of header.elements) {
    const min = properties.reduce((sum, property) => sum + minBytes(header, property), 0);
    if (count * min > left) {
      const message = `The header declares ${count} elements "${name}", more than fit into the file`;
      throw refuse('count-exceeds-file', message, exportAgain, location);
    }
    left -= count * min;
  }
}

function minBytes(header: PlyHeader, property: PlyProperty): number {
  return header.encoding === 'ascii' ? 2 : plyTypeBytes[property.countType ?? property.type];
}
