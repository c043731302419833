import { refuse } from '../refuse.ts';
import { componentsOf, elementCount, theAccessor, type GltfSource } from './accessor-layout.ts';
import { dracoExtension } from './compression/draco-primitives.ts';
import type { GltfMesh, GltfPrimitive } from './document.ts';
import type { MeshInstance } from './scene-instances.ts';
import { faceCount } from './triangulate.ts';

/** A small file can use the same bytes again and again; beyond these the arrays of one mesh would not fit common memory. */
const maxVertices = 2 ** 27;
const maxTriangles = 2 ** 27;
/** A buffer of 4 GB holds no more floats; accessors that hold more share their bytes. */
const maxNumbers = 2 ** 30;

interface Size {
  readonly vertices: number;
  readonly triangles: number;
}

/**
 * Adds up what the document declares before any of it is read: the numbers of all accessors, and the distinct positions
 * and the triangles of all meshes. @throws InspectorError `too-large`, `count-exceeds-file`.
 */
export function checkSize(source: GltfSource): void {
  const { accessors = [], meshes = [] } = source.document;
  let numbers = 0;
  for (const [i, { bufferView, count, type }] of accessors.entries()) {
    // Those without bytes are zeros, and not gone through unless a mesh uses them.
    if (bufferView !== undefined) numbers += count * (componentsOf.get(type) ?? 1);
    if (numbers > maxNumbers) throw tooLarge('The accessors use the same bytes too many times', `/accessors/${i}`);
  }
  const seen = new Set<number>();
  checkSum(
    meshes.map((mesh) => meshSize(source, mesh, seen)),
    (i) => `/meshes/${i}`,
  );
}

/** The same of the scene, where each instance of a mesh counts. @throws InspectorError `too-large`. */
export function checkSceneSize(source: GltfSource, instances: readonly Pick<MeshInstance, 'mesh' | 'node'>[]): void {
  const sizes = (source.document.meshes ?? []).map((mesh) => meshSize(source, mesh, new Set()));
  checkSum(
    instances.map(({ mesh }) => sizes[mesh]),
    (i) => `/nodes/${instances[i].node}`,
  );
}

/** Triangles that a mesh declares. */
export function declaredTriangles(source: GltfSource, mesh: number): number {
  const found = source.document.meshes?.[mesh];
  return found === undefined ? 0 : meshSize(source, found, new Set()).triangles;
}

/** Positions count once an accessor; those `seen` already do not count again. */
function meshSize(source: GltfSource, mesh: GltfMesh, seen: Set<number>): Size {
  let vertices = 0;
  let triangles = 0;
  for (const primitive of mesh.primitives) {
    const index = primitive.attributes['POSITION'];
    if (index === undefined) continue;
    const count = countOf(source, primitive, index);
    if (!seen.has(index)) vertices += count;
    seen.add(index);
    triangles += triangleCount(source, primitive, count);
  }
  return { vertices, triangles };
}

function triangleCount(source: GltfSource, primitive: GltfPrimitive, vertices: number): number {
  const corners = primitive.indices === undefined ? vertices : countOf(source, primitive, primitive.indices);
  return faceCount(primitive, corners);
}

/** Accessors that Draco fills need no bytes of their own: the decoder checks their counts. */
function countOf(source: GltfSource, primitive: GltfPrimitive, index: number): number {
  return primitive.extensions?.[dracoExtension] === undefined ? elementCount(source, index) : theAccessor(source, index).count;
}

function checkSum(sizes: readonly Size[], pointerOf: (i: number) => string): void {
  let vertices = 0;
  let triangles = 0;
  for (const [i, size] of sizes.entries()) {
    vertices += size.vertices;
    triangles += size.triangles;
    if (vertices > maxVertices || triangles > maxTriangles) {
      throw tooLarge(`The file repeats its data beyond ${maxTriangles} triangles or vertices`, pointerOf(i));
    }
  }
}

function tooLarge(message: string, pointer: string): Error {
  return refuse('too-large', message, 'Split the scene into several files', { pointer });
}
