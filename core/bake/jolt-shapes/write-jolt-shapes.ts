import type { ExactShape } from '../../mesh/collider-role.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { WrittenShapes } from '../bodies/physics-shape.ts';
import { identityPose, quaternionOf } from '../bodies/pose.ts';
import { single } from '../bodies/single-positions.ts';
import type { SingleShape } from '../bodies/single-shapes.ts';
import { streamClasses, streamHead } from '../jolt-settings/layout.ts';
import { takeBytes, textWriter, writeText, type TextWriter } from '../text-writer.ts';
import { convexRadiusError, hullTolerancePart, joltDensity, joltShapeClasses } from './layout.ts';
import { convexRadius, storedJoltShapes } from './stored-jolt-shapes.ts';

/** Numbers between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Writes the `StaticCompoundShapeSettings` of a mesh for `ObjectStreamIn::sReadObject` of Jolt, as text. Each part that collides is a shape: a
 * primitive, a convex hull or a triangle mesh. Its number is the user data. Any Jolt 5 builds the shapes.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` beyond 256 points of a hull; whatever `progress` throws.
 */
export function writeJoltShapes({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = storedJoltShapes(mesh, space, (fraction) => progress(fraction / 2));
  const writer = textWriter();
  writeText(writer, streamHead);
  for (const [name, fields] of Object.entries({ ...joltShapeClasses, ...streamClasses })) {
    writeText(writer, `\r\n\r\ndeclare ${name} ${fields.length}`);
    // Jolt itself ends the name of a class with a blank.
    for (const [field, type] of fields) writeText(writer, `\r\n  ${field} ${type}${type.includes('instance') ? ' ' : ''}`);
  }
  writeText(writer, `\r\n\r\nobject StaticCompoundShapeSettings ${idText(0)}\r\n  0\r\n  ${shapes.length}`);
  shapes.forEach(({ shape: { form }, centre }, i) => {
    const pose = form.kind === 'exact' ? form.pose : { ...identityPose, position: centre };
    writeText(writer, `\r\n    ${idText(i + 1)}\r\n    ${singles(pose.position)}\r\n    ${singles(quaternionOf(pose))}\r\n    ${i}`);
  });
  shapes.forEach((shape, i) => {
    const own: Progress = (fraction) => progress(0.5 + (i + fraction) / shapes.length / 2);
    own(0);
    writeShape(writer, shape, i + 1, own);
  });
  writeText(writer, '\r\n');
  return { bytes: takeBytes(writer), notes };
}

/** Returns the shapes of a mesh as Jolt has them, in its own unit and axes. @throws InspectorError as `writeJoltShapes`. */
export function joltShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = storedJoltShapes(mesh, space, progress);
  return { shapes: shapes.map(({ shape }) => shape), notes };
}

function idText(object: number): string {
  return (object + 1).toString(16).toUpperCase().padStart(8, '0');
}

function singles(values: readonly number[]): string {
  return values.map(single).join(' ');
}

function writeShape(writer: TextWriter, { shape: { form }, vertices }: SingleShape, object: number, progress: Progress): void {
  const begin = (name: string): void => writeText(writer, `\r\n\r\nobject ${name} ${idText(object)}\r\n  0`);
  const convex = (name: keyof typeof joltShapeClasses, ...values: readonly (readonly number[])[]): void => {
    begin(name);
    writeText(writer, `\r\n  ${joltDensity}\r\n  00000000`);
    for (const value of values) writeText(writer, `\r\n  ${singles(value)}`);
  };
  switch (form.kind) {
    case 'exact':
      writePrimitive(form.exact, convex);
      return;
    case 'hull': {
      convex('ConvexHullShapeSettings');
      writeText(writer, `\r\n  ${vertices.length / 3}`);
      for (let i = 0; i < vertices.length; i += 3) writeText(writer, `\r\n    ${singles([...vertices.subarray(i, i + 3)])}`);
      const extents = [0, 1, 2].map((k) => vertices.reduce((max, value, i) => (i % 3 === k ? Math.max(max, Math.abs(value)) : max), 0));
      const tolerance = hullTolerancePart * Math.max(...extents);
      for (const value of [convexRadius(extents), convexRadiusError, tolerance]) writeText(writer, `\r\n  ${single(value)}`);
      return;
    }
    case 'triangles': {
      begin('MeshShapeSettings');
      const { triangles } = form.surface;
      const total = vertices.length + triangles.length;
      writeText(writer, `\r\n  ${vertices.length / 3}`);
      for (let i = 0; i < vertices.length; i += 3) {
        if (i % reportStep === 0) progress(i / total);
        writeText(writer, `\r\n    ${singles([...vertices.subarray(i, i + 3)])}`);
      }
      writeText(writer, `\r\n  ${triangles.length / 3}`);
      for (let i = 0; i < triangles.length; i += 3) {
        if (i % reportStep === 0) progress((vertices.length + i) / total);
        const corners = `3\r\n        ${triangles[i]}\r\n        ${triangles[i + 1]}\r\n        ${triangles[i + 2]}`;
        writeText(writer, `\r\n      ${corners}\r\n      0\r\n      ${i / 3}`);
      }
      writeText(writer, '\r\n  0\r\n  8\r\n  0.996195018\r\n  true\r\n  0');
    }
  }
}

function writePrimitive(
  exact: ExactShape,
  convex: (name: keyof typeof joltShapeClasses, ...values: readonly (readonly number[])[]) => void,
): void {
  switch (exact.kind) {
    case 'box': {
      const half = exact.size.map((length) => length / 2);
      return convex('BoxShapeSettings', half, [convexRadius(half)]);
    }
    case 'sphere':
      return convex('SphereShapeSettings', [exact.radius]);
    case 'capsule':
      return convex('CapsuleShapeSettings', [exact.radiusTop], [exact.height / 2]);
    case 'cylinder': {
      const half = [exact.height / 2, exact.radiusTop];
      return convex('CylinderShapeSettings', [half[0]!], [half[1]!], [convexRadius(half)]);
    }
    case 'plane':
      throw new Error('a plane was to be replaced');
  }
}
