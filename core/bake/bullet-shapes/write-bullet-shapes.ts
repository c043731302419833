import type { ExactShape } from '../../mesh/collider-role.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { buildOptions } from '../../options/build-options.ts';
import { defaultValues } from '../../options/option.ts';
import type { Progress } from '../../progress.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { WrittenShapes } from '../bodies/physics-shape.ts';
import { identityPose, type ShapePose } from '../bodies/pose.ts';
import { checkPartCount } from '../bodies/part-limit.ts';
import { shapeNames } from '../bodies/shape-names.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { type SingleShape, singleShapes } from '../bodies/single-shapes.ts';
import { bulletFileBytes, type WrittenChunk } from '../bullet/chunks.ts';
import { allBulletStructs } from '../bullet/dna.ts';
import { fourEach, meshShapeChunks, meshShapePointers } from '../bullet/write-bullet.ts';
import { ByteWriter } from '../byte-writer.ts';
import { bulletShapeTypes, marginPart, maxMargin } from './layout.ts';

/** Pointers of a child: its name, then its shape and what belongs to it. */
const pointersEach = 1 + meshShapePointers;
const compoundPointer = 1;
const childrenPointer = 2;
const firstChildPointer = 3;

/**
 * Writes a `.bullet` file for `btBulletWorldImporter` of Bullet 3 with one compound shape. Each part that collides is a child: a
 * primitive, a convex hull or a triangle mesh with its tree. Hulls and meshes have vertices in f32 relative to the transform of their child.
 * @throws InspectorError `invalid-argument` for a flat hull; `too-large` beyond the limits of Bullet; whatever `progress` throws.
 */
