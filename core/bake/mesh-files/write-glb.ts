import { boundsCenter, meshBounds } from '../../mesh/bounds.ts';
import { beginMaterial, materialNumber, materialOf, materialRuns, takeMaterials } from '../../mesh/surface-materials.ts';
import { isFiniteTriangle, type MeshPart, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { transformsNote } from '../part-names.ts';
import { rankOf } from '../../math/rank-of.ts';
import { roundingNote, roundPositions } from '../round-positions.ts';
import { usedByTriangles } from '../used-by-triangles.ts';
import { packGlb, type GlbPart } from './pack-glb.ts';
import { partPrimitives } from './part-primitives.ts';

/**
 * Writes glTF 2.0 as GLB: a node and a mesh for each part, a primitive for each run of one material, f32 positions, indices of 16 or 32 bits.
 *
 * If f32 cannot store the coordinates exactly, all parts are recentred by one origin, and each node has this origin as its
 * translation. Rounding is then relative to the size of the mesh, not to its distance from zero, and coincident vertices stay coincident.
 */
export function writeGlb({ mesh, source, space }: BakeInput, progress: Progress): Baked {
  const finite = onlyFinite(mesh);
  const triangles = finite.mesh.indices.length / 3;
  const used = usedByTriangles(finite.mesh, 'all');
  const origin = isPlain(finite.mesh, used) ? null : boundsCenter(meshBounds(finite.mesh)!);
  const rounded = roundPositions(mesh.positions, used, origin ?? undefined);
  const bytes = packGlb({
    parts: finite.mesh.parts.map((part) => ({
      name: part.name,
      extras: extrasOf(part),
      ...compactPart(finite.mesh, part, rounded.values, (triangle) => progress(triangle / triangles)),
    })),
    materials: finite.mesh.materials?.names ?? [],
    translation: origin,
    source: source?.file ?? null,
  });
  return {
    bytes,
    notes: [
      ...roundingNote(rounded),
      ...transformsNote(mesh.parts),
      ...leftOutNote(finite.leftOut),
      ...materialsNote(finite.mesh),
      ...spaceNotes(space),
    ],
  };
}

/** Returns the extras that `roleByExtras` reads; `null` if the name of the part declares its role. */
function extrasOf({ role }: MeshPart): GlbPart['extras'] {
  if (role === undefined || role.from === 'name') return null;
  return {
    data: 'collision',
    shape: role.shape,
    ...(role.isRendered && { rendered: true }),
    ...(role.isTrigger && { trigger: true }),
    ...(role.physics !== undefined && { physics: role.physics }),
  };
}

/** Returns the mesh without non-finite triangles, which glTF forbids, and without parts that have no other triangles, given by index. */
export function onlyFinite(mesh: TriangleMesh): {
  readonly mesh: TriangleMesh;
  readonly leftOut: number;
  readonly leftOutParts: readonly number[];
} {
  const kept = new Uint32Array(mesh.indices.length);
  const parts: MeshPart[] = [];
  const leftOutParts: number[] = [];
  const materials = materialRuns();
  let end = 0;
  for (const [i, part] of mesh.parts.entries()) {
    const firstTriangle = end / 3;
    for (let t = part.firstTriangle; t < part.firstTriangle + part.triangleCount; t++) {
      if (!isFiniteTriangle(mesh, t)) continue;
      beginMaterial(materials, end / 3, materialOf(mesh.materials, t));
      for (let corner = 3 * t; corner < 3 * t + 3; corner++) kept[end++] = mesh.indices[corner];
    }
    const triangleCount = end / 3 - firstTriangle;
    if (triangleCount > 0) parts.push({ ...part, firstTriangle, triangleCount });
    else leftOutParts.push(i);
  }
  return {
    mesh: { positions: mesh.positions, indices: kept.subarray(0, end), parts, ...takeMaterials(materials, end / 3) },
    leftOut: (mesh.indices.length - end) / 3,
    leftOutParts,
  };
}

/** Whether f32 stores every written vertex exactly without an origin. */
function isPlain({ positions }: TriangleMesh, used: Uint8Array): boolean {
  return positions.every((value, i) => used[Math.floor(i / 3)] === 0 || Math.fround(value) === value);
}

/** Triangles between two calls of `progress`. */
const reportStep = 1 << 12;

/** Returns the vertices that a part uses, ascending, and its indices into them. `progress` receives the triangle. */
function compactPart(
  mesh: TriangleMesh,
  part: MeshPart,
  values: Float32Array,
  progress: Progress,
): Pick<GlbPart, 'positions' | 'primitives'> {
  const corners = mesh.indices.subarray(3 * part.firstTriangle, 3 * (part.firstTriangle + part.triangleCount));
  const sorted = corners.slice().sort();
  let count = 0;
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i];
  const used = sorted.subarray(0, count);
  const positions = new Float32Array(3 * count);
  used.forEach((vertex, i) => {
    for (let k = 0; k < 3; k++) positions[3 * i + k] = values[3 * vertex + k];
  });
  const primitives = partPrimitives(part, mesh.materials).map(({ firstTriangle: first, triangleCount: triangles, material }) => {
    const indices = Uint32Array.from(mesh.indices.subarray(3 * first, 3 * (first + triangles)), (vertex, i) => {
      if (i % (3 * reportStep) === 0) progress(first + i / 3);
      return rankOf(used, vertex);
    });
    return { indices, material: material < 0 ? null : material };
  });
  return { positions, primitives };
}

function materialsNote({ parts, materials }: TriangleMesh): readonly BakeNote[] {
  const count = parts.filter(
    (part) =>
      materials !== undefined &&
      partPrimitives(part, materials).length === 1 &&
      partPrimitives(part, materials)[0].material !== materialNumber(materials, part.firstTriangle),
  ).length;
  const message = 'Materials of parts with very many material changes were not written';
  return count === 0 ? [] : [{ code: 'materials-left-out', message, count }];
}

function leftOutNote(count: number): readonly BakeNote[] {
  const message = 'Non-finite triangles were not written, because glTF forbids them';
  return count === 0 ? [] : [{ code: 'triangles-left-out', message, count }];
}

/** Returns notes where unit and axes differ from those of glTF. Coordinates are written unchanged. */
function spaceNotes({ metresPerUnit, up, handedness }: SourceSpace): readonly BakeNote[] {
  const units: BakeNote = {
    code: 'units-assumed',
    message: 'glTF uses metres, the mesh does not declare them; coordinates were written unchanged',
    count: 1,
  };
  const axes: BakeNote = {
    code: 'axes-assumed',
    message: 'glTF is right-handed with Y up, the mesh declares other axes; coordinates were written unchanged',
    count: 1,
  };
  return [...(metresPerUnit === 1 ? [] : [units]), ...((up ?? '+y') === '+y' && (handedness ?? 'right') === 'right' ? [] : [axes])];
}
