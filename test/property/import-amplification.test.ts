import { beforeEach, describe, expect, it, vi } from 'vitest';
import { writeParts } from '#core/bake/boxwood/parts-chunk';
import { readBoxwoodFile } from '#core/bake/boxwood/read-boxwood';
import { layOut } from '#core/bake/boxwood/write-boxwood';
import { InspectorError } from '#core/error';
import { importMesh } from '#core/import/import-mesh';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { createDracoDecoder } from '../../main/worker/draco-decoder.ts';
import { dracoDocument } from '../core/import/gltf/compressed-fixture.ts';
import { asciiFbx, connect, geometry, model } from '../core/import/fbx-fixture.ts';
import { glbBytes, gltfBytes } from '../core/import/gltf/gltf-fixture.ts';
import { blendChannel, blendShape, shape } from '../fixtures/animated-fbx.ts';
import { cpuMilliseconds } from '../fixtures/cpu-milliseconds.ts';
import { encodeDraco } from '../fixtures/draco.ts';
import { scaled } from '../fixtures/scale.ts';
import { meshOf } from '../fixtures/shapes.ts';

interface Judge {
  readonly validateString: (text: string, options: object) => Promise<{ readonly issues: { readonly messages: readonly unknown[] } }>;
}

/** What glTF-Validator, whose work grows with the square of some things, was given and gave. */
const judged = vi.hoisted(() => ({ characters: 0, issues: 0 }));
beforeEach(() => void Object.assign(judged, { characters: 0, issues: 0 }));
vi.mock('gltf-validator', async (original) => {
  const own = await original<Judge>();
  const validateString: Judge['validateString'] = async (text, options) => {
    const report = await own.validateString(text, options);
    judged.characters += text.length;
    judged.issues += report.issues.messages.length;
    return report;
  };
  return { ...own, validateString };
});

/** Files that ask for far more work or memory than their size: what they cost, and that they end in words. */
interface Cost {
  /** `read`, or the code of the refusal. */
  readonly outcome: string;
  readonly vertices: number;
  readonly triangles: number;
  /** Of typed arrays made while it was read, freed or not. */
  readonly arrayBytes: number;
}

async function costOf(bytes: Uint8Array, fileName: string): Promise<Cost> {
  const counted = countArrays();
  const result = await importMesh(bytes, { fileName, progress: () => {}, readSideFile: async () => null })
    .catch((error: unknown) => error)
    .finally(() => counted.stop());
  const arrayBytes = counted.bytes();
  if (result instanceof InspectorError) return { outcome: result.code, vertices: 0, triangles: 0, arrayBytes };
  if (result instanceof Error) throw result;
  const { mesh } = result as Awaited<ReturnType<typeof importMesh>>;
  return { outcome: 'read', vertices: mesh.positions.length / 3, triangles: mesh.indices.length / 3, arrayBytes };
}

/** Stands in for the two arrays that meshes are made of, until stopped. */
function countArrays(): { readonly bytes: () => number; readonly stop: () => void } {
  const { Float64Array: F64, Uint32Array: U32 } = globalThis;
  let bytes = 0;
  const watched = <T extends Float64ArrayConstructor | Uint32ArrayConstructor>(make: T): T =>
    new Proxy(make, {
      construct(target, args, newTarget) {
        const made = Reflect.construct(target, args, newTarget) as { readonly byteLength: number };
        if (typeof args[0] === 'number') bytes += made.byteLength;
        return made;
      },
    });
  globalThis.Float64Array = watched(F64);
  globalThis.Uint32Array = watched(U32);
  return {
    bytes: () => bytes,
    stop: () => {
      globalThis.Float64Array = F64;
      globalThis.Uint32Array = U32;
    },
  };
}

const megabyte = 2 ** 20;

/**
 * Returns the cost of a file that uses something many times, and how many times as long it takes as a file that uses it once, by processor time in
 * the same run. Time is the subject: the result must not depend on the machine.
 */
async function againstOne(fileOf: (uses: number) => Uint8Array, uses: number, fileName: string): Promise<{ cost: Cost; times: number }> {
  const timed = async (bytes: Uint8Array): Promise<{ cost: Cost; milliseconds: number }> => {
    const start = cpuMilliseconds();
    const cost = await costOf(bytes, fileName);
    return { cost, milliseconds: cpuMilliseconds() - start };
  };
  const [once, again, many] = [await timed(fileOf(1)), await timed(fileOf(1)), await timed(fileOf(uses))];
  // The first run also compiles the code, which helps both.
  return { cost: many.cost, times: many.milliseconds / Math.max(1, Math.min(once.milliseconds, again.milliseconds)) };
}
const repeated = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** A GLB of one accessor of 100,000 positions, in 1.2 MB, and the primitives given. */
function manyPrimitives(primitives: readonly unknown[], nodes: readonly unknown[] = [{ mesh: 0 }]): Uint8Array {
  const count = 100_000;
  const document = {
    scenes: [{ nodes: nodes.map((_, i) => i) }],
    nodes,
    meshes: [{ primitives }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: 'VEC3', count, min: [0, 0, 0], max: [0, 0, 0] },
      { bufferView: 0, componentType: 5125, type: 'SCALAR', count: 3 },
    ],
    bufferViews: [{ buffer: 0, byteLength: 12 * count }],
    buffers: [{ byteLength: 12 * count }],
  };
  return glbBytes(document, new Uint8Array(12 * count));
}

