import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry } from 'three';
import { InstancedInterleavedBuffer, InterleavedBufferAttribute, type BufferGeometry, Mesh, type ShaderMaterial } from 'three';
import type { TriangleMesh } from '#core/mesh';
import { expandTriangles } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import type { LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';
import { surfaceMaterial } from './surface-material.ts';

/** A mesh with room for instances: one draw call. */
export interface InstancedMesh {
  readonly space: LocalSpace;
  /** (12·m) three rows of an affine matrix, view space from local space. */
  readonly rows: InstancedInterleavedBuffer;
  /** (4·m) */
  readonly tint: InstancedBufferAttribute;
  readonly geometry: InstancedBufferGeometry;
}

export function instancedMesh(mesh: TriangleMesh, space: LocalSpace, count: number): InstancedMesh {
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(expandTriangles(mesh, space), 3));
  const rows = new InstancedInterleavedBuffer(new Float32Array(12 * count), 12);
  rows.setUsage(DynamicDrawUsage);
  (['rowX', 'rowY', 'rowZ'] as const).forEach((name, row) => geometry.setAttribute(name, new InterleavedBufferAttribute(rows, 4, 4 * row)));
  const tint = new InstancedBufferAttribute(new Uint8Array(4 * count), 4, true);
  geometry.setAttribute('tint', tint);
  geometry.instanceCount = count;
  return { space, rows, tint, geometry };
}

export function instancesMaterial({ meshBase, meshEdge }: Palette): ShaderMaterial {
  return surfaceMaterial({ mode: 'shaded', colour: meshBase, edge: meshEdge, opacity: 1, isTinted: true, isInstanced: true });
}

export function instancedObject(geometry: BufferGeometry, material: ShaderMaterial): Mesh {
  const object = new Mesh(geometry, material);
  object.renderOrder = drawOrder.mesh;
  // Its bounding sphere is that of one mesh.
  object.frustumCulled = false;
  return object;
}

/**
 * Writes the rows of an instance, view space from the local space of its mesh. Composes in f64, and rounds at the end. Hot.
 * @param matrices (16·n) scene from mesh
 */
export function writeRows(
  rows: { [at: number]: number },
  at: number,
  matrices: Float64Array,
  instance: number,
  { origin: [x, y, z], unit }: LocalSpace,
  view: LocalSpace,
): void {
  const from = 16 * instance;
  const scale = unit / view.unit;
  for (let row = 0; row < 3; row++) {
    const to = 12 * at + 4 * row;
    const mx = matrices[from + row]!;
    const my = matrices[from + 4 + row]!;
    const mz = matrices[from + 8 + row]!;
    rows[to] = mx * scale;
    rows[to + 1] = my * scale;
    rows[to + 2] = mz * scale;
    rows[to + 3] = (mx * x + my * y + mz * z + matrices[from + 12 + row]! - view.origin[row]!) / view.unit;
  }
}

/** Writes the colour of an instance. Hot. */
export function writeTint(tint: { [at: number]: number }, at: number, [red, green, blue]: Rgb): void {
  tint[4 * at] = 255 * red + 0.5;
  tint[4 * at + 1] = 255 * green + 0.5;
  tint[4 * at + 2] = 255 * blue + 0.5;
}
