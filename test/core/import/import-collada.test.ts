import { describe, expect, it } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { bytesOf, codesOf, findingOf, importText, partsOf, refusalOf, trianglesOf } from './import-bytes.ts';

const source = (
  values: string,
  accessor = 'count="4" stride="3"',
  parameters = '<param name="X"/><param name="Y"/><param name="Z"/>',
): string =>
  `<source id="points"><float_array id="array">${values}</float_array><technique_common><accessor source="#array" ${accessor}>${parameters}</accessor></technique_common></source>`;
const square = source('0 0 0 1 0 0 1 1 0 0 1 0');
const vertex = '<input semantic="VERTEX" source="#corners" offset="0"/>';
const triangle = `<triangles count="1">${vertex}<p>0 1 2</p></triangles>`;
const geometry = (faces: string, points = square, id = 'g'): string =>
  `<geometry id="${id}"><mesh>${points}<vertices id="corners"><input semantic="POSITION" source="#points"/></vertices>\n${faces}</mesh></geometry>`;
const node = (content: string, attributes = 'id="n"'): string => `<node ${attributes}>${content}</node>`;
const shown = '<instance_geometry url="#g"/>';
const collada = (geometries: string, nodes = node(shown), more = '', head = ''): string =>
  `<?xml version="1.0"?>\n<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">\n<asset>${head}</asset>\n<library_geometries>${geometries}</library_geometries>\n<library_visual_scenes><visual_scene id="s">${nodes}</visual_scene></library_visual_scenes>\n${more}<scene><instance_visual_scene url="#s"/></scene>\n</COLLADA>\n`;
const read = (text: string) => importText(text, 'a.dae');
const positionsOf = async (text: string): Promise<number[]> => [...(await read(text)).mesh.positions].map((x) => Number(x.toFixed(12)) + 0);
const corners = (transforms: string) =>
  positionsOf(collada(geometry(triangle, source('1 0 0 0 1 0 0 0 1', 'count="3" stride="3"')), node(transforms + shown)));

