import { BufferAttribute, DynamicDrawUsage, InstancedBufferAttribute, InstancedBufferGeometry } from 'three';
import { InstancedInterleavedBuffer, InterleavedBufferAttribute, Mesh } from 'three';
import { type Bounds, meshBounds, triangleCount, type TriangleMesh } from '#core/mesh';
import { expandTriangles } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import { layerOf, type Layer } from './layer.ts';
import { localSpaceOf, type LocalSpace } from './local-space.ts';
import type { Palette, Rgb } from './palette.ts';
import { surfaceMaterial } from './surface-material.ts';

/** The instances of a scene, drawn by instancing. */
export interface InstancesLayer extends Layer {
  /** Whether the meshes are drawn as boxes, since all their triangles would be too many. */
  readonly asBoxes: boolean;
  /** Places the instances. @param matrices (16·n) scene from mesh */
  place(matrices: Float64Array): void;
  /** Paints the instances. @param colourOf the colour of an instance */
  paint(colourOf: (instance: number) => Rgb): void;
}

export interface InstancesInput {
  /** The mesh of each index of `meshOf`. */
  readonly meshes: readonly TriangleMesh[];
  /** (n) */
  readonly meshOf: Uint32Array;
  readonly viewSpace: LocalSpace;
  readonly palette: Palette;
}

/** More triangles of all instances are drawn as boxes. */
export const maxDrawnTriangles = 10_000_000;

/** The instances of one mesh: one draw call. */
interface MeshGroup {
  readonly members: Uint32Array;
  readonly space: LocalSpace;
  /** (12·m) three rows of an affine matrix, view space from local space. */
  readonly rows: InstancedInterleavedBuffer;
  readonly tint: InstancedBufferAttribute;
  readonly geometry: InstancedBufferGeometry;
}

/** Returns the instances, not placed or painted yet. They own their geometry. */
export function createInstancesLayer({ meshes, meshOf, viewSpace, palette }: InstancesInput): InstancesLayer {
  const sizes = meshes.map(triangleCount);
  const asBoxes = meshOf.reduce((sum, mesh) => sum + sizes[mesh]!, 0) > maxDrawnTriangles;
  const groups = meshes.flatMap((mesh, index) => {
    const members = Uint32Array.from(membersOf(meshOf, index));
    const bounds = meshBounds(mesh);
    return members.length === 0 || bounds === null ? [] : [meshGroup(asBoxes ? boxMesh(bounds) : mesh, bounds, members)];
  });
  const material = surfaceMaterial({
    mode: 'shaded',
    colour: palette.meshBase,
    edge: palette.meshEdge,
    opacity: 1,
    isTinted: true,
    isInstanced: true,
  });
  const objects = groups.map(({ geometry }) => {
    const object = new Mesh(geometry, material);
    object.renderOrder = drawOrder.mesh;
    // Its bounding sphere is that of one mesh.
    object.frustumCulled = false;
    return object;
  });
  return {
    ...layerOf(objects, [material, ...groups.map(({ geometry }) => geometry)]),
    asBoxes,
    place(matrices) {
      for (const group of groups) placeGroup(group, matrices, viewSpace);
    },
    paint(colourOf) {
      for (const { members, tint } of groups) {
        members.forEach((instance, at) => {
          const [red, green, blue] = colourOf(instance);
          tint.array[4 * at] = 255 * red + 0.5;
          tint.array[4 * at + 1] = 255 * green + 0.5;
          tint.array[4 * at + 2] = 255 * blue + 0.5;
        });
        tint.needsUpdate = true;
      }
    },
  };
}

function* membersOf(meshOf: Uint32Array, mesh: number): Iterable<number> {
  for (let i = 0; i < meshOf.length; i++) if (meshOf[i] === mesh) yield i;
}

function meshGroup(mesh: TriangleMesh, bounds: Bounds, members: Uint32Array): MeshGroup {
  const space = localSpaceOf(bounds);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(expandTriangles(mesh, space), 3));
  const rows = new InstancedInterleavedBuffer(new Float32Array(12 * members.length), 12);
  rows.setUsage(DynamicDrawUsage);
  (['rowX', 'rowY', 'rowZ'] as const).forEach((name, row) => geometry.setAttribute(name, new InterleavedBufferAttribute(rows, 4, 4 * row)));
  const tint = new InstancedBufferAttribute(new Uint8Array(4 * members.length), 4, true);
  geometry.setAttribute('tint', tint);
  geometry.instanceCount = members.length;
  return { members, space, rows, tint, geometry };
}

/** Composes in f64, and rounds at the end. */
function placeGroup({ members, space, rows }: MeshGroup, matrices: Float64Array, view: LocalSpace): void {
  const { array } = rows;
  const [x, y, z] = space.origin;
  const scale = space.unit / view.unit;
  members.forEach((instance, at) => {
    const from = 16 * instance;
    for (let row = 0; row < 3; row++) {
      const to = 12 * at + 4 * row;
      const mx = matrices[from + row]!;
      const my = matrices[from + 4 + row]!;
      const mz = matrices[from + 8 + row]!;
      array[to] = mx * scale;
      array[to + 1] = my * scale;
      array[to + 2] = mz * scale;
      array[to + 3] = (mx * x + my * y + mz * z + matrices[from + 12 + row]! - view.origin[row]!) / view.unit;
    }
  });
  rows.needsUpdate = true;
}

/** Returns a box as a mesh of twelve triangles. */
function boxMesh({ min, max }: Bounds): TriangleMesh {
  const positions = new Float64Array(24);
  for (let corner = 0; corner < 8; corner++)
    for (let axis = 0; axis < 3; axis++) positions[3 * corner + axis] = (corner & (1 << axis) ? max : min)[axis]!;
  const indices = Uint32Array.from([
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
  ]);
  return { positions, indices, parts: [] };
}
