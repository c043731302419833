import { freeNames } from '../../free-names.ts';
import type { ColliderPhysics } from '../../mesh/collider-physics.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { convexSurface } from '../bodies/collider-hulls.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import type { PartSurface, PhysicsShape, ShapeForm, WrittenShapes } from '../bodies/physics-shape.ts';
import type { ShapePose } from '../bodies/pose.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { centreOf, checkSingles, countNumbers, single, singlePositions } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { takeBytes, textWriter, writeText, type TextWriter } from '../text-writer.ts';
import { godotDefaults, godotVersions } from './layout.ts';

/**
 * Writes a scene of Godot 4: static bodies and areas with a CollisionShape3D for each collider. Points are f32 relative to the centre of their
 * part. Values that equal the defaults of Godot are left out. Source: `layout.ts`.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeGodotScene({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = godotScene(mesh, space, (fraction) => progress(fraction / 2));
  const worked = workProgress(progress, 0.5, countNumbers(shapes));
  const materials = new Map(
    [...new Set(shapes.map(({ physics }) => materialText(physics)))].filter((text) => text !== '').map((text, i) => [text, i + 1]),
  );
  const writer = textWriter();
  const resources = shapes.length + materials.size;
  writeText(writer, `[gd_scene${resources === 0 ? '' : ` load_steps=${resources + 1}`} format=${godotVersions.written}]\n`);
  materials.forEach((i, text) => writeText(writer, `\n[sub_resource type="PhysicsMaterial" id="Material_${i}"]\n${text}`));
  shapes.forEach(({ form }, i) => {
    writeText(writer, `\n[sub_resource type="${classOf(form)}" id="Shape_${i + 1}"]\n`);
    writeForm(writer, form, form.kind === 'exact' ? [0, 0, 0] : centreOf(form.surface), worked);
  });
  const bodies = bodiesOf(shapes, materials);
  const isOne = bodies.length === 1;
  if (!isOne) writeText(writer, `\n[node name="Colliders" type="Node3D"]\n`);
  for (const { name, isTrigger, material, members } of bodies) {
    writeText(writer, `\n[node name="${name}" type="${isTrigger ? 'Area3D' : 'StaticBody3D'}"${isOne ? '' : ' parent="."'}]\n`);
    if (material !== null) writeText(writer, `physics_material_override = SubResource("Material_${material}")\n`);
    for (const i of members) {
      const { form, name: node } = shapes[i]!;
      writeText(writer, `\n[node name="${quoted(node)}" type="CollisionShape3D" parent="${isOne ? '.' : name}"]\n`);
      writeText(writer, `${transformText(form)}shape = SubResource("Shape_${i + 1}")\n`);
    }
  }
  const physics = shapes.filter(({ physics: own }) => own !== null && losesPhysics(own)).length;
  const lost = 'Collision layers, friction at rest and combine modes were not written: a material of Godot has one friction and one bounce';
  return { bytes: takeBytes(writer), notes: [...notes, ...noteOf('physics-lost', lost, physics)] };
}

/** Returns the shapes of a mesh as a scene of Godot has them: in metres with Y up, without parts that are only rendered. */
export function godotScene(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = godotColliders(source, space, progress);
  const names = nodeNames(shapes);
  const changed = names.filter((name, i) => name !== shapes[i]!.name).length;
  return {
    shapes: shapes.map((shape, i) => ({ ...shape, name: names[i]! })),
    notes: [...notes, ...noteOf('names-changed', 'Part names were changed to names of nodes, each another one', changed)],
  };
}

/** Returns the colliders and triggers of a mesh. @throws InspectorError `invalid-argument` for a flat hull; `too-large` for coordinates beyond f32. */
export function godotColliders(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, '+y');
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const shapes = all.shapes.filter(({ use }) => use !== 'rendered');
  for (const { name, form } of shapes) {
    checkSingles(name, form.surface, 'Godot');
    if (form.kind === 'hull') convexSurface(name, { ...form.surface, positions: singlePositions(form.surface) }, 'Godot');
  }
  const left = noteOf('parts-left-out', 'Parts that are only rendered were left out', all.shapes.length - shapes.length);
  return { shapes, notes: [...notes, ...formNotes(all), ...left] };
}

interface Body {
  readonly name: string;
  readonly isTrigger: boolean;
  readonly material: number | null;
  /** Numbers of its shapes. */
  readonly members: number[];
}

/** Shapes of one use and material share a body. */
function bodiesOf(shapes: readonly PhysicsShape[], materials: ReadonlyMap<string, number>): readonly Body[] {
  const bodies = new Map<string, Body>();
  const free = freeNames();
  shapes.forEach(({ use, physics }, i) => {
    const isTrigger = use === 'trigger';
    // An area has no material.
    const material = isTrigger ? null : (materials.get(materialText(physics)) ?? null);
    const key = `${isTrigger} ${material}`;
    const known = bodies.get(key);
    if (known !== undefined) known.members.push(i);
    else bodies.set(key, { name: free(isTrigger ? 'Triggers' : 'Body'), isTrigger, material, members: [i] });
  });
  return [...bodies.values()];
}

