import { InspectorError } from '#core/error';
import { parseScene } from '#core/scene/document/parse-scene';
import { maxSceneBytes, parseSceneBytes } from '#core/scene/document/scene-bytes';
import { everyLayer } from '#core/scene/document/scene-document';
import { describe, expect, it } from 'vitest';

const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function sceneText(instance: object): string {
  return JSON.stringify({ format: 'boxwood-scene', version: 1, meshes: ['a.obj'], instances: [{ mesh: 0, matrix: identity }, instance] });
}

/** Returns the error of a text that must be refused. */
function errorOf(text: string): InspectorError {
  try {
    parseScene(text);
  } catch (thrown) {
    if (thrown instanceof InspectorError) return thrown;
  }
  throw new Error('the scene was read');
}

describe('a scene file', () => {
  it('has defaults for all but mesh and matrix', () => {
    expect(parseScene(sceneText({ mesh: 0, matrix: identity })).instances[1]).toEqual({
      mesh: 0,
      matrix: identity,
      set: 'moving',
      layer: 1,
      mask: everyLayer,
      motion: null,
    });
    const walk = { mesh: 0, matrix: identity, layer: 2, mask: 1, motion: { kind: 'walk', stride: 3 } };
    expect(parseScene(sceneText(walk)).instances[1]).toMatchObject({ layer: 2, mask: 1, motion: { kind: 'walk', seed: 0, stride: 3 } });
    const orbit = { mesh: 0, matrix: identity, motion: { kind: 'orbit', axis: [0, 0, 2], degrees: 5 } };
    expect(parseScene(sceneText(orbit)).instances[1]).toMatchObject({ motion: { center: [0, 0, 0] } });
    expect(parseScene('\uFEFF{"format": "boxwood-scene", "version": 1, "meshes": [], "instances": []}')).toEqual({
      meshes: [],
      instances: [],
    });
  });

  const matrix = (at: number, value: unknown): unknown[] => identity.map((number, i) => (i === at ? value : number));
  it.each([
    [{ matrix: identity }, '/instances/1/mesh', 'index of a mesh'],
    [{ mesh: 1, matrix: identity }, '/instances/1/mesh', 'index of a mesh'],
    [{ mesh: 0 }, '/instances/1/matrix', 'is missing'],
    [{ mesh: 0, matrix: [1, 2] }, '/instances/1/matrix', 'it has 2 numbers'],
    [{ mesh: 0, matrix: matrix(5, 'x') }, '/instances/1/matrix/5', 'not a finite number'],
    [{ mesh: 0, matrix: matrix(5, null) }, '/instances/1/matrix/5', 'not a finite number'],
    [{ mesh: 0, matrix: matrix(5, 0) }, '/instances/1/matrix', 'singular'],
    [{ mesh: 0, matrix: matrix(3, 1) }, '/instances/1/matrix', 'last row'],
    [{ mesh: 0, matrix: identity, set: 'fixed' }, '/instances/1/set', 'is not a set'],
    [{ mesh: 0, matrix: identity, layer: -1 }, '/instances/1/layer', '32 bits'],
    [{ mesh: 0, matrix: identity, mask: 2 ** 32 }, '/instances/1/mask', '32 bits'],
    [{ mesh: 0, matrix: identity, 'a/b': 1 }, '/instances/1/a~1b', 'not a known field'],
    [{ mesh: 0, matrix: identity, motion: { kind: 'jump' } }, '/instances/1/motion/kind', 'is "jump", which is no motion'],
    [{ mesh: 0, matrix: identity, motion: 'walk' }, '/instances/1/motion/kind', 'is missing'],
    [{ mesh: 0, matrix: identity, motion: 0 }, '/instances/1/motion', 'not the index of a motion'],
    [{ mesh: 0, matrix: identity, motion: { kind: 'velocity', velocity: [1, 2] } }, '/instances/1/motion/velocity', 'has 2 numbers'],
    [{ mesh: 0, matrix: identity, motion: { kind: 'orbit', axis: [0, 0, 0], degrees: 1 } }, '/instances/1/motion/axis', 'no direction'],
    [{ mesh: 0, matrix: identity, motion: { kind: 'walk', stride: -1 } }, '/instances/1/motion/stride', 'is negative'],
    [{ mesh: 0, matrix: identity, motion: { kind: 'recorded', matrices: [[]] } }, '/instances/1/motion/matrices/0', 'it has 0 numbers'],
    [{ mesh: 0, matrix: identity, set: 'static', motion: { kind: 'walk', stride: 1 } }, '/instances/1/motion', 'static'],
  ])('is refused with the pointer of the field: %j', (instance, pointer, message) => {
    const error = errorOf(sceneText(instance));
    expect([error.code, error.location.pointer]).toEqual(['malformed', pointer]);
    expect(error.message).toContain(message);
  });

  it.each([
    ['[]', ''],
    ['{"format": "gltf"}', '/format'],
    ['{"asset": {"version": "2.0"}}', '/format'],
    ['{"format": "boxwood-scene", "version": 2, "weather": "rain"}', '/version'],
    ['{"format": "boxwood-scene", "version": "1"}', '/version'],
    ['{"format": "boxwood-scene", "version": 1, "meshes": [], "instances": [], "weather": "rain"}', '/weather'],
    ['{"format": "boxwood-scene", "version": 1}', '/meshes'],
    ['{"format": "boxwood-scene", "version": 1, "meshes": [""], "instances": []}', '/meshes/0'],
    ['{"format": "boxwood-scene", "version": 1, "meshes": ["a"], "instances": {}}', '/instances'],
    ['{"format": "boxwood-scene", "version": 1, "meshes": [], "motions": [7], "instances": []}', '/motions/0/kind'],
    ['{"format": "boxwood-scene", "version": 1, "meshes": ["a"], "instances": [7]}', '/instances/0'],
  ])('is refused: %s', (text, pointer) => {
    expect(errorOf(text).location).toEqual({ pointer });
  });

  it('that is not JSON is refused with the line, NaN too', () => {
    expect(errorOf('{"format":\n "boxwood-scene",\n NaN}').location).toEqual({ line: 3, column: 2 });
    const value = '{"format": "boxwood-scene",\n"meshes": ["a.obj"],\n"instances": [{"mesh": 0, "matrix": [1, NaN]}]}';
    expect(errorOf(value).location).toEqual({ line: 3, column: 41 });
    expect(errorOf('').message).toContain('not JSON');
  });

  it('names the instance, its mesh and the number that is wrong', () => {
    expect(errorOf(sceneText({ mesh: 0, matrix: matrix(5, 'x') })).message).toBe(
      'Instance 1 of "a.obj" of the scene: number 6 of "matrix" is not a finite number',
    );
    expect(errorOf(sceneText({ mesh: 0, matrix: matrix(5, 0) })).message).toBe(
      'Instance 1 of "a.obj" of the scene: "matrix" cannot be used: it flattens the mesh (it is singular)',
    );
    const recorded = { kind: 'recorded', matrices: [identity, matrix(2, null)] };
    expect(errorOf(sceneText({ mesh: 0, matrix: identity, motion: recorded })).message).toBe(
      'Instance 1 of "a.obj" of the scene: number 3 of number 2 of "matrices" of "motion" is not a finite number',
    );
    expect(errorOf('{"format": "boxwood-scene", "version": 1, "meshes": ["a"], "instances": [7]}').message).toBe(
      'Instance 0 of the scene is not an object',
    );
    expect(errorOf(sceneText({ mesh: 9, matrix: identity })).message).toBe('Instance 1 of the scene: "mesh" is not the index of a mesh');
  });

  it('without meshes or motions says to add one, not to give a number from 0 to -1', () => {
    const of = (meshes: string): string => `{"format": "boxwood-scene", "version": 1, "meshes": ${meshes}, "instances": [{"mesh": 7}]}`;
    expect(errorOf(of('[]')).fix).toBe('Add the path of a mesh to the list "meshes"');
    expect(errorOf(of('["a"]')).fix).toBe('Give 0: the list has one entry');
    expect(errorOf(of('["a", "b"]')).fix).toBe('Give a whole number from 0 to 1');
  });

  it('with a field twice in one object is refused with its place, however it is written', () => {
    const twice = (instance: string): string =>
      `{"format": "boxwood-scene", "version": 1, "meshes": ["\\"{mesh", "mesh"],\n"instances": [{"mesh": 0, "matrix": ${JSON.stringify(identity)}}, ${instance}]}`;
    const wrong = [`{"mesh": 0, "mesh": 1}`, `{"mesh": 0, "m\\u0065sh" :1}`, `{"motion": {"kind": "walk", "kind": "orbit"}}`];
    for (const instance of wrong)
      expect(errorOf(twice(instance)).message).toMatch(/^The field "(mesh|kind)" is there twice in one object$/);
    expect(errorOf(twice(wrong[0]!)).location).toEqual({ line: 2, column: twice(wrong[0]!).split('\n')[1]!.lastIndexOf('"mesh"') + 1 });
    expect(parseScene(twice(`{"mesh": 1, "matrix": ${JSON.stringify(identity)}}`)).instances).toHaveLength(2);
  });

  it('longer than the longest string is refused with its length', () => {
    // Memory that is never written takes none.
    const bytes = new Uint8Array(maxSceneBytes + 1);
    expect(() => parseSceneBytes(bytes)).toThrow(`The scene file has ${maxSceneBytes + 1} bytes, and at most ${maxSceneBytes} can be read`);
    expect(parseSceneBytes(new TextEncoder().encode(sceneText({ mesh: 0, matrix: identity }))).instances).toHaveLength(2);
  });

  it('with too large a number is refused as not finite', () => {
    expect(errorOf(sceneText({ mesh: 0, matrix: matrix(12, 7) }).replace('7', '1e999')).location).toEqual({
      pointer: '/instances/1/matrix/12',
    });
  });
});
