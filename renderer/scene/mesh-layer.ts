import { BufferAttribute, BufferGeometry, Group, Mesh, Sphere, Vector3, type ShaderMaterial } from 'three';
import { type Bounds, boundsRadius, triangleCount, type TriangleMesh } from '#core/mesh';
import type { Shading } from '../state/store/records.ts';
import { cornerIndices, expandTriangles } from './expand-triangles.ts';
import { drawOrder } from './figure.ts';
import { innerEdges } from './inner-edges.ts';
import { cullable } from './facing.ts';
import type { Layer } from './layer.ts';
import type { LocalSpace } from './local-space.ts';
import type { MeshDrawing, MeshPaint } from './mesh-drawing.ts';
import type { Palette, Rgb } from './palette.ts';
import { surfaceMaterial } from './surface-material.ts';

export interface MeshLayer extends Layer {
  /** The corners on the GPU, which highlights of the same mesh borrow. */
  readonly surface: Surface;
  /** Its geometry changes with what is visible. */
  readonly drawn: Mesh<BufferGeometry, ShaderMaterial[]>;
  /** Sets whether triangles that are seen from behind are left out. */
  setCulling(culls: boolean): void;
  setLook(look: MeshLook): void;
  /** Draws only these triangles. */
  setVisible(drawing: MeshDrawing): void;
  /** (3·T) the colour of each triangle, u8; `null` for the colours of the look. */
  setTint(colours: Uint8Array | null): void;
}

/** `behind`: boxes are drawn over it; `other`: it is not the active document; `moving mesh`: it is moved against another. */
export type MeshGround = 'plain' | 'behind' | 'other' | 'movingMesh';

export interface MeshLook {
  readonly shading: Shading;
  readonly ground: MeshGround;
  /** Opacity of colliders, 0..1. 1 if there is nothing that they are drawn over. */
  readonly colliderOpacity: number;
  /** Device pixels in a CSS pixel, for patterns. */
  readonly ratio: { value: number };
}

/** Triangles on the GPU, by import index. */
export interface Surface {
  /** (9·T) see `expandTriangles`; the page frees its copy after the upload. */
  readonly corners: BufferAttribute;
  readonly triangles: number;
  readonly sphere: Sphere;
}

const paints: readonly MeshPaint[] = ['plain', 'collider', 'ghost'];

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
  let look: MeshLook | null = null;
  let shown = '';
  // Kept while it is not used, to be filled again: three would not free its buffer before the geometry.
  let tint: BufferAttribute | null = null;
  let isTinted = false;
  const paint = (): void => {
    if (look === null) return;
    const wanted = `${look.shading} ${look.ground} ${look.colliderOpacity} ${isTinted}`;
    if (wanted === shown) return;
    shown = wanted;
    for (const material of object.material) material.dispose();
    const newest = look;
    object.material = paints.map((of) => meshMaterial(newest, of, isTinted, palette));
  };
  return {
    object: group,
    surface,
    drawn: object,
    setCulling(culls) {
      culling.isOn = culls;
    },
    setLook(next) {
      look = next;
      paint();
    },
    setVisible(drawing) {
      if (object.geometry !== geometry) disposeBorrowed(object.geometry);
      object.geometry = drawing.list === null ? geometry : listedGeometry(geometry, drawing.list);
      object.geometry.clearGroups();
      for (const { first, count, paint: of } of drawing.runs) object.geometry.addGroup(3 * first, 3 * count, paints.indexOf(of));
    },
    setTint(colours) {
      isTinted = colours !== null;
      if (colours !== null) {
        tint ??= new BufferAttribute(new Uint8Array(9 * surface.triangles), 3, true);
        fillCorners(tint.array as Uint8Array, colours);
        tint.needsUpdate = true;
        for (const one of new Set([geometry, object.geometry])) one.setAttribute('tint', tint);
      }
      paint();
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
  listed.boundingSphere = of.boundingSphere;
  return listed;
}

/** Disposing a geometry frees its attributes, and these belong to another. */
function disposeBorrowed(geometry: BufferGeometry): void {
  for (const name of Object.keys(geometry.attributes)) geometry.deleteAttribute(name);
  geometry.dispose();
}

/** Writes each colour (3·T) three times (9·T). Hot: there may be millions. */
function fillCorners(corners: Uint8Array, colours: Uint8Array): void {
  for (let at = 0; at < corners.length; at++) corners[at] = colours[3 * ((at / 9) | 0) + (at % 3)]!;
}

/** Opacity of what is drawn as a ghost. */
const ghostOpacity = 0.07;

function meshMaterial(
  { shading, ground, colliderOpacity, ratio }: MeshLook,
  paint: MeshPaint,
  tinted: boolean,
  palette: Palette,
): ShaderMaterial {
  const own = { plain: palette.meshBase, behind: palette.meshBehind, other: palette.meshOther, movingMesh: palette.movingMesh }[ground];
  const colour: Rgb = paint === 'collider' && ground !== 'movingMesh' ? palette.collider : own;
  const isTinted = tinted && paint !== 'ghost' && ground !== 'movingMesh';
  // Also by shape: for some people its colour is that of the other meshes.
  const pattern = ground === 'movingMesh' ? { pattern: { mark: 'hatch', ratio } as const } : {};
  const look = { colour, isTinted, ...pattern };
  if (paint === 'ghost') return surfaceMaterial({ mode: 'xray', colour, edge: colour, opacity: ghostOpacity, isFrontOnly: true });
  switch (shading) {
    case 'shaded':
      return paint === 'collider' && colliderOpacity < 1
        ? surfaceMaterial({ ...look, mode: 'veil', edge: colour, opacity: colliderOpacity })
        : surfaceMaterial({ ...look, mode: 'shaded', edge: palette.meshEdge, opacity: 1 });
    case 'wire':
      return surfaceMaterial({ ...look, mode: 'wire', edge: colour, opacity: paint === 'collider' ? Math.max(colliderOpacity, 0.2) : 1 });
    case 'xray':
      return surfaceMaterial({ ...look, mode: 'xray', edge: colour, opacity: 0.13 });
  }
}
