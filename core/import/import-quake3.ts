import type { Finding } from '../finding.ts';
import type { MeshPart } from '../mesh/triangle-mesh.ts';
import type { BezierPatch } from '../patch/bezier-patch.ts';
import { tessellatePatches } from '../patch/tessellate-patches.ts';
import { checkMeshBytes } from './exact-memory.ts';
import { addFinding, brushesApart, ignoredElements, takeFindings, unusableQuake3Faces, type FindingList } from './finding-list.ts';
import type { ApartCollider, ImportContext, ReadFile } from './importer.ts';
import { brushMesh, solidBrushes } from './quake3/brush-mesh.ts';
import { type Quake3Face, quake3Face } from './quake3/quake3-faces.ts';
import { quake3Lumps, type Quake3Lumps } from './quake3/quake3-lumps.ts';
import { cleanName } from './text/clean-name.ts';
import { asciiText } from './text/text-cursor.ts';

/** Faces between two reports of progress. */
const facesPerReport = 256;

/**
 * Reads the surfaces of a Quake 3 BSP file: polygons, meshes, and curved faces as triangles within the option `curveError`. Each texture is a
 * part. Brushes are colliders: with the option `colliders`, each solid one is a closed convex part.
 * Coordinates are those of the file: z is up.
 * @throws InspectorError as `quake3Lumps` and `tessellatePatches`; `cancelled`.
 */
export async function importQuake3(bytes: Uint8Array, { progress, maxMeshBytes = Infinity, options }: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const lumps = quake3Lumps(view);
  const faces = facesByTexture(view, lumps, findings, (fraction) => progress(fraction / 2));
  checkMeshBytes(24 * lumps.vertices.count, maxMeshBytes, false);
  const patches = faces.flatMap((face) => face.patches);
  const curved = tessellatePatches(patches, options?.curveError ?? 0, (fraction) => progress(0.5 + fraction / 2));
  const positions = new Float64Array(3 * lumps.vertices.count + curved.positions.length);
  for (let vertex = 0; vertex < lumps.vertices.count; vertex++) {
    const at = lumps.vertices.offset + vertex * lumps.vertices.stride;
    for (let axis = 0; axis < 3; axis++) positions[3 * vertex + axis] = view.getFloat32(at + 4 * axis, true);
  }
  positions.set(curved.positions, 3 * lumps.vertices.count);
  checkMeshBytes(positions.byteLength + curved.indices.byteLength, maxMeshBytes, false);
  const surfaces = { positions, ...trianglesOf(bytes, lumps, faces, curved) };
  const colliders = options?.colliders ?? 'apart';
  const brushes = solidBrushes(view, lumps);
  if (colliders === 'apart' && brushes.length > 0) addFinding(findings, brushesApart, {}, brushes.length);
  const mesh = colliders === 'apart' ? surfaces : brushMesh(view, lumps, brushes, surfaces, findings);
  checkMeshBytes(mesh.positions.byteLength + mesh.indices.byteLength, maxMeshBytes, false);
  return {
    format: 'quake3',
    dialect: `Quake 3 BSP, version ${view.getInt32(4, true)}`,
    mesh,
    findings: takeFindings(findings),
    ...(patches.length > 0 && colliders !== 'only' ? { surface: { patches, segments: curved.segments, error: curved.error } } : {}),
    ...(colliders === 'apart' && brushes.length > 0 ? { colliders: [apartBrushes(brushes.length)] } : {}),
  };
}

/**
 * Returns the curved faces of a Quake 3 BSP file, with the findings about all faces.
 * @throws InspectorError as `quake3Lumps`.
 */
export function quake3Patches(bytes: Uint8Array): { readonly patches: readonly BezierPatch[]; readonly findings: readonly Finding[] } {
  const findings: FindingList = new Map();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const patches = facesByTexture(view, quake3Lumps(view), findings, () => {}).flatMap((face) => face.patches);
  return { patches, findings: takeFindings(findings) };
}

/** The brushes as one collider in the list. */
function apartBrushes(count: number): ApartCollider {
  const worldFromShape = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return { name: `${count} brushes`, shape: 'hull', isTrigger: false, exact: null, triangles: 0, worldFromShape, pointer: 'lump 8' };
}

function facesByTexture(view: DataView, lumps: Quake3Lumps, findings: FindingList, progress: (fraction: number) => void) {
  const faces: Quake3Face[] = [];
  for (let index = 0; index < lumps.faces.count; index++) {
    if (index % facesPerReport === 0) progress(index / lumps.faces.count);
    const face = quake3Face(view, lumps, index);
    if (face === null) addFinding(findings, unusableQuake3Faces, { index, element: 'face' });
    else if (face === 'billboard') addFinding(findings, ignoredElements, { index, element: 'face' });
    else faces.push(face);
  }
  return faces.sort((a, b) => a.texture - b.texture || a.index - b.index);
}

/** Returns the triangles by texture. Vertices of curved faces follow those of the file. */
function trianglesOf(bytes: Uint8Array, lumps: Quake3Lumps, faces: readonly Quake3Face[], curved: ReturnType<typeof tessellatePatches>) {
  const indices: number[] = [];
  const parts: MeshPart[] = [];
  let patch = 0;
  let texture = -1;
  let start = 0;
  const closePart = (): void => {
    const triangleCount = indices.length / 3 - start;
    if (triangleCount > 0)
      parts.push({ name: textureName(bytes, lumps, texture), firstTriangle: start, triangleCount, worldFromPart: null });
    start = indices.length / 3;
  };
  for (const face of faces) {
    if (face.texture !== texture) closePart();
    texture = face.texture;
    for (const corner of face.corners) indices.push(corner);
    const end = 3 * curved.firstTriangles[patch + face.patches.length];
    for (let at = 3 * curved.firstTriangles[patch]; at < end; at++) indices.push(lumps.vertices.count + curved.indices[at]);
    patch += face.patches.length;
  }
  closePart();
  return { indices: Uint32Array.from(indices), parts };
}

function textureName(bytes: Uint8Array, { textures: { offset, count, stride } }: Quake3Lumps, texture: number): string {
  if (texture < 0 || texture >= count) return '';
  const at = offset + texture * stride;
  const [name] = asciiText(bytes, at, at + 64).split('\0');
  return cleanName(name ?? '');
}
