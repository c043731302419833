import type { ExactShape } from '../../mesh/collider-role.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeSideFile, BakeInput } from '../bake-input.ts';
import { colliderHulls } from '../bodies/collider-hulls.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import { objOfSurface } from '../bodies/obj-of-surface.ts';
import type { PhysicsShape, ShapeForm, WrittenShapes } from '../bodies/physics-shape.ts';
import { alongZ, rollPitchYaw, type ShapePose } from '../bodies/pose.ts';
import { fileNames, folderName, shapeNames, xmlText } from '../bodies/shape-names.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { centreOf, checkSingles, countNumbers } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { takeBytes, textWriter, writeText } from '../text-writer.ts';

/**
 * Writes URDF: one link with a collision element for each collider and a visual element for each rendered part. Meshes are OBJ files in a folder
 * next to the URDF, `crate_meshes` for `crate.urdf`. Where letters of the name had to be replaced, a hash follows it. The specification has no capsule, so a capsule is a cylinder with a sphere at each end, which is
 * the same solid. MuJoCo needs the element `mujoco` to find the folder; other readers ignore it.
 * @throws InspectorError `invalid-argument` for a flat collider; whatever `progress` throws.
 */
export function writeUrdf({ mesh, space, stem = 'collider' }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = urdfShapes(mesh, space, (fraction) => progress(fraction / 2));
  const hulls = colliderHulls(shapes, 'An engine that reads URDF');
  const names = shapeNames(shapes);
  const folder = folderName(stem, '_meshes');
  const paths = fileNames(names).map((name) => `${folder}/${name}.obj`);
  const files: BakeSideFile[] = [];
  const worked = workProgress(progress, 0.5, countNumbers(shapes));
  const writer = textWriter();
  writeText(writer, `<robot name="${xmlText(stem)}">\n  <mujoco><compiler strippath="false"/></mujoco>\n  <link name="base_link">\n`);
  shapes.forEach(({ name, use, form }, i) => {
    if (form.kind !== 'exact') {
      checkSingles(name, form.surface, 'an engine that reads URDF', centreOf(form.surface));
      files.push({ path: paths[i]!, bytes: objOfSurface(form.surface, worked) });
    }
    const inner = `${originText(form)}<geometry>${geometryText(form, paths[i]!)}</geometry>`;
    for (const element of elements[use]) writeText(writer, `    <${element} name="${xmlText(names[i]!)}">${inner}</${element}>\n`);
  });
  writeText(writer, '  </link>\n</robot>\n');
  const physics = shapes.filter((shape) => shape.physics !== null).length;
  return {
    bytes: takeBytes(writer),
    files,
    notes: [
      ...notes,
      ...hulls.notes,
      ...noteOf('side-files', `Meshes were written to the folder ${folder}, which belongs to the file`, files.length),
      ...noteOf('physics-lost', 'Friction, restitution and collision layers of colliders were not written', physics),
    ],
  };
}

const elements = { collider: ['collision'], 'rendered collider': ['collision'], rendered: ['visual'], trigger: [] } as const;

/** Returns the shapes of a mesh as URDF has them: in metres, with Z up, as far as the space of the mesh is known. */
export function urdfShapes(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, '+z');
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const kept = all.shapes.filter(({ use }) => use !== 'trigger');
  const triggers = all.shapes.length - kept.length;
  const capsules = kept.filter(({ form }) => form.kind === 'exact' && form.exact.kind === 'capsule').length;
  return {
    shapes: kept.flatMap(withoutCapsule),
    notes: [
      ...notes,
      ...formNotes(all),
      ...noteOf('parts-left-out', 'Triggers were left out: URDF has none', triggers),
      ...noteOf('shape-changed', 'Capsules were written as a cylinder and two spheres, the same solid', capsules),
    ],
  };
}

function withoutCapsule(shape: PhysicsShape): readonly PhysicsShape[] {
  const { form, name } = shape;
  if (form.kind !== 'exact' || form.exact.kind !== 'capsule') return [shape];
  const { exact, pose, surface } = form;
  const [, y] = pose.axes;
  const end = (sign: number): PhysicsShape => {
    const [px, py, pz] = pose.position;
    const by = (sign * exact.height) / 2;
    const position = [px + by * y[0], py + by * y[1], pz + by * y[2]] as const;
    const sphere = { kind: 'sphere', radius: exact.radiusTop } as const;
    return {
      ...shape,
      name: `${name}_${sign < 0 ? 'bottom' : 'top'}`,
      form: { kind: 'exact', exact: sphere, pose: { ...pose, position }, surface },
    };
  };
  const cylinder: ExactShape = { ...exact, kind: 'cylinder' };
  return [...(exact.height > 0 ? [{ ...shape, form: { ...form, exact: cylinder } }] : []), end(-1), ...(exact.height > 0 ? [end(1)] : [])];
}

function originText(form: ShapeForm): string {
  const pose = poseOf(form);
  const isPlain = (values: readonly number[]): boolean => values.every((value) => value === 0);
  const xyz = pose.position.map((value) => value + 0);
  const rpy = rollPitchYaw(pose);
  return isPlain(xyz) && isPlain(rpy) ? '' : `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;
}

function poseOf(form: ShapeForm): ShapePose {
  if (form.kind !== 'exact') return { position: centreOf(form.surface), axes: straight };
  const { exact, pose } = form;
  return exact.kind === 'cylinder' ? alongZ(pose) : exact.kind === 'sphere' ? { ...pose, axes: straight } : pose;
}

const straight: ShapePose['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function geometryText(form: ShapeForm, path: string): string {
  if (form.kind !== 'exact') return `<mesh filename="${path}"/>`;
  const { exact } = form;
  switch (exact.kind) {
    case 'box':
      return `<box size="${exact.size.join(' ')}"/>`;
    case 'sphere':
      return `<sphere radius="${exact.radius}"/>`;
    case 'cylinder':
      return `<cylinder radius="${exact.radiusTop}" length="${exact.height}"/>`;
    case 'capsule':
    case 'plane':
      throw new Error(`a ${exact.kind} must be replaced before it is written`);
  }
}
