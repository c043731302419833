import { REVISION } from 'three';
import { USDAParser } from 'three/examples/jsm/loaders/usd/USDAParser.js';
import { describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { Baked } from '#core/bake/bake-input';
import { usdShapes } from '#core/bake/usd/write-usd-physics';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { joinMeshes } from '#core/convex/collider/join-meshes';
import { importMesh } from '#core/import/import-mesh';
import type { ColliderRole } from '#core/mesh/collider-role';
import type { SourceSpace } from '#core/mesh/source-space';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box, channel, joined, knot, named, placed } from '../../fixtures/shapes.ts';
import { startTinyUsd } from '../../bench/tinyusdz.ts';
import { primitiveParts } from '../../fixtures/fitted-shapes.ts';

const metres: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };
const physics = {
  material: { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.25, frictionCombine: 'average', restitutionCombine: 'maximum' },
  filter: null,
} as const;

function roled(mesh: TriangleMesh, role: Partial<ColliderRole>): TriangleMesh {
  const whole = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'extras', exact: null, ...role } as const;
  return { ...mesh, parts: mesh.parts.map((part) => ({ ...part, role: whole })) };
}

const level = (): TriangleMesh =>
  joinMeshes([
    primitiveParts(),
    roled(named('hull', placed(ball(8, 5), 1, [0, 9, 0])), { physics }),
    roled(named('wall', placed(channel(), 1, [9, 0, 0])), { shape: 'triangles', isRendered: true }),
    roled(named('seen hull', placed(ball(8, 5), 1, [0, 0, 9])), { isRendered: true, physics }),
    roled(named('zone', placed(box(), 1, [0, 0, -9])), { isTrigger: true }),
    named('7 rocks/ä', placed(knot(2, 3, 24, 6), 1, [0, -12, 0])),
  ]);

const bake = (mesh: TriangleMesh, space = metres): Baked =>
  bakeMesh('usd-physics', { mesh, space, trees: [], source: null, findings: [], ignored: [] });
const verified = ({ bytes }: Baked, mesh: TriangleMesh, space = metres) =>
  verifyBaked({ bytes, fileName: 'x.usda', against: { mesh, space }, queries: 50, seed: 1 });
const read = (bytes: Uint8Array) =>
  importMesh(bytes, { fileName: 'a.usda', progress: () => {}, readSideFile: async () => null, options: { colliders: 'with' } });

