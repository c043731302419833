import { beforeAll, describe, expect, it } from 'vitest';
import { bakeMesh } from '#core/bake/bake-mesh';
import type { Baked } from '#core/bake/bake-input';
import { seededRays } from '#core/bake/verify/seeded-rays';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { convexHull } from '#core/convex/hull/convex-hull';
import { meshOfHulls } from '#core/convex/hull/mesh-of-hulls';
import { shapeDistance } from '#core/convex/fit/fitted-shape';
import { joinMeshes } from '#core/convex/collider/join-meshes';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { dot, normalized, type Vec3 } from '#core/math/vec3';
import { seededRandom } from '#core/math/seeded-random';
import { unknownSpace, type SourceSpace } from '#core/mesh/source-space';
import { withRoles } from '#core/mesh/part-role';
import type { ExactShape } from '#core/mesh/collider-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { ball, box, channel, joined, knot, named } from '../../fixtures/shapes.ts';
import { fittedShapes, primitiveParts } from '../../fixtures/fitted-shapes.ts';
import { colliderRole, primitivePart } from '../../fixtures/collider-parts.ts';
import { startMujoco, type HeldByMujoco, type Mujoco } from '../../fixtures/mujoco.ts';

const metres: SourceSpace = { metresPerUnit: 1, up: '+z', handedness: 'right' };
const formats = ['mjcf', 'urdf'] as const;
type Format = (typeof formats)[number];

let mujoco: Mujoco;
beforeAll(async () => {
  mujoco = await startMujoco();
  process.stdout.write(`MuJoCo ${mujoco.version}\n`);
});

function bake(format: Format, mesh: TriangleMesh, space: SourceSpace = metres): Baked {
  return bakeMesh(format, { mesh, space, trees: [], source: null, findings: [], ignored: [], stem: 'model' });
}

function loaded(format: Format, { bytes, files }: Baked): HeldByMujoco {
  return mujoco.load(bytes, files, format === 'mjcf' ? 'model.xml' : 'model.urdf');
}

async function verified(format: Format, { bytes, files = [] }: Baked, mesh: TriangleMesh, space: SourceSpace = metres) {
  const readSideFile = async (path: string) => files.find((file) => file.path === path)?.bytes ?? null;
  const fileName = format === 'mjcf' ? 'model.xml' : 'model.urdf';
  return verifyBaked({ bytes, fileName, against: { mesh, space }, queries: 100, seed: 1, readSideFile });
}

const primitives = (): TriangleMesh => primitiveParts();

