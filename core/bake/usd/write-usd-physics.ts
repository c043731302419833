import { freeNames } from '../../free-names.ts';
import type { ColliderPhysics, CombineMode } from '../../mesh/collider-physics.ts';
import type { ExactShape } from '../../mesh/collider-role.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import type { PartSurface, PhysicsShape, ShapeUse, WrittenShapes } from '../bodies/physics-shape.ts';
import { quaternionOf } from '../bodies/pose.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { centreOf, checkSingles, countNumbers, single } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { takeBytes, textWriter, writeText, type TextWriter } from '../text-writer.ts';

/**
 * Writes a USD layer in text with UsdPhysics: a prim for each part, with PhysicsCollisionAPI where it collides. Boxes, spheres, capsules and cylinders
 * are prims of their kind; hulls and triangles are meshes with PhysicsMeshCollisionAPI. Colliders that are not rendered have the purpose `guide`.
 * Source: OpenUSD 26.05, `usdGeom/schema.usda` and `usdPhysics/schema.usda`.
 * @throws InspectorError `too-large` for a part wider than f32; whatever `progress` throws.
 */
export function writeUsdPhysics({ mesh, space }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = usdShapes(mesh, space, (fraction) => progress(fraction / 2));
  const worked = workProgress(progress, 0.5, countNumbers(shapes));
  const free = freeNames(
    (name) => name,
    shapes.map(({ name }) => name),
  );
  const texts = new Set(shapes.flatMap(({ physics }) => materialText(physics) ?? []));
  const materials = new Map([...texts].map((text, i) => [text, free(`Physics_${i}`)]));
  const writer = textWriter();
  const up = upOf(space) === '+z' ? 'Z' : 'Y';
  writeText(writer, `#usda 1.0\n(\n    defaultPrim = "Colliders"\n    metersPerUnit = 1\n    upAxis = "${up}"\n)\n\n`);
  writeText(writer, 'def Xform "Colliders"\n{\n');
  for (const shape of shapes) writePrim(writer, shape, materials, worked);
  materials.forEach((name, text) =>
    writeText(writer, `    def Material "${name}"${metadataText(['PhysicsMaterialAPI'])}\n    {\n${text}    }\n`),
  );
  writeText(writer, '}\n');
  const filters = shapes.filter(({ physics }) => physics?.filter != null).length;
  return {
    bytes: takeBytes(writer),
    notes: [...notes, ...noteOf('physics-lost', 'Collision layers of colliders were not written', filters)],
  };
}

/** Returns the shapes of a mesh as USD has them: in metres, with Y or Z up, and with names of prims. */
export function usdShapes(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, upOf(space));
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const names = primNames(all.shapes);
  const changed = names.filter((name, i) => name !== all.shapes[i]!.name).length;
  return {
    shapes: all.shapes.map((shape, i) => ({ ...shape, name: names[i]! })),
    notes: [
      ...notes,
      ...formNotes(all),
      ...noteOf('names-changed', 'Part names were changed to names of prims: letters, digits and _', changed),
    ],
  };
}

/** A stage has Y or Z up; a known Z stays. */
function upOf({ up }: SourceSpace): '+y' | '+z' {
  return up === '+z' ? '+z' : '+y';
}

function primNames(shapes: readonly PhysicsShape[]): readonly string[] {
  const free = freeNames();
  return shapes.map(({ name }, i) => {
    const plain = name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 200);
    return free(/^[A-Za-z_]/.test(plain) ? plain : `part_${plain === '' ? i + 1 : plain}`);
  });
}

const schemasOf: Readonly<Record<ShapeUse, readonly string[]>> = {
  collider: ['PhysicsCollisionAPI'],
  'rendered collider': ['PhysicsCollisionAPI'],
  trigger: ['PhysicsCollisionAPI', 'PhysxTriggerAPI'],
  rendered: [],
};