describe('USD Physics', () => {
  it('keeps primitives, hulls, triangles, triggers and what is rendered', async () => {
    const mesh = level();
    const baked = bake(mesh);
    expect((await verified(baked, mesh)).problems).toEqual([]);
    const { mesh: found, findings } = await read(baked.bytes);
    expect(findings).toEqual([]);
    const roles = found.parts.map(({ name, role }) => [
      name,
      role === undefined ? 'rendered' : `${role.shape}${role.isRendered ? ' rendered' : ''}${role.isTrigger ? ' trigger' : ''}`,
    ]);
    expect(Object.fromEntries(roles)).toEqual({
      a_sphere: 'sphere',
      a_box: 'box',
      a_capsule: 'capsule',
      a_cylinder: 'cylinder',
      hull: 'hull',
      wall: 'triangles rendered',
      seen_hull: 'hull rendered',
      zone: 'hull trigger',
      part_7_rocks_: 'rendered',
    });
    expect(found.parts.find(({ name }) => name === 'hull')!.role!.physics).toEqual(physics);
    expect(baked.notes).toMatchObject([{ code: 'names-changed', count: 6 }]);
  });

  it('has the tokens and types of the schemas', () => {
    const text = new TextDecoder().decode(bake(level()).bytes);
    expect(text.startsWith('#usda 1.0\n(\n    defaultPrim = "Colliders"\n    metersPerUnit = 1\n    upAxis = "Y"\n)\n')).toBe(true);
    expect([...text.matchAll(/physics:approximation = "(\w+)"/g)].map(([, token]) => token)).toEqual([
      'convexHull',
      'none',
      'convexHull',
      'convexHull',
    ]);
    expect([...text.matchAll(/def (Cube|Sphere|Capsule|Cylinder) /g)]).toHaveLength(4);
    expect([...text.matchAll(/PhysicsCollisionAPI/g)]).toHaveLength(8);
    expect([...text.matchAll(/PhysicsMeshCollisionAPI/g)]).toHaveLength(4);
    expect([...text.matchAll(/def Material/g)]).toHaveLength(1);
  });

  it('names materials apart from parts', async () => {
    const rock = (name: string, x: number) => roled(named(name, placed(box(), 1, [x, 0, 0])), { physics });
    const mesh = joinMeshes([rock('Physics_0', 0), rock('Physics_0_2', 4)]);
    const baked = bake(mesh);
    const paths = [...new TextDecoder().decode(baked.bytes).matchAll(/^ {4}def \w+ "(\w+)"/gm)].map(([, name]) => name);
    expect(paths).toEqual(['Physics_0', 'Physics_0_2', 'Physics_0_3']);
    expect((await verified(baked, mesh)).problems).toEqual([]);
    const { mesh: found } = await read(baked.bytes);
    expect(found.parts.map(({ name, role }) => [name, role!.physics])).toEqual([
      ['Physics_0', physics],
      ['Physics_0_2', physics],
    ]);
  });

  it('refuses a part that is wider than f32 by its name', () => {
    const sky = (shape: ColliderRole['shape']) => roled(named('sky', placed(box(), 1e39)), { shape });
    for (const mesh of [sky('hull'), sky('triangles'), named('sky', placed(box(), 1e39))])
      expect(() => bake(mesh)).toThrow('The part "sky" is wider than the 32-bit floats of USD');
  });

  it('converts to metres and keeps Z up, and finds what was changed', async () => {
    const mesh = level();
    const space: SourceSpace = { metresPerUnit: 0.01, up: '+z', handedness: 'right' };
    const baked = bake(mesh, space);
    expect(new TextDecoder().decode(baked.bytes)).toContain('upAxis = "Z"');
    expect((await verified(baked, mesh, space)).problems).toEqual([]);
    expect((await verified(baked, mesh)).ok).toBe(false);
    const moved = { ...mesh, positions: mesh.positions.map((value, i) => (i > mesh.positions.length - 4 ? value + 0.01 : value)) };
    expect((await verified(baked, moved, space)).problems).toEqual([expect.stringMatching(/1 shape is different/)]);
  });

  it('a plain mesh collides with its triangles and is rendered', async () => {
    const mesh = joined([named('a', box()), named('b', placed(box(), 1, [4, 0, 0]))]);
    const baked = bake(mesh);
    expect((await verified(baked, mesh)).problems).toEqual([]);
    expect((await read(baked.bytes)).mesh.parts.map(({ role }) => role)).toMatchObject(
      [0, 1].map(() => ({ shape: 'triangles', isRendered: true })),
    );
  });

  it('damaged text is refused with a message, or read', async () => {
    const { bytes } = bake(level());
    let refused = 0;
    for (let i = 0; i < 300; i++) {
      const damaged = bytes.slice(0, i % 2 === 0 ? (i * 7919) % bytes.length : bytes.length);
      if (damaged.length > 0) damaged[(i * 104_729) % damaged.length] = 33 + (i % 90);
      const found: unknown = await read(damaged).catch((error: unknown) => error);
      if (!(found instanceof Error)) continue;
      expect(found.name).toBe('InspectorError');
      refused++;
    }
    expect(refused).toBeGreaterThan(100);
  });
});

/** What the schemas of OpenUSD 26.05 allow: `usdGeom/schema.usda` and `usdPhysics/schema.usda`; PhysX names its own. Types by property. */
const allowed: Readonly<Record<string, string>> = {
  purpose: 'token',
  points: 'point3f[]',
  faceVertexCounts: 'int[]',
  faceVertexIndices: 'int[]',
  subdivisionScheme: 'token',
  size: 'double',
  radius: 'double',
  height: 'double',
  axis: 'token',
  'xformOp:translate': 'double3',
  'xformOp:orient': 'quatd',
  'xformOp:scale': 'double3',
  'physics:approximation': 'token',
  'physics:staticFriction': 'float',
  'physics:dynamicFriction': 'float',
  'physics:restitution': 'float',
  'physxMaterial:frictionCombineMode': 'token',
  'physxMaterial:restitutionCombineMode': 'token',
};
const approximations = ['none', 'convexDecomposition', 'convexHull', 'boundingSphere', 'boundingCube', 'meshSimplification'];

/** Prims by path, as the text reader of three.js finds them. */
function primsOf(bytes: Uint8Array) {
  const { specsByPath } = new USDAParser().parseData(new TextDecoder().decode(bytes)) as {
    readonly specsByPath: Readonly<Record<string, { readonly fields: Readonly<Record<string, unknown>> }>>;
  };
  const prims = new Map<string, { type: string; fields: Map<string, unknown>; types: Map<string, string> }>();
  for (const [path, { fields }] of Object.entries(specsByPath)) {
    const [prim = '', property] = path.split('.');
    const known = prims.get(prim) ?? { type: '', fields: new Map<string, unknown>(), types: new Map<string, string>() };
    prims.set(prim, known);
    if (property === undefined) known.type = String(fields['typeName'] ?? '');
    else {
      known.fields.set(property, fields['default']);
      known.types.set(property, String(fields['typeName']));
    }
  }
  return prims;
}