describe('faces of COLLADA', () => {
  it.each([
    [
      'triangles',
      `<triangles count="2">${vertex}<p>0 1 2 0 2 3</p></triangles>`,
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    ],
    [
      'triangles of two lists',
      `<triangles count="2">${vertex}<p>0 1 2</p><p>0 2 3</p></triangles>`,
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    ],
    [
      'a polylist, by the fan',
      `<polylist count="2">${vertex}<vcount>4 3</vcount><p>0 1 2 3 3 2 1</p></polylist>`,
      [
        [0, 1, 2],
        [0, 2, 3],
        [3, 2, 1],
      ],
    ],
    [
      'polygons',
      `<polygons count="1">${vertex}<p>3 2 1 0</p></polygons>`,
      [
        [3, 2, 1],
        [3, 1, 0],
      ],
    ],
    [
      'fans',
      `<trifans count="1">${vertex}<p>0 1 2 3</p></trifans>`,
      [
        [0, 1, 2],
        [0, 2, 3],
      ],
    ],
    [
      'strips, every other turned',
      `<tristrips count="1">${vertex}<p>0 1 3 2</p></tristrips>`,
      [
        [0, 1, 3],
        [3, 1, 2],
      ],
    ],
    [
      'several inputs',
      `<triangles count="1"><input semantic="NORMAL" source="#x" offset="0"/><input semantic="VERTEX" source="#corners" offset="1"/><input semantic="TEXCOORD" source="#y" offset="2"/><p>9 0 9 9 1 9 9 2 9</p></triangles>`,
      [[0, 1, 2]],
    ],
  ])('are read as %s', async (_, faces, triangles) => {
    const imported = await read(collada(geometry(faces)));
    expect(trianglesOf(imported)).toEqual(triangles);
    expect(imported).toMatchObject({ format: 'collada', dialect: 'COLLADA 1.4.1', findings: [] });
  });

  it('have the material that the instance binds to their symbol, else the symbol', async () => {
    const faces = `<triangles material="skin" count="1">${vertex}<p>0 1 2</p></triangles><triangles material="hair" count="1">${vertex}<p>0 2 3</p></triangles><triangles count="1">${vertex}<p>1 2 3</p></triangles>`;
    const bound =
      '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="skin" target="#m"/><instance_material symbol="hair" target="#gone"/></technique_common></bind_material></instance_geometry>';
    const { mesh } = await read(
      collada(
        geometry(faces),
        node(bound) + node(shown, 'id="o"'),
        '<library_materials><material id="m" name="Wet leather"/></library_materials>',
      ),
    );
    expect(mesh.materials).toEqual({ names: ['Wet leather', 'hair', 'skin'], runs: [0, 0, 1, 1, 2, -1, 3, 2, 4, 1, 5, -1] });
  });

  it('that name no vertex, or break off, are dropped with their place', async () => {
    const faces = `<polylist count="4">${vertex}<vcount>3 3 2 9</vcount>\n<p>0 1 2 0 1 7 0 1 2 3</p></polylist><triangles count="1">${vertex}<p>0 1 2 3</p></triangles>`;
    const imported = await read(collada(geometry(faces)));
    expect(trianglesOf(imported)).toEqual([
      [0, 1, 2],
      [0, 1, 2],
    ]);
    expect(findingOf(imported, 'unusable-faces')).toMatchObject({
      count: 4,
      locations: [{ line: 6, index: 1 }, { line: 6, index: 2 }, { line: 6, index: 3 }, { line: 6 }],
    });
  });

  it('with another count than declared, lines, splines and holes are reported', async () => {
    const faces = `<triangles count="7">${vertex}<p>0 1 2</p></triangles><lines count="1">${vertex}<p>0 1</p></lines><polygons count="1">${vertex}<ph><p>0 1 2 3</p><h>0 1 2</h></ph></polygons>`;
    const imported = await read(collada(geometry(faces)));
    expect(codesOf(imported)).toEqual(['count-mismatch', 'ignored-elements', 'not-applied']);
    expect(trianglesOf(imported)).toHaveLength(3);
    expect(codesOf(await read(collada('<geometry id="g"><spline/></geometry>')))).toEqual(['ignored-elements', 'no-triangles']);
  });

  it('take their positions through the accessor', async () => {
    const points = source(
      '9 0 8 5 0 1 8 0 7 9',
      'count="2" offset="1" stride="4"',
      '<param name="X"/><param/><param name="Y"/><param name="Z"/>',
    );
    expect(await positionsOf(collada(geometry(`<triangles>${vertex}<p>0 1 1</p></triangles>`, points)))).toEqual([0, 5, 0, 1, 0, 7]);
  });

  it('with numbers that are none have vertices that are not finite', async () => {
    expect(codesOf(await read(collada(geometry(triangle, source('0 0 0 nan 0 0 1e999 0 0', 'count="3" stride="3"')))))).toEqual([
      'non-finite-vertices',
    ]);
  });
});

