import { boundsCenter, meshBounds } from '../../mesh/bounds.ts';
import { checkSimplifiable, simplifyTriangles } from '../../mesh/simplify-triangles.ts';
import { materialNumber } from '../../mesh/surface-materials.ts';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { weldVertices } from '../../mesh/weld-vertices.ts';
import type { MeshDraft } from './mesh-draft.ts';
import type { Repair } from './repair.ts';

export const simplify: Repair = {
  name: 'simplify',
  title: 'Simplify',
  meaning: 'Collapses edges down to a number of triangles or up to an error; vertices that stay keep their position',
  options: ['simplifyTo', 'maxError'],
  clears: ['triangle-budget', 'vertex-budget', 'tiny-triangles'],
  replaces: true,
  isRequested: ({ simplifyTo = 0, maxError = 0 }) => simplifyTo > 0 || maxError > 0,
  run: async (mesh, { simplifyTo, maxError }, progress) => {
    const before = triangleCount(mesh);
    const bounds = meshBounds(mesh);
    if (bounds === null || (simplifyTo > 0 && before <= simplifyTo)) return null;
    checkSimplifiable(before);
    progress(0.1);
    const wedges = wedgesOf(mesh);
    const centre = boundsCenter(bounds);
    // Within the range and the precision of f32, wherever and however large the mesh is.
    const unit = Math.max(...bounds.max.map((max, k) => max - bounds.min[k]!)) || 1;
    const local = new Float32Array(3 * wedges.vertices.length);
    for (let i = 0; i < local.length; i++) local[i] = (mesh.positions[3 * wedges.vertices[(i / 3) | 0] + (i % 3)] - centre[i % 3]!) / unit;
    const limit = maxError > 0 ? maxError / unit : 1e9;
    // Non-finite triangles count in the budget, but not here.
    const maxTriangles = Math.min(simplifyTo, wedges.triangles.length);
    const indices = await simplifyTriangles(wedges.indices, local, { maxTriangles, maxError: limit });
    progress(0.9);
    const left = indices.length / 3;
    const dropped = before - wedges.triangles.length;
    if (left >= wedges.triangles.length && (simplifyTo === 0 || dropped === 0)) return null;
    const counts = [
      { what: 'triangles collapsed', count: wedges.triangles.length - left },
      { what: 'non-finite triangles dropped', count: dropped },
    ];
    if (simplifyTo > 0 && left > simplifyTo) counts.push({ what: 'triangles left over the budget', count: left - simplifyTo });
    return { draft: draftOf(wedges, indices), counts };
  },
};

/** A mesh in which parts and materials share no vertex. */
interface Wedges {
  /** (W) vertex of the mesh. */
  readonly vertices: Uint32Array;
  /** (W) group of each: a part with a material. */
  readonly groups: Uint32Array;
  /** (3·F) of the finite triangles. */
  readonly indices: Uint32Array;
  /** (F) numbers of the finite triangles. */
  readonly triangles: Uint32Array;
}

/**
 * Returns a mesh with a vertex for each position and group of triangles. The simplifier takes vertices at one position for a seam and
 * collapses both sides together, so no gap opens, and each triangle that is left still shows its group.
 */
function wedgesOf(mesh: TriangleMesh): Wedges {
  const welded = weldVertices(mesh);
  const triangles = Uint32Array.from(Array(triangleCount(mesh)).keys()).filter((triangle) => isFiniteTriangle(mesh, triangle));
  const indices = new Uint32Array(3 * triangles.length);
  const vertices: number[] = [];
  const groups: number[] = [];
  const numbers = new Map<number, number>();
  const groupNumbers = new Map<string, number>();
  let group = 0;
  let known = '';
  for (let i = 0; i < triangles.length; i++) {
    const triangle = triangles[i];
    const name = `${partOfTriangle(mesh, triangle) ?? -1}/${materialNumber(mesh.materials, triangle)}`;
    if (name !== known) {
      known = name;
      group = groupNumbers.get(name) ?? groupNumbers.size;
      groupNumbers.set(name, group);
    }
    for (let k = 0; k < 3; k++) {
      const vertex = welded[mesh.indices[3 * triangle + k]];
      const key = group * welded.length + vertex;
      let number = numbers.get(key);
      if (number === undefined) {
        number = vertices.length;
        numbers.set(key, number);
        vertices.push(vertex);
        groups.push(group);
      }
      indices[3 * i + k] = number;
    }
  }
  return { vertices: Uint32Array.from(vertices), groups: Uint32Array.from(groups), indices, triangles };
}

/**
 * Returns the draft of simplified wedges. The triangles are still in order within their group. One with the corners of a triangle before is
 * that triangle; another one takes the place of a triangle of its group, in the same order.
 */
function draftOf({ vertices, groups, indices, triangles }: Wedges, simplified: Uint32Array): MeshDraft {
  const own: number[][] = [];
  const sides = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    (own[groups[indices[3 * i]]] ??= []).push(triangles[i]);
    sides.set(indices[3 * i] * vertices.length + indices[3 * i + 1], i);
  }
  const left = new Uint32Array(own.length);
  for (let i = 0; i < simplified.length; i += 3) left[groups[simplified[i]]]++;
  const next = new Uint32Array(own.length);
  const sources = Uint32Array.from({ length: simplified.length / 3 }, (_, i) => {
    const [a, b, c] = [simplified[3 * i], simplified[3 * i + 1], simplified[3 * i + 2]];
    const group = groups[a];
    const place = next[group]++;
    const same = sides.get(a * vertices.length + b);
    if (same !== undefined && indices[3 * same + 2] === c) return triangles[same];
    return own[group]![Math.floor((place * own[group]!.length) / left[group])]!;
  });
  return { added: [], indices: Uint32Array.from(simplified, (wedge) => vertices[wedge]), sources };
}