describe('USD Physics in other readers', () => {
  it('three.js finds the prims, schemas and properties of the published schemas', () => {
    const mesh = level();
    const prims = primsOf(bake(mesh).bytes);
    process.stdout.write(`USD: three.js ${REVISION}\n`);
    const { shapes } = usdShapes(mesh, metres, () => {});
    const types = { box: 'Cube', sphere: 'Sphere', capsule: 'Capsule', cylinder: 'Cylinder', plane: 'Plane' } as const;
    expect(shapes.length).toBeGreaterThan(7);
    for (const { name, use, form } of shapes) {
      const prim = prims.get(`/Colliders/${name}`)!;
      expect(prim.type).toBe(form.kind === 'exact' ? types[form.exact.kind] : 'Mesh');
      const schemas = String(prim.fields.get('apiSchemas') ?? '');
      expect(schemas.includes('PhysicsCollisionAPI'), name).toBe(use !== 'rendered');
      expect(schemas.includes('PhysicsMeshCollisionAPI'), name).toBe(use !== 'rendered' && form.kind !== 'exact');
      if (use !== 'rendered' && form.kind !== 'exact') {
        expect(approximations).toContain(prim.fields.get('physics:approximation'));
        expect(prim.fields.get('physics:approximation')).toBe(form.kind === 'hull' ? 'convexHull' : 'none');
      }
      for (const [property, type] of prim.types) {
        if (property === 'apiSchemas' || property.startsWith('material:binding')) continue;
        expect([property, type]).toEqual([property, allowed[property]]);
      }
      if (form.kind === 'exact') continue;
      expect(prim.fields.get('faceVertexIndices')).toHaveLength(form.surface.triangles.length);
    }
  });

  it('TinyUSDZ finds every triangle where it was, and every primitive with its sizes and pose', async () => {
    const usd = await startTinyUsd();
    process.stdout.write(`USD: ${usd.version}\n`);
    for (const space of [metres, { metresPerUnit: 0.0254, up: '+z', handedness: 'left' } as const]) {
      const mesh = level();
      const { bytes } = bake(mesh, space);
      const found = usd.load(bytes);
      if (typeof found === 'string') throw new Error(found);
      const { shapes } = usdShapes(mesh, space, () => {});
      const meshes = shapes.filter(({ form }) => form.kind !== 'exact');
      expect(found.map(({ path }) => path).toSorted()).toEqual(meshes.map(({ name }) => `/Colliders/${name}`).toSorted());
      for (const { name, form } of meshes) {
        const { positions, indices } = found.find(({ path }) => path === `/Colliders/${name}`)!.mesh;
        expect(Buffer.compare(Buffer.from(indices.buffer), Buffer.from(form.surface.triangles.slice().buffer))).toBe(0);
        const far = positions.filter((value, i) => !(Math.abs(value - form.surface.positions[i]!) <= 1e-6));
        expect([...far]).toEqual([]);
      }
      // The layer as the library writes it again, without what it does not know.
      const prims = primsOf(new TextEncoder().encode(usd.rewrite(bytes).replaceAll(/\n\s*\(\s*\)/g, '')));
      for (const { name, form } of shapes) {
        if (form.kind !== 'exact') continue;
        const fields = prims.get(`/Colliders/${name}`)!.fields;
        const { exact, pose } = form;
        const wanted =
          exact.kind === 'box'
            ? { size: 1 }
            : exact.kind === 'sphere'
              ? { radius: exact.radius }
              : 'height' in exact
                ? { radius: exact.radiusTop, height: exact.height }
                : {};
        for (const [field, value] of Object.entries(wanted)) expect(fields.get(field), `${name} ${field}`).toBeCloseTo(value, 12);
        expect(fields.get('xformOp:translate')).toEqual(pose.position.map((value) => expect.closeTo(value, 12) as number));
        if (exact.kind === 'box')
          expect(fields.get('xformOp:scale')).toEqual(exact.size.map((value) => expect.closeTo(value, 12) as number));
      }
    }
  });

  it('TinyUSDZ refuses a damaged layer, so it does not accept just anything', async () => {
    const usd = await startTinyUsd();
    const text = new TextDecoder().decode(bake(named('a', box())).bytes);
    expect(usd.load(new TextEncoder().encode(text.replace('point3f[] points = [(', 'point3f[] points = [(x')))).toBeTypeOf('string');
  });
});