function losesPhysics({ material, filter }: ColliderPhysics): boolean {
  if (filter !== null) return true;
  return material !== null && (material.staticFriction !== material.dynamicFriction || material.frictionCombine !== 'minimum');
}

function materialText(physics: ColliderPhysics | null): string {
  const material = physics?.material ?? null;
  if (material === null) return '';
  const { dynamicFriction: friction, restitution } = material;
  return `${valueText('friction', friction, godotDefaults.friction)}${valueText('bounce', restitution, godotDefaults.bounce)}`;
}

function valueText(name: string, value: number, usual: number): string {
  return value === usual ? '' : `${name} = ${numberText(value)}\n`;
}

/** Godot reads a number without a point as an integer, which its properties accept too; a point keeps its type. */
function numberText(value: number): string {
  const text = String(value + 0);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

export function classOf(form: ShapeForm): string {
  if (form.kind !== 'exact') return form.kind === 'hull' ? 'ConvexPolygonShape3D' : 'ConcavePolygonShape3D';
  const classes = { box: 'BoxShape3D', sphere: 'SphereShape3D', capsule: 'CapsuleShape3D', cylinder: 'CylinderShape3D' };
  if (form.exact.kind === 'plane') throw new Error('a plane was to be replaced');
  return classes[form.exact.kind];
}

/** Writes the properties of a shape. Vertices are relative to `centre`; those of triangles are clockwise, so two corners change places. */
export function writeForm(writer: TextWriter, form: ShapeForm, centre: readonly number[], worked: (numbers: number) => void): void {
  if (form.kind === 'exact') {
    writeText(writer, exactText(form.exact));
    return;
  }
  const { positions, triangles } = form.surface;
  // A vertex is a corner of about six triangles.
  const texts: string[] = [];
  const point = (vertex: number): string =>
    (texts[vertex] ??= `${[0, 1, 2].map((k) => single(positions[3 * vertex + k] - centre[k]!)).join(', ')}`);
  const write = (vertices: number, vertexAt: (i: number) => number): void => {
    for (let i = 0; i < vertices; i++) {
      worked(3);
      writeText(writer, `${i === 0 ? '' : ', '}${point(vertexAt(i))}`);
    }
  };
  writeText(writer, `${form.kind === 'hull' ? 'points' : 'data'} = PackedVector3Array(`);
  if (form.kind === 'hull') write(positions.length / 3, (i) => i);
  else write(triangles.length, (i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)]);
  writeText(writer, ')\n');
}

function exactText(exact: ExactShape): string {
  const { box, radius, height } = godotDefaults;
  switch (exact.kind) {
    case 'box':
      return exact.size.every((size) => size === box) ? '' : `size = Vector3(${exact.size.map((size) => String(size + 0)).join(', ')})\n`;
    case 'sphere':
      return valueText('radius', exact.radius, radius);
    case 'capsule':
      return `${valueText('radius', exact.radiusTop, radius)}${valueText('height', exact.height + 2 * exact.radiusTop, height)}`;
    case 'cylinder':
      return `${valueText('height', exact.height, height)}${valueText('radius', exact.radiusTop, radius)}`;
    case 'plane':
      throw new Error('a plane was to be replaced');
  }
}

const straight: ShapePose['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** Returns the line of a transform, rows of the basis first; nothing for a node at the origin. */
function transformText(form: ShapeForm): string {
  const { position, axes }: ShapePose = form.kind === 'exact' ? form.pose : { position: centreOf(form.surface), axes: straight };
  const rows = [0, 1, 2].flatMap((row) => axes.map((axis) => axis[row]!));
  const values = [...rows, ...position].map((value) => value + 0);
  const isIdentity = values.every((value, i) => value === (i < 9 && i % 4 === 0 ? 1 : 0));
  return isIdentity ? '' : `transform = Transform3D(${values.join(', ')})\n`;
}

/** Returns names of nodes without letters that Godot forbids, each another one. Source: Godot, `core/string/ustring.cpp`, `invalid_node_name_characters`. */
function nodeNames(shapes: readonly PhysicsShape[]): readonly string[] {
  const free = freeNames();
  return shapes.map(({ name }, i) => {
    const plain = name
      .toWellFormed()
      .replace(/[\p{Cc}\u2028\u2029\uFFFE\uFFFF.:@/"%]+/gu, '_')
      .trim()
      .slice(0, 200)
      .toWellFormed()
      .trim();
    return free(plain === '' ? `part ${i + 1}` : plain);
  });
}

function quoted(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}

/** Returns surfaces as one, and the part that they came from first. */
export function joinSurfaces(surfaces: readonly PartSurface[]): PartSurface {
  const positions = new Float64Array(surfaces.reduce((sum, surface) => sum + surface.positions.length, 0));
  const triangles = new Uint32Array(surfaces.reduce((sum, surface) => sum + surface.triangles.length, 0));
  let [vertex, corner] = [0, 0];
  for (const surface of surfaces) {
    positions.set(surface.positions, 3 * vertex);
    for (let i = 0; i < surface.triangles.length; i++) triangles[corner++] = vertex + surface.triangles[i];
    vertex += surface.positions.length / 3;
  }
  return { positions, triangles };
}
