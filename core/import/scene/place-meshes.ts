import { mirrors } from '../../math/matrix.ts';
import { transformPoints, type Matrix } from '../../math/transform.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import { beginMaterial, materialRuns, takeMaterials } from '../../mesh/surface-materials.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { allocate } from '../growable.ts';

/** Triangles that a scene places once: a part of the mesh. */
export interface PlacedMesh {
  readonly name: string;
  /** (3·V) in the space of the part. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly triangles: Uint32Array;
  /** See `TriangleMesh`; triangle indices are relative to the part. */
  readonly polygons?: Uint32Array;
  readonly worldFromPart: Matrix;
  readonly role?: ColliderRole | undefined;
  readonly hasCollider?: boolean | undefined;
  /** Material of all its triangles. */
  readonly material?: string | undefined;
  /** Materials of parts with several; replaces `material`. Ascending by triangle. */
  readonly materials?: readonly MaterialFrom[] | undefined;
}

/** The material from a triangle on; `null` for none. */
export interface MaterialFrom {
  readonly triangle: number;
  readonly name: string | null;
}

/**
 * Returns one mesh of all placed ones in world space, in their order. Meshes without triangles are skipped. Consecutive
 * meshes with the same matrix (the same array) and the same positions share their vertices. A mirroring transform flips
 * the winding, so that the outside stays outside. The caller has limited the size of the result.
 * @throws InspectorError `too-large` if memory is short.
 */
export function placeMeshes(placed: readonly PlacedMesh[], progress: Progress): TriangleMesh {
  const { vertices, triangles } = countAll(placed);
  const positions = allocate(() => new Float64Array(3 * vertices));
  const indices = allocate(() => new Uint32Array(3 * triangles));
  const parts: MeshPart[] = [];
  const polygons = allocate(() => new Uint32Array(placed.reduce((sum, part) => sum + (part.polygons?.length ?? 0), 0)));
  let polygonAt = 0;
  const materials = materialRuns();
  const sharing = newSharing();
  let vertexAt = 0;
  let triangleAt = 0;
  for (const part of placed) {
    progress(triangles === 0 ? 1 : triangleAt / triangles);
    const { name, worldFromPart, role, hasCollider } = part;
    let firstVertex = sharedVertex(sharing, part);
    if (firstVertex === undefined) {
      firstVertex = vertexAt;
      sharing.firstVertices.set(part.positions, firstVertex);
      transformPoints(worldFromPart, part.positions, positions, 3 * firstVertex);
      vertexAt += part.positions.length / 3;
    }
    copyTriangles(part.triangles, mirrors(worldFromPart), firstVertex, indices, 3 * triangleAt);
    for (let i = 0; part.polygons !== undefined && i < part.polygons.length; i += 2) {
      polygons[polygonAt++] = triangleAt + part.polygons[i];
      polygons[polygonAt++] = part.polygons[i + 1];
    }
    beginMaterial(materials, triangleAt, part.material ?? null);
    for (const { triangle, name: material } of part.materials ?? []) beginMaterial(materials, triangleAt + triangle, material);
    const triangleCount = part.triangles.length / 3;
    if (triangleCount > 0)
      parts.push({
        name,
        firstTriangle: triangleAt,
        triangleCount,
        worldFromPart,
        ...(role !== undefined && { role }),
        ...(hasCollider === true && { hasCollider }),
      });
    triangleAt += triangleCount;
  }
  return { positions, indices, parts, ...(polygons.length > 0 && { polygons }), ...takeMaterials(materials, triangles) };
}

/**
 * Returns the first vertex of each part in the mesh of `placeMeshes`, and whether it shares the vertices of an earlier
 * part.
 */
export function vertexStarts(placed: readonly PlacedMesh[]): readonly { readonly firstVertex: number; readonly isShared: boolean }[] {
  const sharing = newSharing();
  let next = 0;
  return placed.map((part) => {
    const known = sharedVertex(sharing, part);
    if (known !== undefined) return { firstVertex: known, isShared: true };
    const firstVertex = next;
    sharing.firstVertices.set(part.positions, firstVertex);
    next += part.positions.length / 3;
    return { firstVertex, isShared: false };
  });
}

/** First vertex of parts with the same matrix, by their positions. */
interface Sharing {
  matrix: Matrix | null;
  readonly firstVertices: Map<Float64Array, number>;
}

function newSharing(): Sharing {
  return { matrix: null, firstVertices: new Map() };
}

function sharedVertex(sharing: Sharing, { worldFromPart, positions }: PlacedMesh): number | undefined {
  if (sharing.matrix === worldFromPart) return sharing.firstVertices.get(positions);
  sharing.matrix = worldFromPart;
  sharing.firstVertices.clear();
  return undefined;
}

function countAll(placed: readonly PlacedMesh[]): { readonly vertices: number; readonly triangles: number } {
  const sharing = newSharing();
  let vertices = 0;
  let triangles = 0;
  for (const part of placed) {
    triangles += part.triangles.length / 3;
    if (sharedVertex(sharing, part) !== undefined) continue;
    sharing.firstVertices.set(part.positions, 0);
    vertices += part.positions.length / 3;
  }
  return { vertices, triangles };
}

/** Hot. */
function copyTriangles(triangles: Uint32Array, turned: boolean, firstVertex: number, out: Uint32Array, at: number): void {
  const second = turned ? 2 : 1;
  const third = turned ? 1 : 2;
  for (let i = 0; i < triangles.length; i += 3) {
    out[at + i] = firstVertex + triangles[i];
    out[at + i + 1] = firstVertex + triangles[i + second];
    out[at + i + 2] = firstVertex + triangles[i + third];
  }
}