describe('small glTF files that declare much', () => {
  it('many primitives on one accessor share its vertices', async () => {
    const primitives = repeated(scaled(3_000), () => ({ attributes: { POSITION: 0 }, indices: 1 }));
    const cost = await costOf(manyPrimitives(primitives), 'a.glb');
    expect(cost).toMatchObject({ outcome: 'read', vertices: 100_000, triangles: primitives.length });
    expect(cost.arrayBytes).toBeLessThan(16 * megabyte);
  });

  it.each([
    ['in the scene', [{ mesh: 0 }]],
    ['outside the scene', [{}]],
  ])('more triangles than memory holds are refused before any is read, %s', async (_, nodes) => {
    const primitives = repeated(5_000, () => ({ attributes: { POSITION: 0 } }));
    const cost = await costOf(manyPrimitives(primitives, nodes), 'a.glb');
    expect(cost.outcome).toBe('too-large');
    expect(cost.arrayBytes).toBeLessThan(16 * megabyte);
  });

  it('many accessors on the same bytes are refused before any is read', async () => {
    const count = 100_000;
    const uses = 3_000;
    const document = {
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: repeated(uses, (i) => ({ attributes: { POSITION: i } })) }],
      accessors: repeated(uses, () => ({ bufferView: 0, componentType: 5126, type: 'VEC3', count, min: [0, 0, 0], max: [0, 0, 0] })),
      bufferViews: [{ buffer: 0, byteLength: 12 * count }],
      buffers: [{ byteLength: 12 * count }],
    };
    const cost = await costOf(glbBytes(document, new Uint8Array(12 * count)), 'a.glb');
    expect(cost.outcome).toBe('too-large');
    expect(cost.arrayBytes).toBeLessThan(16 * megabyte);
  });

  it('numbers in extras cost little more than to parse them', async () => {
    const bytes = gltfBytes({ extras: repeated(scaled(20_000_000), () => 1) });
    const cost = await costOf(bytes, 'a.gltf');
    expect(cost.outcome).toBe('read');
    expect(cost.arrayBytes).toBeLessThan(megabyte);
    expect(judged.characters).toBeGreaterThan(0);
    expect(judged.characters).toBeLessThan(100);
  });

  it('skins of many joints on a deep chain do not matter to a mesh at rest', async () => {
    const nodes = repeated(2_000, (i) => ({ skin: i % 300, ...(i < 1_999 && { children: [i + 1] }) }));
    const skins = repeated(300, () => ({ joints: repeated(1_000, (i) => 1_999 - i) }));
    const cost = await costOf(gltfBytes({ scenes: [{ nodes: [0] }], nodes, skins }), 'a.gltf');
    expect(cost.outcome).toBe('read');
    expect(cost.arrayBytes).toBeLessThan(megabyte);
    // The nodes alone, a few dozen characters each, and none of the 300,000 joints.
    expect(judged.characters).toBeGreaterThan(0);
    expect(judged.characters).toBeLessThan(30 * nodes.length);
  });

  it('materials that break a rule each, without end, are refused', async () => {
    const bytes = gltfBytes({ materials: repeated(scaled(1_000_000), () => ({ alphaMode: 'no such', alphaCutoff: -1 })) });
    const cost = await costOf(bytes, 'a.gltf');
    expect(cost.outcome).toBe('too-large');
    expect(cost.arrayBytes).toBeLessThan(megabyte);
    expect(judged.issues).toBe(100_000);
  });
});

