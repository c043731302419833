import { InspectorError } from '../error.ts';
import { meshBounds } from '../mesh/bounds.ts';
import { checkMeshSize } from '../mesh/check-mesh-size.ts';
import { components } from '../mesh/components.ts';
import { partLabel } from '../mesh/part-label.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh, vertexCount } from '../mesh/triangle-mesh.ts';
import { meshTopology } from '../mesh/topology.ts';
import type { Per } from '../options/hull-options.ts';

/** Triangles of a mesh that belong together: the whole mesh, a part or a component. */
export interface TriangleGroup {
  /** Index of the part; `null` for the whole mesh, if that has several parts. */
  readonly part: number | null;
  /** Number of the component; `null` for the whole mesh and for a part. */
  readonly component: number | null;
  readonly name: string;
  /** Finite triangles, ascending; at least one. */
  readonly triangles: Uint32Array;
}

/**
 * Returns the groups of a mesh. Parts without finite triangles are left out. Triangles that use a position twice are in no component.
 * @throws InspectorError `no-triangles` if there is no group; `too-large` and `too-small` as `checkMeshSize`.
 */
export function triangleGroups(mesh: TriangleMesh, per: Per): readonly TriangleGroup[] {
  checkMeshSize(meshBounds(mesh));
  const groups = per === 'whole' ? wholeOf(mesh) : per === 'part' ? partsOf(mesh) : componentsOf(mesh);
  if (groups.length === 0) {
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The mesh has no usable triangle',
      fix: 'Run boxwood inspect to see the findings of the import',
      location: {},
    });
  }
  return groups;
}

/** Returns (3·N) the positions that the triangles of a group use, each vertex once, by ascending vertex. */
export function groupPoints({ positions, indices }: TriangleMesh, { triangles }: TriangleGroup, seen?: Uint32Array): Float64Array {
  const marks = seen ?? new Uint32Array(positions.length / 3);
  // The first triangle is in one group only, so its number plus one marks that group.
  const mark = triangles[0] + 1;
  const vertices: number[] = [];
  for (const triangle of triangles) {
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
      const vertex = indices[i];
      if (marks[vertex] === mark) continue;
      marks[vertex] = mark;
      vertices.push(vertex);
    }
  }
  const points = new Float64Array(3 * vertices.length);
  vertices.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) points[3 * i + k] = positions[3 * vertex + k];
  });
  return points;
}

/** Returns scratch memory for `groupPoints`: with it, many small groups take no longer than one large one. */
export function createMarks(mesh: TriangleMesh): Uint32Array {
  return new Uint32Array(vertexCount(mesh));
}

function wholeOf(mesh: TriangleMesh): readonly TriangleGroup[] {
  const triangles = finiteTriangles(mesh, 0, triangleCount(mesh));
  const only = mesh.parts.length === 1 ? 0 : null;
  const name = only === null ? 'mesh' : partLabel(mesh.parts[only]!.name, only);
  return triangles.length === 0 ? [] : [{ part: only, component: null, name, triangles }];
}

function partsOf(mesh: TriangleMesh): readonly TriangleGroup[] {
  return mesh.parts.flatMap(({ name, firstTriangle, triangleCount: count }, part) => {
    const triangles = finiteTriangles(mesh, firstTriangle, count);
    return triangles.length === 0 ? [] : [{ part, component: null, name: partLabel(name, part), triangles }];
  });
}

function componentsOf(mesh: TriangleMesh): readonly TriangleGroup[] {
  const { count, first, triangles } = components(meshTopology(mesh));
  return Array.from({ length: count }, (_, component) => {
    const own = triangles.slice(first[component], first[component + 1]);
    const part = partOfTriangle(mesh, own[0]);
    const name = part === null ? 'mesh' : partLabel(mesh.parts[part]!.name, part);
    return { part, component, name: `${name}_${component}`, triangles: own };
  });
}

function finiteTriangles(mesh: TriangleMesh, first: number, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => first + i).filter((triangle) => isFiniteTriangle(mesh, triangle));
}
