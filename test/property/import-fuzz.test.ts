import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import type { ImportContext } from '#core/import/importer';
import { asciiFbx, BinaryFbx, connect, geometry, model, type BinaryNode } from '../core/import/fbx-fixture.ts';
import { dataSections, glbBytes, gltfBytes } from '../core/import/gltf/gltf-fixture.ts';
import { bytesOf, f32, u16, u32 } from '../core/import/import-bytes.ts';
import { mutated, survive } from '../fixtures/mutants.ts';
import { seededRandom } from '../fixtures/random.ts';
import { scaled } from '../fixtures/scale.ts';

const square = [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0];
const plyHeader = (format: string): string =>
  `ply\nformat ${format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n`;
const binaryPly = (name: string, little: boolean): Uint8Array =>
  bytesOf(plyHeader(`binary_${name}_endian`), f32(square, little), 4, u32([0, 1, 2, 3], little));
const facet = 'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0.5e-1\nvertex 0 1 0\nendloop\nendfacet\n';
const scene = {
  scene: 0,
  scenes: [{ nodes: [0] }],
  nodes: [{ name: 'a', mesh: 0, children: [1], rotation: [0, 0, 0, 1] }, { mesh: 0, scale: [-1, 1, 1] }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 5 }] }],
};
const sections = dataSections([
  { bytes: f32(square), componentType: 5126, type: 'VEC3', count: 4, accessor: { min: [0, 0, 0], max: [1, 1, 0] } },
  { bytes: u16([0, 1, 3, 2]), componentType: 5123, type: 'SCALAR', count: 4 },
]);

const modelRelations =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="r" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>';
const modelText = `<?xml version="1.0"?>
<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02">
<resources><m:colorgroup id="3"><m:color color="#ff0000"/></m:colorgroup>
<object id="1" name="a" pid="3"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1e0" y="0" z="0"/><vertex x="0" y="-.5" z="0"/></vertices>
<triangles><triangle v1="0" v2="1" v3="2" p1="0"/></triangles></mesh></object>
<object id="2"><components><component objectid="1"/><component objectid="1" transform="-1 0 0 0 1 0 0 0 1 5 0 0"/></components></object></resources>
<build><item objectid="2"/><item objectid="1"/></build></model>`;
const colladaText = `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset><unit name="inch" meter="0.0254"/><up_axis>Z_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="a" count="12">0 0 0 1 0 0 1 1 0 0 1 .5e0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X"/><param name="Y"/><param name="Z"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<polylist count="1"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4</vcount><p>0 1 2 3</p></polylist>
<tristrips count="1"><input semantic="VERTEX" source="#v" offset="1"/><p>9 0 9 1 9 3 9 2</p></tristrips></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node id="n"><matrix>1 0 0 2 0 1 0 0 0 0 -1 0 0 0 0 1</matrix><instance_geometry url="#g"/>
<node><rotate>0 0 1 45</rotate><skew>30 0 1 0 1 0 0</skew><instance_geometry url="#g"/></node></node><node><instance_node url="#n"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>`;
const fbxScene = {
  objects: geometry(10, square, [0, 1, 2, -4]) + model(1, 'a', { 'Lcl Rotation': [0, 0, 45], InheritType: [1] }) + model(2, 'b', { 'Lcl Scaling': [-1, 1, 2], GeometricTranslation: [1, 0, 0] }),
  connections: connect(1, 0) + connect(2, 1) + connect(10, 1) + connect(10, 2),
};
function binaryFbx(version: number, little: boolean): Uint8Array {
  const fbx = new BinaryFbx(version, little);
  const list = (name: string, values: Uint8Array): BinaryNode => ({ name, values: [values] });
  const shape = [list('Vertices', fbx.array('d', square, true)), list('PolygonVertexIndex', fbx.array('i', [0, 1, 2, -4]))];
  return fbx.file([
    {
      name: 'Objects',
      children: [
        { name: 'Geometry', values: [fbx.i64(10), fbx.text('g'), fbx.text('Mesh')], children: shape },
        { name: 'Model', values: [fbx.i64(1), fbx.text('a'), fbx.text('Mesh')] },
      ],
    },
    { name: 'Connections', children: [{ name: 'C', values: [fbx.text('OO'), fbx.i64(10), fbx.i64(1)] }] },
  ]);
}
const asItIs: Wrap = (bytes) => bytes;

type Wrap = (bytes: Uint8Array) => Uint8Array;
const threeMf: Wrap = (model) => zipSync({ '_rels/.rels': strToU8(modelRelations), '3D/3dmodel.model': model }, { level: 0 });

/** A file, and what a mutant of it is put into before it is read: a checksum would hide what lies behind it. */
type Seed = readonly [fileName: string, bytes: Uint8Array, wrap?: Wrap];

