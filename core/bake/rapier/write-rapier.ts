import { convexHull } from '../../convex/hull/convex-hull.ts';
import { singleDimension } from '../../convex/hull/single-dimension.ts';
import { InspectorError } from '../../error.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { PartSurface, PhysicsShape, WrittenShapes } from '../bodies/physics-shape.ts';
import { quaternionOf } from '../bodies/pose.ts';
import { shapeNames } from '../bodies/shape-names.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { centreOf, singlePositions } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { ByteWriter } from '../byte-writer.ts';
import { rapierFileVersion, rapierHeadBytes, rapierLetters, type RapierCollider, type RapierHeader, type RapierShape } from './layout.ts';

/** Numbers that are written between two reports. */
const chunk = 3 << 12;

/**
 * Writes colliders for Rapier: a part each, as a primitive, a convex hull or a triangle mesh. Vertices are f32 relative to the centre of their part.
 * Triangles keep their order, so the feature of a hit is the triangle of the part. Parts that are only rendered are left out.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeRapier({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = rapierShapes(mesh, space, (fraction) => progress(fraction / 2));
  const names = shapeNames(shapes);
  const arrays: (Float32Array | Uint32Array)[] = [];
  let words = 0;
  const colliders = shapes.map((shape, i): RapierCollider => {
    progress(0.5 + i / shapes.length / 4);
    const { form } = shape;
    if (form.kind === 'exact') return colliderOf(shape, names[i]!, exactShape(form.exact), form.pose.position, quaternionOf(form.pose));
    const vertices = verticesOf(form.surface, names[i]!, form.kind === 'hull');
    const { triangles } = form.surface;
    const kind = form.kind === 'hull' ? 'convexHull' : 'trimesh';
    const held: RapierShape = {
      kind,
      vertices: words,
      vertexCount: vertices.length / 3,
      indices: words + vertices.length,
      triangleCount: triangles.length / 3,
    };
    arrays.push(vertices, triangles);
    words += vertices.length + triangles.length;
    return colliderOf(shape, names[i]!, held, centreOf(form.surface), [0, 0, 0, 1]);
  });
  const json = jsonBytes({ colliders });
  const out = new ByteWriter(rapierHeadBytes + json.length + 4 * words);
  out.array(new TextEncoder().encode(rapierLetters)).u32(rapierFileVersion, json.length).array(json);
  const work = workProgress(progress, 0.75, words);
  for (const array of arrays) {
    for (let from = 0; from < array.length; from += chunk) {
      const part = array.subarray(from, from + chunk);
      out.array(part);
      work(part.length);
    }
  }
  const filtered = shapes.filter(({ physics }) => physics !== null && (physics.filter !== null || losesMaterial(physics.material))).length;
  const lost = 'Collision layers, friction at rest and its combination were not written: Rapier has one friction, and layers by number';
  return { bytes: out.bytes, notes: [...notes, ...noteOf('physics-lost', lost, filtered)] };
}

/** Returns the shapes of a mesh as Rapier has them, in its own unit and axes. */
export function rapierShapes(mesh: TriangleMesh, _space: SourceSpace, progress: Progress): WrittenShapes {
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const shapes = all.shapes.filter(({ use }) => use !== 'rendered');
  const rendered = all.shapes.length - shapes.length;
  return { shapes, notes: [...formNotes(all), ...noteOf('parts-left-out', 'Parts that are only rendered were left out', rendered)] };
}

function colliderOf(
  { use, physics }: PhysicsShape,
  name: string,
  shape: RapierShape,
  translation: RapierCollider['translation'],
  rotation: RapierCollider['rotation'],
): RapierCollider {
  const material = physics?.material ?? null;
  const surface = material === null ? {} : { friction: material.dynamicFriction, restitution: material.restitution };
  return { name, shape, translation, rotation, isSensor: use === 'trigger', ...surface };
}

function losesMaterial(material: NonNullable<PhysicsShape['physics']>['material']): boolean {
  return material !== null && (material.staticFriction !== material.dynamicFriction || material.frictionCombine !== 'average');
}

function exactShape(exact: Extract<PhysicsShape['form'], { kind: 'exact' }>['exact']): RapierShape {
  switch (exact.kind) {
    case 'box':
      return { kind: 'cuboid', halfExtents: [exact.size[0] / 2, exact.size[1] / 2, exact.size[2] / 2] };
    case 'sphere':
      return { kind: 'ball', radius: exact.radius };
    case 'capsule':
    case 'cylinder':
      return { kind: exact.kind, halfHeight: exact.height / 2, radius: exact.radiusTop };
    case 'plane':
      throw new Error('a plane must be replaced before it is written');
  }
}

function verticesOf(surface: PartSurface, name: string, isHull: boolean): Float32Array {
  const positions = singlePositions(surface);
  if (!positions.every(Number.isFinite)) {
    const message = `The part "${name}" is wider than the 32-bit floats of Rapier`;
    throw new InspectorError({ code: 'too-large', message, fix: 'Scale the mesh', location: {} });
  }
  if (isHull && singleDimension(convexHull(positions)) < 3) {
    throw new InspectorError({
      code: 'invalid-argument',
      message: `The ${positions.length / 3} vertices of the hull "${name}" lie in one plane in 32-bit floats, and Rapier makes no hull of them`,
      fix: 'Write it with a thickness (--flat thicken), or leave it out (--flat skip)',
      location: {},
    });
  }
  return Float32Array.from(positions);
}

function jsonBytes(header: RapierHeader): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  padded.set(text);
  return padded;
}