describe('small FBX files that share blend weights', () => {
  const vertices = 4_000;
  const zeros = repeated(3 * vertices, () => 0);
  const points = repeated(vertices, (i) => i);
  const fbx = (objects: string, links: string): Uint8Array =>
    new TextEncoder().encode(
      asciiFbx({
        objects: geometry(10, zeros, [0, 1, -3]) + model(1, 'a') + blendShape(30) + objects,
        connections: connect(1, 0) + connect(10, 1) + connect(30, 10) + links,
      }),
    );
  const uses = scaled(40_000);

  it.each([
    ['a channel that one shape uses many times', (uses: number) => fbx(blendChannel(31, points), connect(31, 30).repeat(uses))],
    [
      'a shape that one channel uses many times',
      (uses: number) => fbx(blendChannel(31, [100]) + shape(32, points, zeros), connect(31, 30) + connect(32, 31).repeat(uses)),
    ],
    [
      'a shape that many channels use',
      (uses: number) =>
        fbx(
          `${repeated(uses, (i) => blendChannel(100 + i, [100])).join('')}${shape(32, points, zeros)}`,
          repeated(uses, (i) => connect(100 + i, 30) + connect(32, 100 + i)).join(''),
        ),
    ],
  ])('%s is read once, or refused', async (_, fileOf) => {
    const { cost, times } = await againstOne(fileOf, uses, 'a.fbx');
    expect(['read', 'too-large']).toContain(cost.outcome);
    expect(cost.arrayBytes).toBeLessThan(128 * fileOf(uses).length + 128 * megabyte);
    // To read the text of the uses takes time too.
    expect(times).toBeLessThan(uses / 10);
  });
});

describe('small USD files that declare much', () => {
  const scene = (joints: readonly string[], mesh: string, shapes: readonly string[] = []): Uint8Array =>
    new TextEncoder().encode(`#usda 1.0
def SkelRoot "r" { rel skel:skeleton = </r/s>
def Skeleton "s" { uniform token[] joints = [${joints.join(', ')}]\nuniform matrix4d[] bindTransforms = [${joints.map(() => '((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1))').join(', ')}]\nrel skel:animationSource = </r/a> }
def SkelAnimation "a" { uniform token[] blendShapes = [${shapes.join(', ')}]\nfloat[] blendShapeWeights.timeSamples = { 0: [${shapes.map(() => 1).join(', ')}] } }
def Mesh "m" { int[] faceVertexCounts = [3]\nint[] faceVertexIndices = [0, 1, 2]\n${mesh} } }`);

  it('a shape that a mesh names under many names is read once', async () => {
    const vertices = 4_000;
    const zeros = repeated(vertices, () => '(0,0,0)').join(',');
    const uses = scaled(4_000);
    const fileOf = (count: number): Uint8Array => {
      const names = repeated(count, (i) => `"n${i}"`);
      const mesh = `point3f[] points = [${zeros}]\nuniform token[] skel:blendShapes = [${names.join(', ')}]\nrel skel:blendShapeTargets = [${names.map(() => '<u>').join(', ')}]\ndef BlendShape "u" { vector3f[] offsets = [${zeros}] }`;
      return scene([], mesh, names);
    };
    const { cost, times } = await againstOne(fileOf, uses, 'a.usda');
    expect(cost).toMatchObject({ outcome: 'read', triangles: 1 });
    expect(cost.arrayBytes).toBeLessThan(16 * megabyte);
    expect(times).toBeLessThan(uses / 10);
  });

  it('paths of joints cost as much as they are long', async () => {
    const mesh =
      'point3f[] points = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]\nint[] primvars:skel:jointIndices = [0, 0, 0] (interpolation = "vertex")\nfloat[] primvars:skel:jointWeights = [1, 1, 1] (interpolation = "vertex")';
    // Of 60 joints each time, with paths of so many times 20 names.
    const fileOf = (length: number): Uint8Array => {
      const joints = repeated(60, (i) => `"${'a/'.repeat(20 * length)}${i}"`);
      return scene(joints, mesh);
    };
    const length = 400;
    const { cost, times } = await againstOne(fileOf, length, 'a.usda');
    expect(cost).toMatchObject({ outcome: 'read', triangles: 1 });
    expect(times).toBeLessThan(2 * length);
  });
});