function writePrim(
  writer: TextWriter,
  shape: PhysicsShape,
  materials: ReadonlyMap<string, string>,
  worked: (numbers: number) => void,
): void {
  const { name, use, form, physics } = shape;
  const material = materialText(physics);
  const schemas = [
    ...schemasOf[use],
    ...(form.kind === 'exact' || use === 'rendered' ? [] : ['PhysicsMeshCollisionAPI']),
    ...(material === null ? [] : ['MaterialBindingAPI']),
  ];
  const type = form.kind === 'exact' ? primTypes[form.exact.kind] : 'Mesh';
  writeText(writer, `    def ${type} "${name}"${metadataText(schemas)}\n    {\n`);
  if (use === 'collider' || use === 'trigger') writeText(writer, '        uniform token purpose = "guide"\n');
  if (material !== null) writeText(writer, `        rel material:binding:physics = </Colliders/${materials.get(material)!}>\n`);
  if (form.kind === 'exact') {
    const { exact, pose } = form;
    const [x, y, z, w] = quaternionOf(pose);
    writeText(writer, fieldsOf(exact));
    const size = exact.kind === 'box' ? exact.size : null;
    writeText(
      writer,
      `        double3 xformOp:translate = ${tuple(pose.position)}\n        quatd xformOp:orient = ${tuple([w, x, y, z])}\n`,
    );
    if (size !== null) writeText(writer, `        double3 xformOp:scale = ${tuple(size)}\n`);
    const order = ['translate', 'orient', ...(size === null ? [] : ['scale'])];
    writeText(writer, `        uniform token[] xformOpOrder = [${order.map((op) => `"xformOp:${op}"`).join(', ')}]\n`);
  } else {
    if (use !== 'rendered')
      writeText(writer, `        uniform token physics:approximation = "${form.kind === 'hull' ? 'convexHull' : 'none'}"\n`);
    checkSingles(name, form.surface, 'USD', centreOf(form.surface));
    writeMesh(writer, form.surface, worked);
  }
  writeText(writer, '    }\n');
}

/** Returns the metadata of a prim on lines of their own, as OpenUSD writes it: some readers take no other form. */
function metadataText(schemas: readonly string[]): string {
  if (schemas.length === 0) return '';
  return ` (\n        prepend apiSchemas = [${schemas.map((schema) => `"${schema}"`).join(', ')}]\n    )`;
}

const primTypes = { box: 'Cube', sphere: 'Sphere', capsule: 'Capsule', cylinder: 'Cylinder', plane: 'Plane' } as const;

function fieldsOf(exact: ExactShape): string {
  switch (exact.kind) {
    case 'box':
      return '        double size = 1\n';
    case 'sphere':
      return `        double radius = ${exact.radius}\n`;
    case 'capsule':
    case 'cylinder':
      return `        uniform token axis = "Y"\n        double height = ${exact.height}\n        double radius = ${exact.radiusTop}\n`;
    case 'plane':
      throw new Error('a plane must be replaced before it is written');
  }
}

function writeMesh(writer: TextWriter, surface: PartSurface, worked: (numbers: number) => void): void {
  const { positions, triangles } = surface;
  const centre = centreOf(surface);
  writeText(writer, '        uniform token subdivisionScheme = "none"\n        point3f[] points = [');
  for (let i = 0; i < positions.length; i += 3) {
    worked(3);
    const [x, y, z] = [0, 1, 2].map((k) => single(positions[i + k] - centre[k]!));
    writeText(writer, `${i === 0 ? '' : ', '}(${x}, ${y}, ${z})`);
  }
  writeText(writer, ']\n        int[] faceVertexCounts = [');
  for (let i = 0; i < triangles.length; i += 3) writeText(writer, i === 0 ? '3' : ', 3');
  writeText(writer, ']\n        int[] faceVertexIndices = [');
  for (let i = 0; i < triangles.length; i++) {
    worked(1);
    writeText(writer, `${i === 0 ? '' : ', '}${triangles[i]}`);
  }
  writeText(
    writer,
    `]\n        double3 xformOp:translate = ${tuple(centre)}\n        uniform token[] xformOpOrder = ["xformOp:translate"]\n`,
  );
}

function tuple(values: readonly number[]): string {
  return `(${values.map((value) => value + 0).join(', ')})`;
}

const combineTokens: Readonly<Record<CombineMode, string>> = { average: 'average', minimum: 'min', maximum: 'max', multiply: 'multiply' };

/** Returns the attributes of a physics material; `null` without one. */
function materialText(physics: ColliderPhysics | null): string | null {
  if (physics?.material == null) return null;
  const { staticFriction, dynamicFriction, restitution, frictionCombine, restitutionCombine } = physics.material;
  return [
    `float physics:staticFriction = ${staticFriction}`,
    `float physics:dynamicFriction = ${dynamicFriction}`,
    `float physics:restitution = ${restitution}`,
    `uniform token physxMaterial:frictionCombineMode = "${combineTokens[frictionCombine]}"`,
    `uniform token physxMaterial:restitutionCombineMode = "${combineTokens[restitutionCombine]}"`,
  ]
    .map((line) => `        ${line}\n`)
    .join('');
}