describe('nodes of COLLADA', () => {
  it.each([
    ['translate', '<translate>1 2 3</translate>', [2, 2, 3, 1, 3, 3, 1, 2, 4]],
    ['a matrix of rows', '<matrix>1 0 0 1 0 1 0 2 0 0 1 3 0 0 0 1</matrix>', [2, 2, 3, 1, 3, 3, 1, 2, 4]],
    ['rotate, about an axis of any length', '<rotate>0 0 7 90</rotate>', [0, 1, 0, -1, 0, 0, 0, 0, 1]],
    ['scale after translate', '<translate>1 2 3</translate><scale>2 3 4</scale>', [3, 2, 3, 1, 5, 3, 1, 2, 7]],
    ['translate after scale', '<scale>2 3 4</scale><translate>1 2 3</translate>', [4, 6, 12, 2, 9, 12, 2, 6, 16]],
    ['lookat', '<lookat>10 0 0 0 0 0 0 0 1</lookat>', [10, 1, 0, 10, 0, 1, 11, 0, 0]],
    ['a skew of y towards x', '<skew>45 0 1 0 1 0 0</skew>', [1, 0, 0, 1, 1, 0, 0, 0, 1]],
    // From the angle of (-1, 1), 135 degrees, to 90.
    ['a skew of axes that are not square', '<skew>45 -1 1 0 1 0 0</skew>', [1, 0, 0, 1, 1, 0, 0, 0, 1]],
  ])('are placed by %s', async (_, transforms, positions) => {
    expect(await corners(transforms)).toEqual(positions);
  });

  it('are placed in their parents, and by nodes that instance them; mirrors turn the winding', async () => {
    const nodes =
      node(`<scale>-1 1 1</scale>${node(`<translate>5 0 0</translate>${shown}`, 'id="inner" name="in"')}`) +
      node('<translate>0 0 9</translate><instance_node url="#inner"/>', 'id="m"');
    const imported = await read(collada(geometry(triangle), nodes));
    expect(partsOf(imported)).toEqual([
      ['in', 0, 1],
      ['in', 1, 1],
    ]);
    expect([...imported.mesh.positions.subarray(0, 6)]).toEqual([-5, 0, 0, -6, 0, 0]);
    expect([...imported.mesh.positions.subarray(12, 15)]).toEqual([5, 0, 9]);
    expect(trianglesOf(imported)).toEqual([
      [0, 2, 1],
      [4, 5, 6],
    ]);
  });

  it('share the vertices of sets of faces, each a part', async () => {
    const imported = await read(collada(geometry(triangle + triangle), node(shown, 'id="n" name="floor"')));
    expect(partsOf(imported)).toEqual([
      ['floor/0', 0, 1],
      ['floor/1', 1, 1],
    ]);
    expect(imported.mesh.positions).toHaveLength(12);
  });

  it('show a skin in its bind pose, and report that it is at rest', async () => {
    const skin =
      '<library_controllers><controller id="c"><skin source="#m"><bind_shape_matrix>1 0 0 0 0 1 0 0 0 0 1 7 0 0 0 1</bind_shape_matrix></skin></controller><controller id="m"><morph source="#g"/></controller></library_controllers>\n';
    const imported = await read(collada(geometry(triangle), node('<instance_controller url="#c"/>'), skin));
    expect([...imported.mesh.positions.subarray(0, 3)]).toEqual([0, 0, 7]);
    expect(codesOf(imported)).toEqual(['not-applied']);
  });

  it('that refer to missing objects, or to other files, are skipped with a finding', async () => {
    const imported = await read(
      collada(geometry(triangle), node(`${shown}\n<instance_geometry url="#x"/>\n<instance_geometry url="b.dae#g"/>`)),
    );
    expect(trianglesOf(imported)).toHaveLength(1);
    expect(findingOf(imported, 'format-violation')).toMatchObject({ count: 1, locations: [{ file: 'a.dae', line: 7 }] });
    expect(findingOf(imported, 'not-applied')).toMatchObject({ count: 1, locations: [{ file: 'a.dae', line: 8 }] });
  });
});