describe.each(formats)('%s', (format) => {
  it('keeps primitives, and MuJoCo hits them on their exact surface', async () => {
    const mesh = primitives();
    const baked = bake(format, mesh);
    expect(await verified(format, baked, mesh)).toMatchObject({ ok: true, mismatches: 0 });
    const model = loaded(format, baked);
    expect(model.types.toSorted()).toEqual(format === 'mjcf' ? [2, 3, 5, 6] : [2, 2, 2, 5, 5, 6]);
    const rays = seededRays(mesh, 1000, 3);
    let hits = 0;
    const off = rays.filter((ray, i) => {
      const hit = model.ray(ray);
      // Every fourth ray is aimed at the inside of a triangle, the others graze edges.
      if (hit === null) return i % 4 === 0;
      hits++;
      const [x, y, z] = pointAt(ray, hit.distance);
      return Math.min(...fittedShapes.map((fitted) => Math.abs(shapeDistance(fitted, x, y, z)))) > 1e-6;
    });
    expect(off).toEqual([]);
    expect(hits).toBeGreaterThan(500);
  });

  it('keeps hulls: rays of MuJoCo hit them where ours do', () => {
    const mesh = asHulls(joined([named('knot hull', knot(2, 3, 24, 6)), named('ball hull', moved(ball(12, 8), [6, 0, 0]))]));
    const model = loaded(format, bake(format, mesh));
    expect(model.types).toEqual([7, 7]);
    expect(compared(model, mesh, 1000)).toMatchObject({ different: 0 });
  });

  it('converts centimetres with Y up to metres with Z up, and keeps the outside outside', async () => {
    const mesh = asHulls(named('hull', moved(ball(12, 8), [3, 5, 7])));
    const space: SourceSpace = { metresPerUnit: 0.01, up: '+y', handedness: 'right' };
    const baked = bake(format, mesh, space);
    expect(baked.notes[0]).toMatchObject({ code: 'space-converted' });
    expect(await verified(format, baked, mesh, space)).toMatchObject({ ok: true });
    const { positions } = mesh;
    const expected = positions.map((_, i) => [positions[i]!, 0 - positions[i + 1]!, positions[i - 1]!][i % 3]! / 100);
    expect([...expected.subarray(0, 3)]).toEqual([positions[0]! / 100, -positions[2]! / 100, positions[1]! / 100]);
    expect(compared(loaded(format, baked), { ...mesh, positions: expected }, 500)).toMatchObject({ different: 0 });
  });

  it('converts left-handed coordinates, which mirrors the triangles once', async () => {
    const mesh = named('part', channel());
    const space: SourceSpace = { metresPerUnit: 1, up: '+y', handedness: 'left' };
    const baked = bake(format, mesh, space);
    expect(await verified(format, baked, mesh, space)).toMatchObject({ ok: true });
    expect(baked.notes.map(({ code }) => code).slice(0, 2)).toEqual(['space-converted', 'hull-used']);
  });

  it('refuses a flat collider with its number of vertices', () => {
    const flat = { ...box(), indices: Uint32Array.of(0, 1, 2, 0, 2, 3), parts: [{ ...box().parts[0]!, triangleCount: 2 }] };
    const mesh = asHulls(named('floor', flat));
    expect(() => bake(format, mesh)).toThrow(/the 4 vertices of the part "floor" lie in one plane in 32-bit floats/);
  });

  it('refuses a part that is wider than f32 by its name', () => {
    const mesh = { ...named('sky', ball(6, 4)), positions: ball(6, 4).positions.map((value) => 1e300 * value) };
    expect(() => bake(format, mesh)).toThrow(/The part "sky" is wider than the 32-bit floats of /);
  });

  it('refuses a rendered part beyond f32 by its name', () => {
    const sky = { ...named('sky', ball(6, 4)), positions: ball(6, 4).positions.map((value) => 1e39 * value) };
    expect(() => bake(format, joinMeshes([asHulls(named('rock', box())), sky]))).toThrow(
      /The part "sky" is wider than the 32-bit floats of /,
    );
  });

  it('finds a vertex that moved, another size, another name and a missing part', async () => {
    const mesh = joinMeshes([primitives(), asHulls(named('hull', ball(12, 8)))]);
    const baked = bake(format, mesh);
    expect(await verified(format, baked, mesh)).toMatchObject({ ok: true });
    const changed = (change: (mesh: TriangleMesh) => TriangleMesh) => verified(format, baked, change(mesh));
    const bent = (m: TriangleMesh): TriangleMesh => ({
      ...m,
      positions: m.positions.map((v, i) => (i === m.positions.length - 1 ? v + 0.01 : v)),
    });
    expect((await changed(bent)).problems).toEqual(['1 shape is different from the mesh']);
    const [first] = mesh.parts;
    const named2 = (m: TriangleMesh): TriangleMesh => ({
      ...m,
      parts: m.parts.map((part) => (part.name === first!.name ? { ...part, name: 'other' } : part)),
    });
    expect((await changed(named2)).problems).toEqual(['1 names of the shapes are missing']);
    const grown = (m: TriangleMesh): TriangleMesh => ({
      ...m,
      parts: m.parts.map((part, i) => (i === 0 ? { ...part, role: { ...part.role!, exact: { kind: 'sphere', radius: 0.76 } } } : part)),
    });
    expect((await changed(grown)).problems).toEqual(['1 shape is different from the mesh']);
    expect((await changed((m) => ({ ...m, parts: m.parts.slice(1) }))).ok).toBe(false);
  });

  it('writes the same bytes again, and unknown units as they are', () => {
    const mesh = primitives();
    expect(bake(format, mesh).bytes).toEqual(bake(format, mesh).bytes);
    expect(
      bake(format, mesh, unknownSpace)
        .notes.map(({ code }) => code)
        .slice(0, 2),
    ).toEqual(['units-assumed', 'axes-assumed']);
  });

  it('has every name once, with letters that XML escapes', async () => {
    const mesh = joined([named('a<b>&"c"', box()), named('a<b>&"c"', moved(box(), [3, 0, 0])), named('', moved(box(), [6, 0, 0]))]);
    const baked = bake(format, mesh);
    expect(await verified(format, baked, mesh)).toMatchObject({ ok: true });
    expect(loaded(format, baked).types).toEqual([7, 7, 7]);
  });

  it('damaged bytes are refused with a message, or read as another mesh', async () => {
    const { bytes, files = [] } = bake(format, joinMeshes([primitives(), asHulls(named('hull', ball(6, 4)))]));
    const random = seededRandom(7);
    let refused = 0;
    for (let i = 0; i < 600; i++) {
      const damaged = bytes.slice(0, i % 3 === 0 ? Math.floor(random() * bytes.length) : bytes.length);
      for (let k = 0; k < 1 + (i % 4) && damaged.length > 0; k++)
        damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256);
      try {
        await importMesh(damaged, {
          fileName: `a.${format}`,
          progress: () => {},
          readSideFile: async (path) => files.find((f) => f.path === path)?.bytes ?? null,
        });
      } catch (error) {
        expect(error).toBeInstanceOf(InspectorError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(200);
  });
});

it('MuJoCo makes the same hull of the vertices as we do, and rays hit both alike', () => {
  const points = [knot(2, 3, 24, 6), ball(12, 8), channel()];
  for (const source of points) {
    const hull = convexHull(source.positions);
    const text = new TextDecoder().decode(bake('mjcf', named('part', source)).bytes);
    const model = mujoco.load(new TextEncoder().encode(text.replace(/ face="[^"]*"/, '')));
    expect(model.hullVertices).toEqual([hull.positions.length / 3]);
    expect(compared(model, meshOfHulls([{ name: 'hull', hull }]), 500)).toMatchObject({ different: 0 });
  }
});

describe('a primitive with a size of 0', () => {
  const capsule: ExactShape = { kind: 'capsule', height: 0, radiusTop: 0.5, radiusBottom: 0.5 };

  it.each(formats)('is a ball in %s if it is a capsule, and MuJoCo loads it', async (format) => {
    const mesh = primitivePart('pill', capsule, [1, 2, 3]);
    const baked = bake(format, mesh);
    expect(baked.notes).toMatchObject([{ code: 'shape-changed', count: 1 }]);
    expect(await verified(format, baked, mesh)).toMatchObject({ ok: true, problems: [] });
    const model = loaded(format, baked);
    expect(model.types).toEqual([2]);
    expect(model.ray({ origin: [1, 2, 9], direction: [0, 0, -1] })!.distance).toBeCloseTo(5.5, 9);
  });

  it.each<ExactShape>([
    { kind: 'box', size: [1, 0, 2] },
    { kind: 'sphere', radius: 0 },
    { kind: 'cylinder', height: 0, radiusTop: 1, radiusBottom: 1 },
    { kind: 'capsule', height: 1, radiusTop: 0, radiusBottom: 0 },
    { kind: 'capsule', height: 0, radiusTop: 0, radiusBottom: 0 },
  ])('is refused by the name of its part: $kind', (exact) => {
    const role = colliderRole({ shape: exact.kind, exact });
    const mesh: TriangleMesh = { ...box(), parts: [{ ...box().parts[0]!, name: 'thin', role }] };
    expect(() => bake('mjcf', mesh)).toThrow(`The ${exact.kind} of the part "thin" has a size that is not above 0, which MuJoCo refuses`);
  });
});

it('notes that MuJoCo fills the hollow of a channel, and not a box', () => {
  expect(bake('mjcf', named('part', channel())).notes).toMatchObject([{ code: 'hull-used', count: 1 }]);
  expect(bake('mjcf', named('part', box())).notes).toEqual([]);
});

it('a part with a name of Unreal becomes the primitive of its vertices', () => {
  const mesh = joined([
    named('Rock', ball(12, 8)),
    named('UBX_Rock', box()),
    named('USP_Rock', ball(12, 8)),
    named('UBX_Rock_02', ball(12, 8)),
  ]);
  const baked = bake('mjcf', { ...mesh, parts: withRoles(mesh.parts) });
  expect(baked.notes).toMatchObject([
    { code: 'shape-fitted', count: 2 },
    { code: 'shape-changed', count: 1 },
  ]);
  expect(loaded('mjcf', baked).types).toEqual([7, 6, 2, 7]);
});

describe('robot files of others', () => {
  const read = (text: string, files: Readonly<Record<string, string>> = {}) =>
    importMesh(new TextEncoder().encode(text), {
      fileName: 'a.xml',
      progress: () => {},
      readSideFile: async (path) => (files[path] === undefined ? null : new TextEncoder().encode(files[path])),
    });

  const bodies = `<mujoco><compiler angle="degree" eulerseq="zyx" meshdir="m"/>
    <default><geom size="0.1"/><default class="arm"><geom type="capsule" size="0.2 0.5"/></default></default>
    <asset><mesh name="t" scale="2 1 1" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset>
    <worldbody>
      <geom name="ball" pos="0 0 5"/>
      <body pos="1 2 3" euler="90 20 10" childclass="arm">
        <geom name="arm"/>
        <body quat="0.5 0.5 0.5 0.5"><geom name="link" fromto="0 0 0 1 1 1" size="0.1"/>
          <frame pos="0 0 -4" axisangle="1 0 0 30"><geom name="crate" type="box" size="0.5 1 2" xyaxes="0 1 0 -1 0.2 0" class="main"/></frame></body>
        <geom name="mesh" type="mesh" mesh="t" pos="0 6 0" zaxis="1 1 0"/>
        <geom name="seen" type="sphere" size="1" pos="9 9 9" contype="0" conaffinity="0"/>
      </body>
    </worldbody></mujoco>`;

  it('bodies, frames, classes and every kind of rotation are where MuJoCo has them', async () => {
    const { mesh } = await read(bodies);
    expect(mesh.parts.map(({ name, role }) => [name, role?.shape ?? 'rendered'])).toEqual([
      ['ball', 'sphere'],
      ['arm', 'capsule'],
      ['link', 'capsule'],
      ['crate', 'box'],
      ['mesh', 'hull'],
      ['seen', 'rendered'],
    ]);
    const model = mujoco.load(new TextEncoder().encode(bodies));
    // Round shapes are tessellated by up to 0.5 % of their radius.
    const rays = seededRays(mesh, 600, 5);
    const off = rays.filter((ray) => {
      const theirs = model.ray(ray);
      if (theirs === null || (model.names[theirs.geom] !== 'crate' && model.names[theirs.geom] !== 'mesh')) return false;
      const [ours] = raycastBruteForce(mesh, ray, { mode: 'first', cull: false }).hits;
      return ours === undefined || Math.abs(ours.distance - theirs.distance) > 0.02;
    });
    expect(off.length).toBeLessThan(3);
    for (const ray of rays) {
      const theirs = model.ray(ray);
      const [ours] = raycastBruteForce(mesh, ray, { mode: 'first', cull: false }).hits;
      if (ours !== undefined) expect(theirs, JSON.stringify(ray)).not.toBeNull();
    }
  });

  it('a box between two points is as thick as MuJoCo makes it', async () => {
    const text = `<mujoco><worldbody><geom name="beam" type="box" fromto="0 0 0 1 2 4" size="0.3 0.7"/></worldbody></mujoco>`;
    const { mesh } = await read(text);
    expect(mesh.parts[0]?.role?.exact).toMatchObject({ kind: 'box', size: [0.6, 0.6, Math.sqrt(21)] });
    expect(compared(mujoco.load(new TextEncoder().encode(text)), mesh, 500)).toMatchObject({ different: 0 });
  });

  it('a geom whose primitive is fitted to its mesh is left out with a finding, also without a type', async () => {
    const text = `<mujoco><asset><mesh name="t" vertex="0 0 0 1 0 0 0 1 0 0 0 1" face="0 2 1 0 1 3 0 3 2 1 2 3"/></asset><worldbody>
      <geom mesh="t"/><geom type="box" mesh="t"/><geom type="mesh" mesh="t"/></worldbody></mujoco>`;
    expect(mujoco.load(new TextEncoder().encode(text)).types).toEqual([2, 6, 7]);
    const { mesh, findings } = await read(text);
    expect(mesh.parts.map(({ name }) => name)).toEqual(['geom 2']);
    expect(findings.map(({ message, count }) => [message, count])).toEqual([['Primitives that MuJoCo fits to a mesh were not read', 2]]);
  });

  it('a mesh file that many assets name is read once, and copies in other scales have a limit', async () => {
    const tetrahedron = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
    let reads = 0;
    const assets = (count: number, more: string): string =>
      `<mujoco><asset>${Array.from({ length: count }, (_, i) => `<mesh name="m${i}" file="t.obj"${more}/>`).join('')}</asset></mujoco>`;
    const open = (text: string, obj: string) =>
      importMesh(new TextEncoder().encode(text), {
        fileName: 'a.xml',
        progress: () => {},
        readSideFile: async () => (reads++, new TextEncoder().encode(obj)),
      });
    await open(assets(300, ' scale="2 2 2"'), tetrahedron);
    expect(reads).toBe(1);
    const many = `${tetrahedron}${'f 1 3 2\n'.repeat(200_000)}`;
    const error: unknown = await open(assets(100, ' scale="2 2 2"'), many).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'too-large', message: expect.stringContaining('repeat their files') });
  });

  it('ten thousand default classes do not copy the ten thousand elements of the class around them', async () => {
    const elements = Array.from({ length: 10_000 }, (_, i) => `<e${i} size="1"/>`).join('');
    const classes = Array.from({ length: 10_000 }, (_, i) => `<default class="c${i}"><geom rgba="1 1 1 1"/></default>`).join('');
    const text = `<mujoco><default><geom size="0.5"/>${elements}${classes}</default><worldbody><geom class="c9999"/></worldbody></mujoco>`;
    expect((await read(text)).mesh.parts[0]?.role?.exact).toMatchObject({ radius: 0.5 });
  });

  it('joints of URDF place their links, and packages are folders next to it', async () => {
    const obj = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n';
    const text = `<robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
      <joint name="j" type="revolute"><parent link="base"/><child link="arm"/><origin xyz="0 0 2" rpy="0.1 0.2 0.3"/><limit effort="1" velocity="1" lower="-1" upper="1"/></joint>
      <link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
      <collision name="c"><origin xyz="1 0 0" rpy="0 1 0"/><geometry><mesh filename="package://p/m/t.obj" scale="1 2 3"/></geometry></collision>
      <visual><geometry><mesh filename="package://p/m/missing.obj"/></geometry></visual></link></robot>`;
    const { mesh, findings } = await read(text, { 'm/t.obj': obj });
    expect(mesh.parts.map(({ name, role }) => [name, role?.shape])).toEqual([
      ['base/collision', 'box'],
      ['c', 'triangles'],
    ]);
    expect(findings.map(({ code }) => code)).toEqual(['ignored-content']);
    const forMujoco = text.replace('package://p/m/t.obj', 't.obj').replace(/<visual>.*<\/visual>/s, '');
    const model = mujoco.load(new TextEncoder().encode(forMujoco), [{ path: 't.obj', bytes: new TextEncoder().encode(obj) }], 'a.urdf');
    expect(compared(model, mesh, 500)).toMatchObject({ different: 0 });
  });

  it.each([
    ['<mujoco><worldbody><geom type="box" size="1 1"/></worldbody></mujoco>', 'A box needs a size of 3 numbers', 1],
    ['<mujoco>\n<worldbody><geom type="mesh" mesh="x"/></worldbody></mujoco>', 'The mesh "x" of a geom is missing', 2],
    ['<mujoco><asset>\n<mesh name="a" vertex="0 0 0 1 0 0 0 1 0" face="0 1 3"/></asset></mujoco>', 'Corner 2 of a mesh is vertex 3', 2],
    ['<mujoco><asset>\n\n<mesh file="../x.obj"/></asset></mujoco>', 'is not inside the folder', 3],
    ['<mujoco><asset>\n\n<mesh file="x.obj"/></asset></mujoco>', 'needs "x.obj", which was not supplied', 3],
    ['<mujoco><worldbody>\n<geom size="nan"/></worldbody></mujoco>', 'size of the element "geom" is not 1 to 3 finite numbers', 2],
    ['<mujoco><worldbody>\n<geom class="q"/></worldbody></mujoco>', 'The default class "q" is missing', 2],
    ['<mujoco><worldbody>\n<body quat="0 0 0 0"/></worldbody></mujoco>', 'is not a rotation', 2],
    ['<mujoco><worldbody>\n<body>', 'The XML is damaged', 2],
    ['<mujoco>\n<compiler eulerseq="xyzx"/></mujoco>', 'eulerseq is not three of the letters', 2],
    ['<mujoco><worldbody>\n<geom fromto="0 0 0 1 1 1" size="1"/></worldbody></mujoco>', 'A sphere has no fromto', 2],
    ['<mujoco><worldbody>\n<geom type="box" fromto="1 1 1 1 1 1" size="1"/></worldbody></mujoco>', 'are at one point', 2],
    ['<robot><link name="a"/><joint><parent link="a"/><child link="b"/></joint></robot>', 'The child link "b" of a joint is missing', 1],
    [
      '<robot><link name="a"/>\n<link name="b"/><joint><parent link="a"/><child link="b"/></joint><joint><parent link="b"/><child link="a"/></joint></robot>',
      'form a loop',
      1,
    ],
    ['<robot><link name="a">\n<collision/></link></robot>', 'has no geometry', 2],
    ['<robot><link name="a">\n<collision><geometry><sphere/></geometry></collision></link></robot>', 'A sphere needs radius', 2],
  ])('%s is refused with its line', async (text, message, line) => {
    const error: unknown = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InspectorError);
    expect((error as InspectorError).message).toContain(message);
    expect((error as InspectorError).location).toMatchObject({ file: 'a.xml', line });
  });
});

function pointAt({ origin, direction }: { readonly origin: Vec3; readonly direction: Vec3 }, distance: number): Vec3 {
  const unit = normalized(direction)!;
  return [origin[0] + unit[0] * distance, origin[1] + unit[1] * distance, origin[2] + unit[2] * distance];
}

function moved(mesh: TriangleMesh, by: readonly number[]): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((value, i) => value + by[i % 3]!) };
}

