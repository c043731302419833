import { convexHull } from '../../convex/hull/convex-hull.ts';
import { hullTriangles } from '../../convex/hull/hull-triangles.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import type { PartSurface, PhysicsShape, ShapeForm, WrittenShapes } from '../bodies/physics-shape.ts';
import { identityPose } from '../bodies/pose.ts';
import { shapeNames } from '../bodies/shape-names.ts';
import { noteOf } from '../bodies/shape-notes.ts';
import { countNumbers } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { takeBytes, textWriter, writeText } from '../text-writer.ts';
import { godotVersions } from './layout.ts';
import { classOf, godotColliders, joinSurfaces, writeForm } from './write-godot.ts';

/**
 * Writes a shape of Godot 4 as a resource. A resource is one shape without a pose: several colliders become the triangles of one, and a
 * primitive that is not at the origin becomes its convex hull. Source: `layout.ts`.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeGodotShape({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = godotShape(mesh, space, (fraction) => progress(fraction / 2));
  const writer = textWriter();
  for (const { name, form } of shapes) {
    writeText(writer, `[gd_resource type="${classOf(form)}" format=${godotVersions.written}]\n\n[resource]\n`);
    if (name !== '') writeText(writer, `resource_name = ${JSON.stringify(name)}\n`);
    writeForm(writer, form, [0, 0, 0], workProgress(progress, 0.5, countNumbers(shapes)));
  }
  return { bytes: takeBytes(writer), notes };
}

/** Returns the one shape that a resource has of a mesh, in metres with Y up, with f32 vertices. */
export function godotShape(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const all = godotColliders(source, space, progress);
  const shapes = all.shapes.filter(({ use }) => use !== 'trigger');
  const triggers = all.shapes.length - shapes.length;
  const notes: BakeNote[] = [...all.notes, ...noteOf('parts-left-out', 'Triggers were left out: a shape has no body', triggers)];
  const [first] = shapes;
  if (first === undefined) return { shapes: [], notes };
  let form: ShapeForm = first.form;
  if (shapes.length > 1) {
    form = { kind: 'triangles', surface: joinSurfaces(shapes.map((shape) => shape.form.surface)) };
    notes.push({
      code: 'parts-lost',
      message: 'The triangles of all colliders were written as one shape; write a scene (.tscn) to keep them apart',
      count: shapes.length,
    });
  } else if (form.kind === 'exact' && !isAtOrigin(form)) {
    form = { kind: 'hull', surface: hullOf(form.surface) };
    notes.push({
      code: 'shape-changed',
      message: 'A shape resource has no pose, so the primitive was written as a convex hull; a scene (.tscn) keeps it',
      count: 1,
    });
  }
  const rounded = withSingles(form);
  if (rounded.largest > 0)
    notes.push({ code: 'rounded', message: 'Coordinates were rounded to f32', count: rounded.count, largest: rounded.largest });
  const physics = shapes.filter((shape) => shape.physics !== null).length;
  notes.push(...noteOf('physics-lost', 'Friction, restitution and collision layers of colliders were not written', physics));
  const [name] = shapeNames([shapes.length === 1 ? first : { name: 'colliders' }]);
  const shape: PhysicsShape = { name: name!, use: 'collider', form: rounded.form, of: null, physics: null };
  return { shapes: [shape], notes };
}

function isAtOrigin({ pose }: Extract<ShapeForm, { kind: 'exact' }>): boolean {
  return (
    pose.position.every((value) => value === 0) &&
    pose.axes.every((axis, i) => axis.every((value, k) => value === identityPose.axes[i]![k]))
  );
}

function hullOf({ positions, triangles }: PartSurface): PartSurface {
  const hull = convexHull(positions);
  return hull.dimension < 3 ? { positions, triangles } : { positions: hull.positions, triangles: hullTriangles(hull) };
}

function withSingles(form: ShapeForm): { readonly form: ShapeForm; readonly count: number; readonly largest: number } {
  if (form.kind === 'exact') return { form, count: 0, largest: 0 };
  let [count, largest] = [0, 0];
  const positions = form.surface.positions.map((value) => {
    const error = Math.abs(Math.fround(value) - value);
    if (error > 0) count++;
    largest = Math.max(largest, error);
    return Math.fround(value);
  });
  return { form: { ...form, surface: { ...form.surface, positions } }, count, largest };
}
