import { BufferAttribute, BufferGeometry, Group, Mesh, Sphere, Vector3, type ShaderMaterial } from 'three';
import { type Bounds, boundsRadius, triangleCount, type TriangleMesh } from '#core/mesh';
import type { Shading } from '../state/store/records.ts';
import { cornerIndices, expandTriangles, type TriangleRange } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import { innerEdges } from './inner-edges.ts';
import { cullable } from './facing.ts';
import type { Layer } from './layer.ts';
import type { LocalSpace } from './local-space.ts';
import type { Palette } from './palette.ts';
import { surfaceMaterial } from './surface-material.ts';

export interface MeshLayer extends Layer {
  /** The corners on the GPU, which highlights of the same mesh borrow. */
  readonly surface: Surface;
  /** Its geometry changes with what is visible. */
  readonly drawn: Mesh<BufferGeometry, ShaderMaterial[]>;
  setLook(shading: Shading, ground: MeshGround): void;
  /** Sets whether triangles that are seen from behind are left out. */
  setCulling(culls: boolean): void;
  /** Draws only these triangles. */
  setVisible(triangles: readonly TriangleRange[] | Uint32Array): void;
}

/** `behind`: boxes are drawn over it; `other`: it is not the active document; `moving mesh`: it is moved against another. */
export type MeshGround = 'plain' | 'behind' | 'other' | 'movingMesh';

/** Triangles on the GPU, by import index. */
export interface Surface {
  /** (9·T) see `expandTriangles`; the page frees its copy after the upload. */
  readonly corners: BufferAttribute;
  readonly triangles: number;
  readonly sphere: Sphere;
}

export function createMeshLayer(mesh: TriangleMesh, bounds: Bounds, space: LocalSpace, palette: Palette): MeshLayer {
  const corners = new BufferAttribute(expandTriangles(mesh, space), 3);
  corners.onUpload(() => {
    corners.array = new Float32Array(0);
  });
  // The local origin is the middle of the bounds.
  const sphere = new Sphere(new Vector3(), boundsRadius(bounds) / space.unit);
  const surface: Surface = { corners, triangles: triangleCount(mesh), sphere };
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', corners);
  const inner = innerEdges(mesh);
  if (inner !== null) geometry.setAttribute('innerEdges', new BufferAttribute(inner, 1));
  geometry.boundingSphere = sphere;
  const object = new Mesh<BufferGeometry, ShaderMaterial[]>(geometry, []);
  object.renderOrder = drawOrder.mesh;
  const culling = cullable(object);
  const group = new Group();
  group.add(object);
  let look = '';
  return {
    object: group,
    surface,
    drawn: object,
    setCulling(culls) {
      culling.isOn = culls;
    },
    setLook(shading, ground) {
      if (look === `${shading} ${ground}`) return;
      look = `${shading} ${ground}`;
      for (const material of object.material) material.dispose();
      object.material = [meshMaterial(shading, ground, palette)];
    },
    setVisible(triangles) {
      if (object.geometry !== geometry) disposeBorrowed(object.geometry);
      object.geometry = triangles instanceof Uint32Array ? listedGeometry(geometry, triangles) : geometry;
      geometry.clearGroups();
      if (triangles instanceof Uint32Array) return;
      for (const { first, count } of triangles) geometry.addGroup(3 * first, 3 * count, 0);
    },
    dispose() {
      if (object.geometry !== geometry) disposeBorrowed(object.geometry);
      geometry.dispose();
      for (const material of object.material) material.dispose();
    },
  };
}

/** Returns a geometry of some triangles with the corners of another, 12 bytes a triangle. */
function listedGeometry(of: BufferGeometry, triangles: Uint32Array): BufferGeometry {
  const listed = new BufferGeometry();
  for (const [name, attribute] of Object.entries(of.attributes)) listed.setAttribute(name, attribute);
  listed.setIndex(new BufferAttribute(cornerIndices(triangles), 1));
  listed.addGroup(0, 3 * triangles.length, 0);
  listed.boundingSphere = of.boundingSphere;
  return listed;
}

/** Disposing a geometry frees its attributes, and these belong to another. */
function disposeBorrowed(geometry: BufferGeometry): void {
  for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name);
  geometry.dispose();
}

function meshMaterial(shading: Shading, ground: MeshGround, palette: Palette): ShaderMaterial {
  const colour = { plain: palette.meshBase, behind: palette.meshBehind, other: palette.meshOther, movingMesh: palette.movingMesh }[ground];
  switch (shading) {
    case 'shaded':
      return surfaceMaterial({ mode: 'shaded', colour, edge: palette.meshEdge, opacity: 1 });
    case 'wire':
      return surfaceMaterial({ mode: 'wire', colour, edge: colour, opacity: 1 });
    case 'xray':
      return surfaceMaterial({ mode: 'xray', colour, edge: colour, opacity: 0.13 });
  }
}