/** Returns the convex hull of each part, as a collider. */
function asHulls(mesh: TriangleMesh): TriangleMesh {
  const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'extras', exact: null } as const;
  return { ...mesh, parts: mesh.parts.map((part) => ({ ...part, role })) };
}

/** Compares first hits of MuJoCo with brute force on the hulls of the parts, up to the f32 that MuJoCo stores, which counts more for grazing rays. */
function compared(model: HeldByMujoco, source: TriangleMesh, count: number): { readonly different: number } {
  const solid = meshOfHulls(
    source.parts.map(({ name, firstTriangle, triangleCount }) => {
      const points = [...source.indices.subarray(3 * firstTriangle, 3 * (firstTriangle + triangleCount))].flatMap((vertex) => [
        ...source.positions.subarray(3 * vertex, 3 * vertex + 3),
      ]);
      return { name, hull: convexHull(Float64Array.from(points)) };
    }),
  );
  let hits = 0;
  const different = seededRays(solid, count, 11).filter((ray, i) => {
    // Aimed at inner points: f32 decides about edges.
    if (i % 4 !== 0) return false;
    const theirs = model.ray(ray);
    const [ours] = raycastBruteForce(solid, ray, { mode: 'first', cull: false }).hits;
    hits++;
    const steepness = Math.abs(dot(normalized(ray.direction)!, ours!.normal!));
    return theirs === null || Math.abs(theirs.distance - ours!.distance) > (2e-6 / steepness) * (1 + ours!.distance);
  });
  expect(hits).toBeGreaterThan(count / 5);
  return { different: different.length };
}