export function writeBulletShapes({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = storedShapes(mesh, (fraction) => progress(fraction / 2));
  const names = shapeNames(shapes.map(({ shape }) => shape));
  const children = new ByteWriter(allBulletStructs.btCompoundShapeChildData.bytes * shapes.length);
  const chunks = shapes.flatMap((single, i) => {
    const at = firstChildPointer + i * pointersEach;
    const own: Progress = (fraction) => progress(0.5 + (i + fraction) / shapes.length / 2);
    own(0);
    const { chunks: written, type, margin } = childChunks(single, { name: at, shape: at + 1 }, space, own);
    const { form } = single.shape;
    const pose = form.kind === 'exact' ? form.pose : { ...identityPose, position: single.centre };
    writeTransform(children, pose);
    children.u32(at + 1, 0, type).f32(margin);
    return [nameChunk(names[i]!, at), ...written];
  });
  const compound = new ByteWriter(allBulletStructs.btCompoundShapeData.bytes);
  compound.u32(0, 0, bulletShapeTypes.compound, 0, childrenPointer, 0, shapes.length, 0);
  const all: readonly WrittenChunk[] = [
    ...chunks,
    { code: 'ARAY', struct: 'btCompoundShapeChildData', pointer: childrenPointer, bytes: children.bytes },
    { code: 'SHAP', struct: 'btCompoundShapeData', pointer: compoundPointer, bytes: compound.bytes },
  ];
  return { bytes: bulletFileBytes(all, allBulletStructs, firstChildPointer + shapes.length * pointersEach), notes };
}

/** Returns the shapes of a mesh as Bullet stores them, in its own unit and axes. @throws InspectorError as `writeBulletShapes`. */
export function bulletShapes(mesh: TriangleMesh, _space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = storedShapes(mesh, progress);
  return { shapes: shapes.map(({ shape }) => shape), notes };
}

function storedShapes(mesh: TriangleMesh, progress: Progress): { readonly shapes: readonly SingleShape[]; readonly notes: Baked['notes'] } {
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const solid = all.shapes.filter(({ use }) => use !== 'rendered');
  checkPartCount(solid.length, 'Bullet');
  const lost = solid.filter(({ physics, use }) => physics !== null || use === 'trigger').length;
  return {
    shapes: singleShapes(solid, 'Bullet'),
    notes: [
      ...formNotes(all),
      ...noteOf('parts-left-out', 'Parts that are only rendered were left out', all.shapes.length - solid.length),
      ...noteOf('physics-lost', 'Friction, layers and triggers were not written: Bullet has them in its bodies, not in its shapes', lost),
    ],
  };
}

/** A name as an array of whole numbers: of the letters themselves Bullet has no struct. */
function nameChunk(name: string, pointer: number): WrittenChunk {
  const letters = new TextEncoder().encode(name);
  const bytes = new Uint8Array(4 * Math.ceil((letters.length + 1) / 4));
  bytes.set(letters);
  return { code: 'ARAY', struct: 'btIntIndexData', pointer, bytes };
}

/** Writes the rows of the rotation and the origin. */
function writeTransform(out: ByteWriter, { axes, position }: ShapePose): void {
  for (let row = 0; row < 3; row++) out.f32(...axes.map((axis) => axis[row]!), 0);
  out.f32(...position, 0);
}

interface ChildChunks {
  readonly chunks: readonly WrittenChunk[];
  readonly type: number;
  readonly margin: number;
}

function childChunks(
  { shape, vertices }: SingleShape,
  { name, shape: pointer }: { readonly name: number; readonly shape: number },
  space: SourceSpace,
  progress: Progress,
): ChildChunks {
  const { form } = shape;
  switch (form.kind) {
    case 'exact':
      return primitiveChunk(form.exact, name, pointer);
    case 'hull': {
      const type = bulletShapeTypes.hull;
      const out = new ByteWriter(allBulletStructs.btConvexHullShapeData.bytes);
      writeConvex(out, { type, name, sizes: [0, 0, 0], margin: 0 });
      out.u32(pointer + 1, 0, 0, 0, vertices.length / 3, 0);
      const points: WrittenChunk = { code: 'ARAY', struct: 'btVector3FloatData', pointer: pointer + 1, bytes: fourEach(vertices) };
      return { chunks: [points, { code: 'ARAY', struct: 'btConvexHullShapeData', pointer, bytes: out.bytes }], type, margin: 0 };
    }
    case 'triangles': {
      const positions = Float64Array.from(vertices);
      const { triangles } = form.surface;
      const parts = [{ name: '', firstTriangle: 0, triangleCount: triangles.length / 3, worldFromPart: null }];
      const own: TriangleMesh = { positions, indices: triangles, parts };
      const tree = openTree(buildTree(own, defaultValues(buildOptions), (fraction) => progress(fraction / 2)));
      const input: BakeInput = { mesh: own, trees: [tree], source: null, space, findings: [], ignored: [] };
      const place = { code: 'ARAY', firstPointer: pointer, name } as const;
      const { chunks } = meshShapeChunks(input, place, (fraction) => progress(0.5 + fraction / 2));
      return { chunks, type: bulletShapeTypes.triangles, margin: 0 };
    }
  }
}

function primitiveChunk(exact: ExactShape, name: number, pointer: number): ChildChunks {
  const chunk = (struct: WrittenChunk['struct'] & keyof typeof allBulletStructs, convex: Convex, upAxis: number | null): ChildChunks => {
    const out = new ByteWriter(allBulletStructs[struct].bytes);
    writeConvex(out, convex);
    if (upAxis !== null) out.u32(upAxis, 0);
    return { chunks: [{ code: 'ARAY', struct, pointer, bytes: out.bytes }], type: convex.type, margin: convex.margin };
  };
  switch (exact.kind) {
    case 'box': {
      const half = exact.size.map((length) => length / 2);
      return chunk('btConvexInternalShapeData', withMargin(bulletShapeTypes.box, name, half), null);
    }
    case 'sphere': {
      const { radius } = exact;
      return chunk('btConvexInternalShapeData', { type: bulletShapeTypes.sphere, name, sizes: [radius, 0, 0], margin: radius }, null);
    }
    case 'capsule': {
      const radius = exact.radiusTop;
      const sizes = [radius, exact.height / 2, radius];
      return chunk('btCapsuleShapeData', { type: bulletShapeTypes.capsule, name, sizes, margin: radius }, 1);
    }
    case 'cylinder': {
      const radius = exact.radiusTop;
      return chunk('btCylinderShapeData', withMargin(bulletShapeTypes.cylinder, name, [radius, exact.height / 2, radius]), 1);
    }
    case 'plane':
      throw new Error('a plane must be replaced before it is written');
  }
}

interface Convex {
  readonly type: number;
  readonly name: number;
  readonly sizes: readonly number[];
  readonly margin: number;
}

/** Half sizes are stored without the margin, which is inside of boxes and cylinders. */
function withMargin(type: number, name: number, half: readonly number[]): Convex {
  const margin = Math.fround(Math.min(maxMargin, marginPart * Math.min(...half)));
  return { type, name, sizes: half.map((value) => value - margin), margin };
}

function writeConvex(out: ByteWriter, { type, name, sizes, margin }: Convex): void {
  out
    .u32(name, 0, type, 0)
    .f32(1, 1, 1, 0, ...sizes, 0, margin)
    .u32(0);
}
