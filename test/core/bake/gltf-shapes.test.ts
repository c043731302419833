import { WebIO, type GLTF } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import rapier from '@dimforge/rapier3d-compat';
import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { Baked } from '#core/bake/bake-input';
import type { BakeFormatName } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { meshOfShapes } from '#core/convex/fit/mesh-of-shapes';
import { shapeDistance } from '#core/convex/fit/fitted-shape';
import { joinMeshes } from '#core/convex/collider/join-meshes';
import { importMesh } from '#core/import/import-mesh';
import { normalized } from '#core/math/vec3';
import type { ColliderRole } from '#core/mesh/collider-role';
import { withRoles } from '#core/mesh/part-role';
import { tessellate } from '#core/mesh/tessellate-shape';
import type { SourceSpace } from '#core/mesh/source-space';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { quarter } from '../../fixtures/scale.ts';
import { ball, box, channel, joined, knot, meshOf, named } from '../../fixtures/shapes.ts';
import { physicsSchemaProblems } from '../../fixtures/gltf-physics-schemas.ts';
import { fittedShapes, primitiveParts } from '../../fixtures/fitted-shapes.ts';

const metres: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'right' };
const formats = ['gltf-khr', 'gltf-omi', 'unreal', 'godot'] as const;

const bake = (format: BakeFormatName, mesh: TriangleMesh, space = metres): Baked =>
  bakeMesh(format, { mesh, space, trees: [], source: null, findings: [], ignored: [] });

const verified = (format: BakeFormatName, { bytes }: Baked, mesh: TriangleMesh, space = metres) =>
  verifyBaked({ bytes, fileName: `x.${bakeFormats[format].extension}`, against: { mesh, space }, queries: 50, seed: 1 });

const physics = {
  material: { staticFriction: 0.5, dynamicFriction: 0.4, restitution: 0.3, frictionCombine: 'average', restitutionCombine: 'maximum' },
  filter: { systems: ['props'], collideWith: [], notCollideWith: ['debris'] },
} as const;

function roled(mesh: TriangleMesh, role: Partial<ColliderRole>): TriangleMesh {
  const whole = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'extras', exact: null, ...role } as const;
  return { ...mesh, parts: mesh.parts.map((part) => ({ ...part, role: whole })) };
}

const moved = (mesh: TriangleMesh, by: readonly number[]): TriangleMesh => ({
  ...mesh,
  positions: mesh.positions.map((value, i) => value + by[i % 3]!),
});

/** Every use and every form. */
const level = (): TriangleMesh =>
  joinMeshes([
    primitiveParts(),
    roled(named('hull', moved(ball(8, 5), [0, 9, 0])), { physics, of: 'rock' }),
    roled(named('wall', moved(channel(), [9, 0, 0])), { shape: 'triangles', isRendered: true }),
    roled(named('seen hull', moved(ball(8, 5), [0, 0, 9])), { isRendered: true, physics }),
    roled(named('zone', moved(box(), [0, 0, -9])), { isTrigger: true }),
    named('rock', moved(knot(2, 3, 24, 6), [0, -12, 0])),
  ]);

beforeAll(() => rapier.init());