describe('a document of COLLADA', () => {
  it('without a scene shows its geometries', async () => {
    const text = collada(geometry(triangle)).replace(/<library_visual_scenes>.*<\/scene>/s, '');
    expect(partsOf(await read(text))).toEqual([['g', 0, 1]]);
  });

  it('with two scenes shows the one it names, or the one that is chosen', async () => {
    const text = collada(geometry(triangle), node(shown, 'name="a"')).replace(
      '<library_visual_scenes>',
      `<library_visual_scenes><visual_scene id="t" name="other">${node(shown + shown, 'name="b"')}</visual_scene>`,
    );
    const imported = await read(text);
    expect(imported.scenes).toEqual({ names: ['other', 's'], chosen: 1 });
    expect(partsOf(imported)).toEqual([['a', 0, 1]]);
    const chosen = await importMesh(bytesOf(text), {
      fileName: 'a.dae',
      progress: () => {},
      readSideFile: async () => null,
      options: { scene: 'other' },
    });
    expect(partsOf(chosen)).toEqual([
      ['b', 0, 1],
      ['b', 1, 1],
    ]);
  });

  it('of a version that is not a number is refused with its text', async () => {
    const refusal = await refusalOf(importText(collada('').replace('1.4.1', 'NaN'), 'a.dae'));
    expect(refusal).toMatchObject({ message: 'The version of <COLLADA> is "NaN", not a number', location: { file: 'a.dae', line: 2 } });
  });

  it.each([
    ['of another version', collada('').replace('1.4.1', '1.3'), 'unsupported-dialect', { line: 2 }],
    ['of a version that is not a number', collada('').replace('1.4.1', 'NaN'), 'malformed', { line: 2 }],
    ['that is none', '<?xml version="1.0"?><x/>', 'malformed', { line: 1 }],
    ['that is not closed', collada('').slice(0, -10), 'malformed', { line: 7, column: 2 }],
    ['with a node in itself', collada(geometry(triangle), node('<instance_node url="#n"/>')), 'cyclic', { line: 6 }],
    ['with a matrix of three numbers', collada('', node('<matrix>1 2 3</matrix>')), 'malformed', { line: 5 }],
    ['with a skew as far as its axes are apart', collada('', node('<skew>45 1 1 0 1 0 0</skew>')), 'malformed', { line: 5 }],
    [
      'that declares more than it has',
      collada(geometry(triangle, source('0 0 0', 'count="99999999" stride="3"'))),
      'count-exceeds-file',
      { line: 4 },
    ],
    [
      'with two components',
      collada(geometry(triangle, source('0 0', 'count="1" stride="2"', '<param name="X"/><param name="Y"/>'))),
      'malformed',
      { line: 4 },
    ],
    ['with an unknown encoding', '<?xml version="1.0" encoding="klingon"?><COLLADA/>', 'unsupported-dialect', { line: 1 }],
  ])('%s is refused', async (_, text, code, location) => {
    expect(await refusalOf(read(text))).toMatchObject({ code, location: { file: 'a.dae', ...location } });
  });

  it('that multiplies its nodes is refused before the memory is gone', async () => {
    const layer = (i: number): string => node(`<instance_node url="#n${i - 1}"/>`.repeat(100), `id="n${i}"`);
    const nodes = node(shown, 'id="n0"') + [1, 2, 3, 4].map(layer).join('');
    expect(await refusalOf(read(collada(geometry(triangle), nodes)))).toMatchObject({ code: 'too-large' });
    const deep = '<node>'.repeat(2000) + '</node>'.repeat(2000);
    expect(await refusalOf(read(collada('', deep)))).toMatchObject({ code: 'too-large' });
    // The parser alone would take minutes for this.
    expect(await refusalOf(read(collada('', '<extra>'.repeat(200_000))))).toMatchObject({ code: 'too-large', location: { line: 5 } });
  });

  it('that multiplies its nodes from few bytes is refused for them', async () => {
    const twice = Array.from({ length: 17 }, (_, i) => node(`<instance_node url="#n${i}"/>`.repeat(2), `id="n${i + 1}"`)).join('');
    const text = collada(geometry(triangle), node(shown, 'id="n0"') + twice);
    expect(await refusalOf(read(text))).toMatchObject({
      code: 'too-large',
      message: `The file repeats its data beyond ${4096 + 16 * text.length} parts`,
    });
  });

  it('reports faces without vertices', async () => {
    const imported = await read(
      collada(
        geometry(`${triangle}<triangles count="3"><input semantic="POSITION" source="#p" offset="0"/><p>0 1 2</p></triangles>`),
        node(shown),
      ),
    );
    expect(partsOf(imported)).toEqual([['n', 0, 1]]);
    expect(imported.findings).toMatchObject([{ code: 'unusable-faces', count: 3, locations: [{ line: 5 }] }]);
  });
});

describe('numbers with commas', () => {
  it('are named in transforms, which are refused, and in positions', async () => {
    const moved = read(collada(geometry(triangle), node(`<translate>0,5 0 0</translate>${shown}`)));
    expect(await refusalOf(moved)).toMatchObject({
      code: 'malformed',
      message: 'A <translate> has numbers with commas instead of decimal points',
    });
    const imported = await read(collada(geometry(triangle, source('0,5 0 0 1 0 0 1 1 0 0 1 0'))));
    expect(codesOf(imported)).toEqual(['format-violation', 'non-finite-vertices']);
    expect(findingOf(imported, 'format-violation')?.message).toContain('commas');
  });
});
