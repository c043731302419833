import { hullMeasures } from '../../convex/hull/hull-measures.ts';
import type { ConvexHull } from '../../convex/hull/convex-hull.ts';
import { InspectorError } from '../../error.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import type { PhysicsShape, ShapeForm, PartSurface, WrittenShapes } from '../bodies/physics-shape.ts';
import { alongZ, quaternionOf, type ShapePose } from '../bodies/pose.ts';
import { colliderHulls } from '../bodies/collider-hulls.ts';
import { shapeNames, xmlText } from '../bodies/shape-names.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { centreOf, checkSingles, countNumbers, single } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { takeBytes, textWriter, writeText, type TextWriter } from '../text-writer.ts';

/** MuJoCo refuses meshes with fewer vertices. */
const minVertices = 4;
/** In cubic metres. MuJoCo refuses solid meshes below 1e-14. */
const minVolume = 1e-13;

/**
 * Writes MJCF for MuJoCo: one body without joints, a geom for each part, and meshes with their vertices in the file. Primitives are geoms of
 * their kind; a capsule or cylinder with two radii is written as its convex hull. Mesh vertices are f32 relative to the centre of their part, so
 * large distances from the origin cost no digits. Source: MuJoCo XML reference, `asset/mesh` and `body/geom`.
 * @throws InspectorError `invalid-argument` for a flat collider, and for a primitive with a size of 0; whatever `progress` throws.
 */
export function writeMjcf({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = mjcfShapes(mesh, space, (fraction) => progress(fraction / 2));
  const hulls = colliderHulls(shapes, 'MuJoCo');
  const names = shapeNames(shapes).map(xmlText);
  const writer = textWriter();
  const worked = workProgress(progress, 0.5, countNumbers(shapes));
  writeText(writer, head);
  shapes.forEach(({ form }, i) => {
    if (form.kind === 'exact') return;
    checkSingles(shapes[i]!.name, form.surface, 'MuJoCo', centreOf(form.surface));
    writeMesh(writer, names[i]!, form.surface, hulls.hulls[i] ?? null, worked);
  });
  writeText(writer, '  </asset>\n  <worldbody>\n    <body name="collider">\n');
  shapes.forEach((shape, i) => writeText(writer, `      <geom name="${names[i]!}"${geomText(shape, names[i]!)}/>\n`));
  writeText(writer, '    </body>\n  </worldbody>\n</mujoco>\n');
  return {
    bytes: takeBytes(writer),
    notes: [
      ...notes,
      ...hulls.notes,
      ...noteOf(
        'physics-lost',
        'Friction at rest, restitution and collision layers were not written: a geom of MuJoCo has one sliding friction',
        shapes.filter(({ physics }) => physics !== null).length,
      ),
    ],
  };
}

const head = `<mujoco model="collider">
  <compiler angle="radian"/>
  <default>
    <default class="collision"><geom group="3"/></default>
    <default class="visual"><geom contype="0" conaffinity="0" group="2"/></default>
    <default class="trigger"><geom contype="0" conaffinity="0" group="4"/></default>
  </default>
  <asset>
`;

/**
 * Returns the shapes of a mesh as MJCF has them: in metres, with Z up, as far as the space of the mesh is known.
 * @throws InspectorError `invalid-argument` for a primitive with a size of 0; whatever `progress` throws.
 */
export function mjcfShapes(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, '+z');
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const stored = all.shapes.filter(isStorable);
  const shapes = stored.map(withSizes);
  const left = all.shapes.length - shapes.length;
  const round = shapes.filter((shape, i) => shape !== stored[i]).length;
  const message = 'Rendered parts with fewer than 4 vertices were left out: MuJoCo refuses them';
  return {
    shapes,
    notes: [
      ...notes,
      ...formNotes(all),
      ...noteOf('parts-left-out', message, left),
      ...noteOf('shape-changed', 'Capsules of height 0 were written as spheres, the same solid', round),
    ],
  };
}