describe.each(formats)('%s', (format) => {
  it('keeps all that it can, without an issue of the validator', async () => {
    const mesh = level();
    const baked = bake(format, mesh);
    expect((await verified(format, baked, mesh)).problems).toEqual([]);
    const { issues, validatorVersion } = (await validateBytes(baked.bytes, { maxIssues: 0, writeTimestamp: false })) as unknown as {
      readonly validatorVersion: string;
      readonly issues: { readonly numErrors: number; readonly messages: readonly { readonly code: string; readonly severity: number }[] };
    };
    process.stdout.write(`${format}: glTF-Validator ${validatorVersion}\n`);
    // The validator does not know the physics extensions, and so finds their meshes unused.
    const known = ['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT', 'NODE_EMPTY'];
    expect(issues.messages.filter(({ code }) => !known.includes(code))).toEqual([]);
    expect(issues.numErrors).toBe(0);
  });

  it('converts inches with Z up, and verifies that', async () => {
    const mesh = level();
    const space: SourceSpace = { metresPerUnit: 0.0254, up: '+z', handedness: 'left' };
    const baked = bake(format, mesh, space);
    expect(baked.notes[0]).toMatchObject({ code: 'space-converted' });
    expect((await verified(format, baked, mesh, space)).problems).toEqual([]);
    expect((await verified(format, baked, mesh)).ok).toBe(false);
  });

  it('finds a part that moved and a part that is missing', async () => {
    const mesh = level();
    const baked = bake(format, mesh);
    const bent = { ...mesh, positions: mesh.positions.map((value, i) => (i > mesh.positions.length - 4 ? value + 0.01 : value)) };
    expect((await verified(format, baked, bent)).problems).toEqual([expect.stringMatching(/1 shape is different/)]);
    expect((await verified(format, baked, { ...mesh, parts: mesh.parts.slice(0, -1) })).ok).toBe(false);
  });

  it('writes a mesh without colliders as one that is rendered and collides', async () => {
    const mesh = joined([named('a', box()), named('b', moved(box(), [4, 0, 0]))]);
    const baked = bake(format, mesh);
    expect((await verified(format, baked, mesh)).problems).toEqual([]);
    const { mesh: read } = await importMesh(baked.bytes, { fileName: 'a.glb', progress: () => {}, readSideFile: async () => null });
    expect(read.parts.map(({ name }) => name)).toEqual(
      { 'gltf-khr': ['a', 'b'], 'gltf-omi': ['a', 'b'], unreal: ['a', 'UCX_a_01', 'b', 'UCX_b_01'], godot: ['a-col', 'b-col'] }[format],
    );
  });

  it('keeps its meaning through a damaged byte or is refused', async () => {
    const { bytes } = bake(format, level());
    const inputs = quarter(300);
    let refused = 0;
    for (let i = 0; i < inputs; i++) {
      const damaged = bytes.slice();
      damaged[(i * 7919) % bytes.length]! ^= 1 << (i % 8);
      const found = await importMesh(damaged, { fileName: 'a.glb', progress: () => {}, readSideFile: async () => null }).catch(
        (error: unknown) => error,
      );
      if (found instanceof Error) {
        expect(found.name).toBe('InspectorError');
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(inputs / 20);
  });
});

/** The fields of a document that a physics engine reads. */
interface PhysicsNode {
  readonly name: string;
  readonly mesh?: number;
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly extensions?: Readonly<Record<string, Readonly<Record<string, never>>>>;
}

describe('the extensions', () => {
  it('follow their JSON schemas, which refuse other members, types and numbers', async () => {
    for (const format of ['gltf-khr', 'gltf-omi'] as const) {
      for (const mesh of [
        level(),
        box(),
        roled(named('hull', ball(8, 5)), { physics: { ...physics, filter: { ...physics.filter, collideWith: ['a'] } } }),
      ]) {
        const { json } = await document(bake(format, mesh));
        expect(physicsSchemaProblems(json)).toEqual([]);
      }
      const { json } = await document(bake(format, level()));
      const text = JSON.stringify(json);
      for (const [from, to] of [
        ['"radius":0.75', '"radius":"a"'],
        ['"type":"box"', '"type":"cube"'],
        ['"restitution":0.3', '"restitution":-1'],
        ['"physicsMaterial":0', '"physicsMaterial":7'],
        ['"collider":{', '"collider":{"other":1,'],
        ['"average"', '"mean"'],
      ] as const) {
        expect(text).toContain(from);
        expect(physicsSchemaProblems(JSON.parse(text.replace(from, to)) as object), `${format} ${to}`).not.toEqual([]);
      }
    }
  });

  it('have exactly the fields of their schemas', async () => {
    const mesh = level();
    for (const format of ['gltf-khr', 'gltf-omi'] as const) {
      const { json } = await document(bake(format, mesh));
      const [body, list] =
        format === 'gltf-khr' ? ['KHR_physics_rigid_bodies', 'KHR_implicit_shapes'] : ['OMI_physics_body', 'OMI_physics_shape'];
      expect(json.extensionsUsed).toEqual([body, list]);
      const shapesOf = (json.extensions as Readonly<Record<string, { shapes: readonly Record<string, unknown>[] }>>)[list!]!.shapes;
      expect(shapesOf.slice(0, 4)).toMatchObject([
        { type: 'sphere', sphere: { radius: 0.75 } },
        { type: 'box', box: { size: [1, 2, 3] } },
        { type: 'capsule', capsule: { height: expect.closeTo(Math.sqrt(6), 12), radiusTop: 0.5, radiusBottom: 0.5 } },
        { type: 'cylinder', cylinder: { height: expect.closeTo(Math.sqrt(6), 12), radiusTop: 0.5, radiusBottom: 0.5 } },
      ]);
      expect(shapesOf.every((shape) => Object.keys(shape).join() === `type,${String(shape['type'])}`)).toBe(true);
      const { physicsMaterials, collisionFilters } = (json.extensions as never)[body!] as Record<string, unknown>;
      expect(physicsMaterials).toEqual([physics.material]);
      expect(collisionFilters).toEqual([{ collisionSystems: ['props'], notCollideWithSystems: ['debris'] }]);
      const nodes = json.nodes as unknown as readonly PhysicsNode[];
      expect(nodes.filter(({ extensions }) => extensions?.[body!]?.['trigger'] !== undefined).map(({ name }) => name)).toEqual(['zone']);
      const meshes = json.meshes!.length;
      for (const { extensions } of nodes) {
        const entry = extensions?.[body!];
        if (entry === undefined) continue;
        const keys = Object.keys(entry).toSorted();
        expect([['collider'], ['trigger'], ['collider', 'motion'], ['motion', 'trigger']]).toContainEqual(keys);
        const collider = (entry['collider'] ?? entry['trigger']) as unknown as {
          shape?: number;
          geometry?: { mesh?: number; shape?: number };
        };
        const shape = collider.shape ?? collider.geometry?.shape;
        if (shape === undefined) expect(collider.geometry!.mesh).toBeLessThan(meshes);
        else expect(shape).toBeLessThan(shapesOf.length);
      }
    }
  });

  it('friction, restitution, layers and two radii come back', async () => {
    const exact = { kind: 'capsule', height: 2, radiusTop: 0.5, radiusBottom: 0.25 } as const;
    const { positions, triangles } = tessellate(exact);
    const mesh = roled(named('a', meshOf([...positions], [...triangles])), { shape: 'capsule', exact, physics });
    for (const format of ['gltf-khr', 'gltf-omi'] as const) {
      const baked = bake(format, mesh);
      expect((await verified(format, baked, mesh)).problems).toEqual([]);
      const context = { fileName: 'a.glb', progress: () => {}, readSideFile: async () => null, options: { colliders: 'with' } } as const;
      const { mesh: read } = await importMesh(baked.bytes, context);
      expect(read.parts[0]!.role).toMatchObject({ exact, physics });
    }
  });

  it('Rapier, loaded with the shapes of the file, hits the surfaces of the source', async () => {
    const mesh = meshOfShapes(fittedShapes.map((fitted) => ({ name: fitted.shape, fitted })));
    for (const format of ['gltf-khr', 'gltf-omi'] as const) {
      const { json } = await document(bake(format, mesh));
      const world = new rapier.World({ x: 0, y: 0, z: 0 });
      const root = Object.values(json.extensions as Readonly<Record<string, { shapes?: readonly Record<string, unknown>[] }>>);
      const list = root.find(({ shapes: found }) => found !== undefined)!.shapes!;
      for (const { translation, rotation, extensions } of json.nodes as unknown as readonly PhysicsNode[]) {
        const { collider } = Object.values(extensions!)[0] as unknown as { collider: { shape?: number; geometry?: { shape: number } } };
        const shape = list[collider.shape ?? collider.geometry!.shape]!;
        const { size, radius, radiusTop, height } = shape[String(shape['type'])] as {
          readonly size: readonly [number, number, number];
          readonly radius: number;
          readonly radiusTop: number;
          readonly height: number;
        };
        const made = {
          box: () => rapier.ColliderDesc.cuboid(size[0] / 2, size[1] / 2, size[2] / 2),
          sphere: () => rapier.ColliderDesc.ball(radius),
          capsule: () => rapier.ColliderDesc.capsule(height / 2, radiusTop),
          cylinder: () => rapier.ColliderDesc.cylinder(height / 2, radiusTop),
        }[String(shape['type'])]!();
        const [x = 0, y = 0, z = 0, w = 1] = rotation ?? [];
        const [px = 0, py = 0, pz = 0] = translation ?? [];
        world.createCollider(made.setTranslation(px, py, pz).setRotation({ x, y, z, w }));
      }
      world.step();
      let hits = 0;
      const off = seededRays(mesh, 1000, 5).filter((ray, i) => {
        // Aimed at inner points: at rims its search for round shapes ends early.
        if (i % 4 !== 0) return false;
        const [dx, dy, dz] = normalized(ray.direction)!;
        const [ox, oy, oz] = ray.origin;
        const hit = world.castRay(new rapier.Ray({ x: ox, y: oy, z: oz }, { x: dx, y: dy, z: dz }), 1e3, true);
        if (hit === null) return false;
        hits++;
        const at = hit.timeOfImpact;
        return Math.min(...fittedShapes.map((fitted) => Math.abs(shapeDistance(fitted, ox + dx * at, oy + dy * at, oz + dz * at)))) > 1e-3;
      });
      process.stdout.write(`${format}: Rapier ${rapier.version()}, ${hits} hits\n`);
      expect(off).toEqual([]);
      expect(hits).toBeGreaterThan(200);
      world.free();
    }
  });
});

describe('names of engines', () => {
  it('follow shape and rendered part, number copies, and make everything for Unreal convex', () => {
    const mesh = joined([
      named('Rock', ball(12, 8)),
      named('UBX_Rock', box()),
      named('USP_Rock_07', ball(12, 8)),
      named('Rock-colonly', channel()),
      named('UCX_lonely', ball(8, 5)),
    ]);
    const source = { ...mesh, parts: withRoles(mesh.parts) };
    const names = async (format: BakeFormatName) => (await document(bake(format, source))).json.nodes!.map(({ name }) => name);
    return Promise.all([
      expect(names('unreal')).resolves.toEqual(['Rock', 'UBX_Rock_01', 'USP_Rock_02', 'UCX_Rock_03', 'UCX_lonely_01']),
      expect(names('godot')).resolves.toEqual(['Rock', 'Rock-convcolonly', 'Rock_2-convcolonly', 'Rock_3-colonly', 'lonely-convcolonly']),
    ]).then(() =>
      expect(bake('unreal', source).notes).toMatchObject([
        { code: 'shape-fitted', count: 2 },
        { code: 'hull-used', count: 1 },
        { code: 'rendered-missing', count: 1 },
      ]),
    );
  });

  it('flat colliders are refused for Unreal, with the count of vertices', () => {
    const flat = roled(named('floor', meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2])), {});
    expect(() => bake('unreal', flat)).toThrow(/the 3 vertices of the part "floor" lie in one plane/);
    expect(bake('godot', flat).bytes.length).toBeGreaterThan(100);
  });
});

async function document({ bytes }: Baked): Promise<{ readonly json: GLTF.IGLTF }> {
  return new WebIO().binaryToJSON(bytes);
}