describe('small files that repeat what they have', () => {
  it('USD references of references are limited by the bytes', async () => {
    const triangles = 2_000;
    const levels = repeated(13, (i) => `def Xform "l${i + 1}" { def "x" (references = </l${i}>) {} def "y" (references = </l${i}>) {} }`);
    const bytes = new TextEncoder().encode(`#usda 1.0
def Xform "l0" { def Mesh "m" { point3f[] points = [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
int[] faceVertexCounts = [${repeated(triangles, () => 3).join(',')}]
int[] faceVertexIndices = [${repeated(triangles, () => '0,1,2').join(',')}] } }
${levels.join('\n')}`);
    const cost = await costOf(bytes, 'a.usda');
    expect(cost.outcome).toBe('too-large');
    expect(cost.arrayBytes).toBeLessThan(16 * megabyte);
  });

  it('primitives of one Draco stream are limited by its bytes', async () => {
    const side = 100;
    const positions = Float32Array.from(
      { length: 3 * side * side },
      (_, i) => (i % 3 === 2 ? 0 : 1) * Math.floor(i / 3 / (i % 3 === 0 ? 1 : side)),
    );
    const indices = Uint32Array.from({ length: 3 * (side - 1) * side }, (_, i) => Math.floor(i / 3) + [0, 1, side][i % 3]!);
    const stream = await encodeDraco({ positions, indices, method: 'edgebreaker' });
    const document = dracoDocument(stream, side * side, indices.length);
    const [primitive] = (document['meshes'] as { readonly primitives: readonly unknown[] }[])[0]!.primitives;
    const bytes = gltfBytes({ ...document, meshes: [{ primitives: repeated(2_000, () => primitive) }] });
    const counter = countArrays();
    const context = { fileName: 'a.gltf', progress: () => {}, readSideFile: async () => null, decodeDraco: createDracoDecoder() };
    const refusal = await importMesh(bytes, context).catch((error: unknown) => error);
    counter.stop();
    expect(refusal).toMatchObject({ code: 'too-large', message: 'The compressed meshes do not fit into memory' });
    expect(counter.bytes()).toBeLessThan(200 * megabyte);
  });

  it('COLLADA animations of nodes that are instanced many times are limited by the bytes', async () => {
    const keys = 2_000;
    const source = (id: string, values: readonly number[]): string =>
      `<source id="${id}"><float_array id="${id}-a" count="${keys}">${values.join(' ')}</float_array><technique_common><accessor source="#${id}-a" count="${keys}" stride="1"><param type="float"/></accessor></technique_common></source>`;
    const node = (id: string, inside: string): string => `<node id="${id}">${inside}</node>`;
    const twice = (id: string): string => `<instance_node url="#${id}"/>`.repeat(2);
    const text = `<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="p-a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#p-a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_animations><animation>${source(
      'in',
      repeated(keys, (i) => i),
    )}${source(
      'out',
      repeated(keys, (i) => i % 7),
    )}<sampler id="s"><input semantic="INPUT" source="#in"/><input semantic="OUTPUT" source="#out"/></sampler><channel source="#s" target="n0/t.X"/></animation></library_animations>
<library_nodes>${node('n0', '<translate sid="t">0 0 0</translate><instance_geometry url="#g"/>')}${repeated(12, (i) => node(`n${i + 1}`, twice(`n${i}`))).join('')}</library_nodes>
<library_visual_scenes><visual_scene id="scene">${node('root', twice('n12'))}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene></COLLADA>`;
    const context = { fileName: 'a.dae', progress: () => {}, readSideFile: async () => null };
    const { mesh, animation, findings } = await importMesh(new TextEncoder().encode(text), context);
    expect(mesh.indices.length / 3).toBe(2 ** 13);
    expect(animation).toBeNull();
    expect(findings.some(({ message }) => /more than \d+ numbers/.test(message))).toBe(true);
  });
});

describe('small bakes that declare much', () => {
  /** Triangles of one vertex that is not finite: a tree of them is a header alone, and proving it a pass over all. */
  function emptyTrees(triangles: number, trees: number): Uint8Array {
    const mesh = meshOf([NaN, 0, 0], new Array<number>(3 * triangles).fill(0));
    const tree = new Uint8Array(buildTree(mesh, defaultValues(buildOptions)));
    const bytesOf = (array: Float64Array | Uint32Array): Uint8Array => new Uint8Array(array.buffer);
    return layOut([
      { kind: 'VERT', version: 1, required: true, bytes: bytesOf(mesh.positions) },
      { kind: 'INDX', version: 1, required: true, bytes: bytesOf(mesh.indices) },
      { kind: 'PART', version: 1, required: true, bytes: writeParts(mesh.parts) },
      ...repeated(trees, () => ({ kind: 'TREE', version: 1, required: false, bytes: tree })),
    ]);
  }

  it('more trees than a file may hold are refused at the table, before any is proven', () => {
    const bytes = emptyTrees(1_000_000, 10_000);
    let steps = 0;
    expect(() => readBoxwoodFile(bytes, () => void steps++)).toThrow(expect.objectContaining({ code: 'invalid-bytes' }));
    expect(steps).toBe(0);
  });

  it('as many as it may hold cost little more than one', () => {
    const bytes = emptyTrees(1_000_000, 8);
    const start = cpuMilliseconds();
    expect(readBoxwoodFile(bytes).trees).toHaveLength(8);
    // Time is the subject: each of the eight is proven by a pass over a million triangles, and by nothing that takes longer.
    expect(cpuMilliseconds() - start).toBeLessThan(5_000);
  });
});