/** Returns a shape with sizes above 0, which MuJoCo needs: of a capsule without height the sphere that it is. */
function withSizes(shape: PhysicsShape): PhysicsShape {
  const { name, form } = shape;
  if (form.kind !== 'exact') return shape;
  const { exact } = form;
  if (exact.kind === 'capsule' && exact.radiusTop > 0 && exact.height / 2 === 0)
    return { ...shape, form: { ...form, exact: { kind: 'sphere', radius: exact.radiusTop } } };
  if (sizesOf(exact).every((size) => size > 0)) return shape;
  throw new InspectorError({
    code: 'invalid-argument',
    message: `The ${exact.kind} of the part "${name}" has a size that is not above 0, which MuJoCo refuses`,
    fix: 'Give it a size above 0 in each direction, or export the other parts (--parts)',
    location: {},
  });
}

function isStorable({ use, form }: PhysicsShape): boolean {
  return use !== 'rendered' || form.kind === 'exact' || form.surface.positions.length >= 3 * minVertices;
}

function writeMesh(
  writer: TextWriter,
  name: string,
  surface: PartSurface,
  hull: ConvexHull | null,
  worked: (numbers: number) => void,
): void {
  const centre = centreOf(surface);
  // Without a volume, MuJoCo takes the mass of a shell.
  const isSolid = hull !== null && hullMeasures(hull).volume > minVolume;
  writeText(writer, `    <mesh name="${name}" inertia="${isSolid ? 'convex' : 'shell'}" vertex="`);
  const { positions, triangles } = surface;
  for (let i = 0; i < positions.length; i++) {
    worked(1);
    writeText(writer, `${i === 0 ? '' : ' '}${single(positions[i] - centre[i % 3]!)}`);
  }
  writeText(writer, '" face="');
  for (let i = 0; i < triangles.length; i++) {
    worked(1);
    writeText(writer, `${i === 0 ? '' : ' '}${triangles[i]}`);
  }
  writeText(writer, '"/>\n');
}

const classes = { collider: 'collision', 'rendered collider': 'collision', trigger: 'trigger', rendered: 'visual' } as const;

function geomText({ use, form, physics }: PhysicsShape, mesh: string): string {
  const friction = physics?.material == null ? '' : ` friction="${physics.material.dynamicFriction} 0.005 0.0001"`;
  return ` class="${classes[use]}"${shapeText(form, mesh)}${friction}`;
}

function shapeText(form: ShapeForm, mesh: string): string {
  if (form.kind !== 'exact') return ` type="mesh" mesh="${mesh}"${positionText(centreOf(form.surface))}`;
  const { exact, pose } = form;
  const kind = `type="${exact.kind}" size="${sizesOf(exact).join(' ')}"`;
  return ` ${kind}${poseText(exact.kind === 'box' || exact.kind === 'sphere' ? pose : alongZ(pose))}`;
}

/** Returns half sizes and radii. Source: MuJoCo XML reference, `geom/size`. */
function sizesOf(exact: ExactShape): readonly number[] {
  switch (exact.kind) {
    case 'box':
      return exact.size.map((length) => length / 2);
    case 'sphere':
      return [exact.radius];
    case 'plane':
      // For rendering alone: planes of MuJoCo are infinite.
      return [(exact.sizeX ?? 0) / 2, (exact.sizeZ ?? 0) / 2, 1];
    case 'capsule':
    case 'cylinder':
      return [exact.radiusTop, exact.height / 2];
  }
}

function positionText(position: Vec3): string {
  return position.every((value) => value === 0) ? '' : ` pos="${position.map((value) => value + 0).join(' ')}"`;
}

function poseText(pose: ShapePose): string {
  const [x, y, z, w] = quaternionOf(pose);
  return `${positionText(pose.position)}${w === 1 ? '' : ` quat="${w} ${x} ${y} ${z}"`}`;
}
