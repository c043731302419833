import { refuse } from '../refuse.ts';
import { componentsOf, elementCount, requireAccessor, type GltfSource } from './accessor-layout.ts';
import { dracoExtension } from './compression/draco-primitives.ts';
import type { GltfMesh, GltfPrimitive } from './document.ts';
import type { MeshInstance } from './scene-instances.ts';
import { faceCount } from './triangulate.ts';

/**
 * A small file can use the same bytes many times. Beyond these limits the arrays of one mesh would not fit in common
 * memory.
 */
const maxVertices = 2 ** 27;
const maxTriangles = 2 ** 27;
/** A buffer of 4 GB has at most this many floats. Accessors with more share their bytes. */
const maxNumbers = 2 ** 30;

interface Size {
  readonly vertices: number;
  readonly triangles: number;
}

/**
 * Checks what the document declares before any of it is read: the numbers of all accessors, and the distinct positions
 * and the triangles of all meshes.
 * @throws InspectorError `too-large`, `count-exceeds-file`.
 */
export function checkSize(source: GltfSource): void {
  const { accessors = [], meshes = [] } = source.document;
  let numbers = 0;
  for (const [i, { bufferView, count, type }] of accessors.entries()) {
    // Accessors without bytes are zeros, which are only expanded if a mesh uses them.
    if (bufferView !== undefined) numbers += count * (componentsOf.get(type) ?? 1);
    if (numbers > maxNumbers) throw tooLarge('The accessors use the same bytes too many times', `/accessors/${i}`);
  }
  const seen = new Set<number>();
  checkSum(
    meshes.map((mesh) => meshSize(source, mesh, seen)),
    (i) => `/meshes/${i}`,
  );
}

/**
 * Checks the size of the scene, where each instance of a mesh counts.
 * @throws InspectorError `too-large`.
 */
export function checkSceneSize(source: GltfSource, instances: readonly Pick<MeshInstance, 'mesh' | 'node'>[]): void {
  const sizes = (source.document.meshes ?? []).map((mesh) => meshSize(source, mesh, new Set()));
  checkSum(
    instances.map(({ mesh }) => sizes[mesh]),
    (i) => `/nodes/${instances[i].node}`,
  );
}

/** Returns the number of triangles that a mesh declares. */
export function declaredTriangles(source: GltfSource, mesh: number): number {
  const found = source.document.meshes?.[mesh];
  return found === undefined ? 0 : meshSize(source, found, new Set()).triangles;
}

/** Returns the size of a mesh. The positions of an accessor count once; accessors in `seen` do not count. */
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

/**
 * Returns the count of an accessor. Accessors that Draco fills need no bytes of their own: the decoder checks their
 * counts.
 */
function countOf(source: GltfSource, primitive: GltfPrimitive, index: number): number {
  return primitive.extensions?.[dracoExtension] === undefined ? elementCount(source, index) : requireAccessor(source, index).count;
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
