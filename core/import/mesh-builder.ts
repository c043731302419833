import { maxLocations } from '../finding.ts';
import { materialRuns, takeMaterials, type MaterialRuns } from '../mesh/surface-materials.ts';
import type { MeshPart, TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import { checkMeshBytes, exactMemory, type MeshRoom } from './exact-memory.ts';
import { growableU32, pushThreeU32, pushU32, takeF64, takeU32, type GrowableF64, type GrowableU32 } from './growable.ts';
import type { ImportContext } from './importer.ts';

/** Triangles built from polygons. */
export interface FaceList {
  readonly indices: GrowableU32;
  /** First triangle and triangle count of each polygon with more than three corners. */
  readonly polygons: GrowableU32;
  /** The line of each polygon, 0 if unknown. Text formats only. */
  readonly polygonLines?: GrowableU32;
}

/** A mesh that an importer is filling. */
export interface MeshBuilder extends FaceList {
  readonly polygonLines: GrowableU32;
  readonly positions: GrowableF64;
  readonly parts: MeshPart[];
  readonly materials: MaterialRuns;
  /** Name of the open part. It becomes a part when it has a triangle. */
  partName: string;
  partStart: number;
  /** See `ImportedMesh`. */
  readonly nonFiniteLines: number[];
}

/**
 * Returns an empty mesh. Capacities are estimates, and the arrays grow. If the estimate is right, the arrays become the
 * mesh; see `exactMemory`.
 */
export function meshBuilder(vertices: number, triangles: number, partName: string, context: MeshRoom = {}): MeshBuilder {
  const { positions, indices } = exactMemory(vertices, triangles, context);
  return {
    positions: { values: positions, length: 0 },
    indices: { values: indices, length: 0 },
    polygons: growableU32(0),
    polygonLines: growableU32(0),
    parts: [],
    materials: materialRuns(),
    partName,
    partStart: 0,
    nonFiniteLines: [],
  };
}

/**
 * Returns a progress function that also checks the growing mesh against its limit.
 * @throws InspectorError `too-large` (when called); `cancelled`.
 */
export function meshProgress(
  { positions, indices }: FaceList & { readonly positions: GrowableF64 },
  { progress, maxMeshBytes = Infinity }: ImportContext,
): Progress {
  return (fraction) => {
    checkMeshBytes(8 * positions.length + 4 * indices.length, maxMeshBytes, false);
    progress(fraction);
  };
}

/** Stores the line of the last added vertex if it is not finite. Other lines are not stored. Hot. */
export function noteLine({ positions: { values, length }, nonFiniteLines }: MeshBuilder, line: number): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  for (let i = length - 3; i < length; i++) {
    if (values[i] - values[i] === 0) continue;
    if (nonFiniteLines.length < maxLocations) nonFiniteLines.push(line);
    return;
  }
}

/** Starts a new part, to which the following triangles belong. Parts without triangles are dropped. */
export function beginPart(builder: MeshBuilder, name: string): void {
  endPart(builder);
  builder.partName = name;
}

/** Adds the fan (0, i, i+1) of a polygon: `count` vertex indices at the start of `corners`. Hot. */
export function pushFan({ indices, polygons, polygonLines }: FaceList, corners: Uint32Array, count: number, line = 0): void {
  if (count > 3) {
    pushU32(polygons, indices.length / 3);
    pushU32(polygons, count - 2);
    if (polygonLines !== undefined) pushU32(polygonLines, line);
  }
  for (let i = 1; i + 1 < count; i++) pushThreeU32(indices, corners[0], corners[i], corners[i + 1]);
}

/**
 * Returns the finished mesh. With `context` it uses the memory of the host, unless it has polygons, which are stored
 * after it.
 */
export function finishMesh(builder: MeshBuilder, context: MeshRoom = {}): TriangleMesh {
  endPart(builder);
  return {
    ...takeArrays(builder, context),
    parts: builder.parts,
    ...takePolygons(builder),
    ...takeMaterials(builder.materials, builder.indices.length / 3),
  };
}

function takeArrays({ positions, indices, polygons }: MeshBuilder, context: MeshRoom): Pick<TriangleMesh, 'positions' | 'indices'> {
  const isExact = positions.length === positions.values.length && indices.length === indices.values.length;
  if (isExact || polygons.length > 0 || context.allocateMesh === undefined)
    return { positions: takeF64(positions), indices: takeU32(indices) };
  const taken = exactMemory(positions.length / 3, indices.length / 3, context);
  taken.positions.set(positions.values.subarray(0, positions.length));
  taken.indices.set(indices.values.subarray(0, indices.length));
  return taken;
}

/** Returns the polygons of a mesh, if it has any. */
export function takePolygons({ polygons }: FaceList): { readonly polygons?: Uint32Array } {
  return polygons.length === 0 ? {} : { polygons: takeU32(polygons) };
}

function endPart(builder: MeshBuilder): void {
  const end = builder.indices.length / 3;
  const { partName: name, partStart: firstTriangle } = builder;
  if (end > firstTriangle) {
    builder.parts.push({ name, firstTriangle, triangleCount: end - firstTriangle, worldFromPart: null });
  }
  builder.partStart = end;
}