const seeds: readonly Seed[] = [
  ['a.obj', bytesOf('o one\nv 0 0 0\nv 1 0 0 1 0 0\nv 1 1 0\nv 0 1e-3 0\ng two\nf 1/1 2//2 3/1/1 \\\n 4\nf -1 -2 -3\nl 1 2\n')],
  ['a.stl', bytesOf(`solid one\n${facet}${facet}endsolid one\nsolid two\n${facet}endsolid\n`)],
  ['b.stl', bytesOf('solid by nobody'.padEnd(80), u32([2]), f32([...square, ...square].slice(0, 12)), 0, 0, f32(square), 0, 0)],
  ['a.ply', bytesOf(plyHeader('ascii'), '0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n')],
  ['b.ply', binaryPly('little', true)],
  ['c.ply', binaryPly('big', false)],
  ['a.off', bytesOf('OFF\n# square\n4 2 0\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3 255 0 0\n3 0 1 2\n')],
  ['a.gltf', gltfBytes({ ...scene, ...sections })],
  ['a.glb', glbBytes({ ...scene, ...sections, buffers: [{ byteLength: 56 }] }, bytesOf(f32(square), u16([0, 1, 3, 2])))],
  ['a.fbx', strToU8(asciiFbx(fbxScene))],
  ['b.fbx', binaryFbx(7400, true)],
  ['c.fbx', binaryFbx(7500, false)],
  ['a.dae', strToU8(colladaText)],
  ['a.3mf', threeMf(strToU8(modelText))],
  ['b.3mf', strToU8(modelText), threeMf],
];

/** Each seed is a few hundred bytes. */
const mostNumbers = 300_000;

function contextOf(fileName: string): ImportContext {
  return { fileName, progress: () => {}, readSideFile: async () => null };
}

/** 20,000 mutants of each of these seeds in a full run; those of real files are in `test/corpus/import-fuzz.test.ts`. */
describe('files that were damaged at random', () => {
  it('begin as files that are read', async () => {
    const all: readonly Seed[] = [...seeds, ['full.gltf', gltfBytes({ ...scene, ...sections, ...extras })]];
    for (const [fileName, bytes, wrap = asItIs] of all) {
      const { mesh } = await importMesh(wrap(bytes), contextOf(fileName));
      expect(mesh.indices.length, fileName).toBeGreaterThan(0);
    }
  });

  // Every format gets the same number of mutants.
  for (const [fileName, seed, wrap = asItIs] of seeds) {
    it(`${fileName}: nothing but an InspectorError comes out, and meshes are whole`, async () => {
      const random = seededRandom(20_021);
      const runs = scaled(20_000);
      for (let run = 0; run < runs; run++) await survive(wrap(mutated(seed, random)), contextOf(fileName), run, mostNumbers);
    });
  }

  it('glTF documents with values that do not belong there: the same', async () => {
    const random = seededRandom(7);
    const runs = scaled(20_000);
    const text = new TextDecoder().decode(gltfBytes({ ...scene, ...sections, ...extras }));
    for (let run = 0; run < runs; run++) {
      const document = JSON.parse(text) as Json;
      const changes = 1 + Math.floor(random() * 3);
      for (let i = 0; i < changes; i++) replaceOne(document, random);
      await survive(new TextEncoder().encode(JSON.stringify(document)), contextOf('a.gltf'), run, mostNumbers);
    }
  });
});

type Json = Record<string, unknown>;

/** Puts a value of another kind, size or sign in a random place of the document, or takes the place away. */
function replaceOne(document: Json, random: () => number): void {
  let holder: Json = document;
  for (;;) {
    const keys = Object.keys(holder);
    const key = keys[Math.floor(random() * keys.length)];
    if (key === undefined) return;
    const value = holder[key];
    if (typeof value === 'object' && value !== null && random() < 0.85) {
      holder = value as Json;
      continue;
    }
    const choice = Math.floor(random() * (oddities.length + 1));
    if (choice === oddities.length && !Array.isArray(holder)) Reflect.deleteProperty(holder, key);
    else holder[key] = structuredClone(oddities[choice]) ?? null;
    return;
  }
}

const oddities: readonly unknown[] = [-1, 0, 1, 2, 3, 7, 255, 5120, 5121, 5123, 5125, 0.5, 1e9, 2 ** 32, 1e300, true, null, '', 'x', 'SCALAR', 'VEC3', [], [0], [1, 1], {}, { a: 1 }];

/** What the plain document lacks. */
const extras = {
  extensionsUsed: ['KHR_mesh_quantization', 'EXT_mesh_gpu_instancing'],
  extensionsRequired: ['KHR_mesh_quantization'],
  skins: [{ joints: [0] }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  textures: [{ source: 0 }],
  images: [{ uri: 'a.png' }],
};
