import { maxLocations } from '../finding.ts';
import { materialRuns, takeMaterials, type MaterialRuns } from '../mesh/surface-materials.ts';
import type { MeshPart, TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { Progress } from '../progress.ts';
import { checkMeshBytes, exactMemory, type MeshRoom } from './exact-memory.ts';
import { growableU32, pushThreeU32, pushU32, takeF64, takeU32, type GrowableF64, type GrowableU32 } from './growable.ts';
import type { ImportContext } from './importer.ts';

/** Triangles while they are made of polygons. */
export interface FaceList {
  readonly indices: GrowableU32;
  /** First triangle and triangles of each polygon with more than three corners. */
  readonly polygons: GrowableU32;
  /** The line of each of those, 0 where it is not known; only of text formats. */
  readonly polygonLines?: GrowableU32;
}

/** A mesh while an importer fills it. */
export interface MeshBuilder extends FaceList {
  readonly polygonLines: GrowableU32;
  readonly positions: GrowableF64;
  readonly parts: MeshPart[];
  readonly materials: MaterialRuns;
  /** Of the part that is open; it becomes one when it has a triangle. */
  partName: string;
  partStart: number;
  /** See `ImportedMesh`. */
  readonly nonFiniteLines: number[];
}

/** Capacities are guesses: the arrays grow. Where the guess is right, they are what becomes the mesh; see `exactMemory`. */
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

/** The progress of an import that also holds the mesh to its limit while it grows. @throws (the progress) InspectorError `too-large`; `cancelled`. */
export function meshProgress(
  { positions, indices }: FaceList & { readonly positions: GrowableF64 },
  { progress, maxMeshBytes = Infinity }: ImportContext,
): Progress {
  return (fraction) => {
    checkMeshBytes(8 * positions.length + 4 * indices.length, maxMeshBytes, false);
    progress(fraction);
  };
}

/** Remembers the line of the vertex that was just added if it is not finite: no line is kept of the others. Hot. */
export function noteLine({ positions: { values, length }, nonFiniteLines }: MeshBuilder, line: number): void {
  // A finite number minus itself is 0; NaN and infinities give NaN.
  for (let i = length - 3; i < length; i++) {
    if (values[i] - values[i] === 0) continue;
    if (nonFiniteLines.length < maxLocations) nonFiniteLines.push(line);
    return;
  }
}

/** The triangles from here on belong to a new part. Parts without triangles vanish. */
export function beginPart(builder: MeshBuilder, name: string): void {
  endPart(builder);
  builder.partName = name;
}

/** The fan (0, i, i+1) of a polygon: `count` vertex indices at the front of `corners`. Hot. */
export function pushFan({ indices, polygons, polygonLines }: FaceList, corners: Uint32Array, count: number, line = 0): void {
  if (count > 3) {
    pushU32(polygons, indices.length / 3);
    pushU32(polygons, count - 2);
    if (polygonLines !== undefined) pushU32(polygonLines, line);
  }
  for (let i = 1; i + 1 < count; i++) pushThreeU32(indices, corners[0], corners[i], corners[i + 1]);
}

/** With `context` the mesh lies where the host wants it, unless it has polygons, which are written behind it. */
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

/** The list of a mesh's polygons, where there are any. */
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
