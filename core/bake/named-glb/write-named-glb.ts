import { freeNames } from '../../free-names.ts';
import type { SourceSpace } from '../../mesh/source-space.ts';
import { roleByName, wholeName } from '../../mesh/part-role.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { convexSurface } from '../bodies/collider-hulls.ts';
import { inEngineSpace } from '../bodies/engine-space.ts';
import type { PhysicsShape, ShapeForm, WrittenShapes } from '../bodies/physics-shape.ts';
import { formNotes, noteOf } from '../bodies/shape-notes.ts';
import { isEven, shapesOfMesh, withPrimitives } from '../bodies/shapes-of-mesh.ts';
import { checkSingles, countNumbers } from '../bodies/single-positions.ts';
import { workProgress } from '../bodies/work-progress.ts';
import { glbBuilder } from '../gltf-shapes/glb-builder.ts';

/**
 * Writes GLB whose colliders Unreal Engine recognises by name: `UCX_rock_01` for hulls, `UBX_` boxes, `USP_` spheres, `UCP_` capsules. Each is convex and
 * closed. A part that is rendered and collides is written twice. Source: FBX Static Mesh Pipeline, "Collision".
 * @throws InspectorError `invalid-argument` for a flat collider; `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeUnrealGlb(input: BakeInput, progress: Progress): Baked {
  return writeNamedGlb(unrealShapes, input, progress);
}

/**
 * Writes GLB whose colliders Godot recognises by name: `rock-convcolonly` for hulls, `rock-colonly` for triangles, without `only` where the part is
 * rendered too. Source: Godot, "Node type customization using name suffixes".
 * @throws InspectorError `too-large` for coordinates beyond f32; whatever `progress` throws.
 */
export function writeGodotGlb(input: BakeInput, progress: Progress): Baked {
  return writeNamedGlb(godotShapes, input, progress);
}

function writeNamedGlb(shapesOf: typeof unrealShapes, { mesh, space, source }: BakeInput, progress: Progress): Baked {
  const { shapes, notes } = shapesOf(mesh, space, (fraction) => progress(fraction / 2));
  const builder = glbBuilder(workProgress(progress, 0.5, countNumbers(shapes)));
  const nodes = shapes.map(({ name, form: { surface } }) => ({ name, ...builder.addMesh(name, surface) }));
  const document = {
    asset: { version: '2.0', generator: 'Boxwood', ...(source !== null && { extras: { source: source.file } }) },
    scene: 0,
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
  };
  const physics = shapes.filter((shape) => shape.physics !== null).length;
  const lost = noteOf('physics-lost', 'Friction, restitution and collision layers of colliders were not written', physics);
  return { bytes: builder.bytes(document), notes: [...notes, ...lost] };
}

const prefixes = { box: 'UBX', sphere: 'USP', capsule: 'UCP', cylinder: 'UCX', plane: 'UCX' } as const;

/** Returns the shapes of a mesh as names of Unreal Engine have them, in metres with Y up, as its glTF importer expects. */
export function unrealShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = colliderShapes(mesh, space, progress);
  const names = new Map<string, number>();
  const rendered = plainNames(shapes);
  const owners = new Set(shapes.flatMap(({ use }, i) => (use === 'collider' ? [] : [rendered[i]!])));
  let hulled = 0;
  let alone = 0;
  const named = shapes.flatMap((shape, i): readonly PhysicsShape[] => {
    const { use, form } = shape;
    const seen: PhysicsShape = {
      ...shape,
      name: rendered[i]!,
      use: 'rendered',
      form: { kind: 'triangles', surface: form.surface },
      physics: null,
    };
    if (use === 'rendered') return [seen];
    const base = use === 'rendered collider' ? rendered[i]! : baseOf(shape, i);
    const number = (names.get(base) ?? 0) + 1;
    names.set(base, number);
    if (!owners.has(base)) alone++;
    const prefix = form.kind === 'exact' ? prefixes[form.exact.kind] : 'UCX';
    const { surface, isChanged } = convexSurface(shape.name, form.surface, 'Unreal Engine');
    if (isChanged && form.kind === 'triangles') hulled++;
    const solid: PhysicsShape = {
      ...shape,
      name: `${prefix}_${base}_${String(number).padStart(2, '0')}`,
      use: 'collider',
      form: { kind: 'hull', surface: form.kind === 'exact' ? form.surface : surface },
    };
    return use === 'rendered collider' ? [seen, solid] : [solid];
  });
  const message = 'Unreal Engine needs convex colliders: the convex hull of these parts was written. Run boxwood decompose first';
  const missing =
    'Unreal Engine takes a collider UCX_rock_01 for the mesh rock of the same file, which these do not have: export it with them';
  return { shapes: named, notes: [...notes, ...noteOf('hull-used', message, hulled), ...noteOf('rendered-missing', missing, alone)] };
}

/** Returns the shapes of a mesh as names of Godot have them, in metres with Y up. */
export function godotShapes(mesh: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { shapes, notes } = colliderShapes(mesh, space, progress);
  const free = freeNames();
  const rendered = plainNames(shapes);
  const named = shapes.map((shape, i): PhysicsShape => {
    const { use, form } = shape;
    if (use === 'rendered') return { ...shape, name: rendered[i]!, form: meshForm(form) };
    const base = use === 'rendered collider' ? rendered[i]! : baseOf(shape, i);
    const kind = form.kind === 'triangles' ? 'col' : 'convcol';
    return { ...shape, name: `${free(base)}-${kind}${use === 'rendered collider' ? '' : 'only'}`, form: meshForm(form) };
  });
  return { shapes: named, notes };
}

function meshForm(form: ShapeForm): ShapeForm {
  return form.kind === 'triangles' ? form : { kind: 'hull', surface: form.surface };
}

function colliderShapes(source: TriangleMesh, space: SourceSpace, progress: Progress): WrittenShapes {
  const { mesh, notes } = inEngineSpace(source, space, '+y');
  const all = withPrimitives(shapesOfMesh(mesh, progress), isEven);
  const shapes = all.shapes.filter(({ use }) => use !== 'trigger');
  for (const { name, form } of shapes) checkSingles(name, form.surface, 'glTF');
  const left = noteOf('parts-left-out', 'Triggers were left out: names have none', all.shapes.length - shapes.length);
  return { shapes, notes: [...notes, ...formNotes(all), ...left] };
}

/** Returns names of rendered parts that declare no collider, each another one. */
function plainNames(shapes: readonly PhysicsShape[]): readonly string[] {
  const free = freeNames();
  return shapes.map((shape, i) => {
    if (shape.use === 'collider') return '';
    return free(shape.use === 'rendered' && roleByName(shape.name) === null ? nodeName(shape.name, i) : baseOf(shape, i));
  });
}

/** Returns the rendered part that a collider belongs to, else its own name without the marks of an engine. */
function baseOf({ of, name }: PhysicsShape, i: number): string {
  const own = wholeName(name)
    .replace(/^.*[/:|]/, '')
    .replace(/\[\d+\]$/, '')
    .replace(/^(UCX|UBX|USP|UCP)_/i, '')
    .replace(/[-_$](conv)?col(only)?[\s\d._]*$/i, '')
    .replace(/_\d+$/, '');
  return nodeName(of ?? own, i);
}

/** Returns a name without separators and letters that Godot forbids in names of nodes. */
function nodeName(name: string, i: number): string {
  const plain = name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029.:@/"%|]+/gu, '_')
    .trim()
    .slice(0, 200);
  return plain === '' || plain === '_' ? `part${i}` : plain;
}
