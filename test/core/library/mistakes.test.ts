import { expect, test } from 'vitest';
import * as boxwood from '#core/index';
import { maxThreads } from '#core/check-threads';

const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
const indices = Uint32Array.of(0, 1, 2);
const mesh = { positions, indices, parts: [] };
const tree = boxwood.buildTree(mesh);
const ray = { origin: [0.2, 0.2, 1], direction: [0, 0, -1] } as const;
const treed = { mesh, tree };
/** Programs in JavaScript have no types. */
const untyped = boxwood as unknown as Record<string, (...given: unknown[]) => unknown>;

test('a mesh of own arrays needs no parts', () => {
  expect(boxwood.raycast(tree, mesh, ray).hits).toMatchObject([{ triangle: 0, distance: 1, part: null }]);
  expect(boxwood.raycast(tree, mesh, { origin: Float64Array.from(ray.origin), direction: ray.direction } as never).hits).toHaveLength(1);
});

test.each<[string, string, unknown[], RegExp]>([
  ['a mesh without parts', 'buildTree', [{ positions, indices }], /no parts.*empty: parts: \[\]/],
  ['a mesh without parts to check', 'checkMesh', [{ positions, indices }], /no parts/],
  ['f32 positions', 'buildTree', [{ ...mesh, positions: Float32Array.from(positions) }], /no Float64Array.*Float64Array.from/],
  ['a mesh without indices', 'buildTree', [{ positions, parts: [] }], /indices of the mesh are no Uint32Array/],
  ['a ray without direction', 'raycast', [tree, mesh, { origin: [0, 0, 1] }], /no origin or no direction.*direction: \[x, y, z\]/],
  ['many rays without directions', 'raycastMany', [tree, mesh, { origins: [0, 0, 1] }], /directions is no array of numbers/],
  ['points in place of their record', 'closestPointMany', [tree, mesh, positions], /points is no array of numbers/],
  ['a mesh without a tree', 'distance', [{ mesh }, treed], /no tree.*\{ mesh, tree \}/],
  ['an unknown part of a transform', 'transformOf', [{ rotate: [0, 0, 90] }], /Unknown part of a transform "rotate".*rotateDegrees/],
  ['a number as scale', 'transformOf', [{ scale: 0 }], /"scale".*no three numbers/],
])('%s is reported with what to do', (_, name, given, text) => {
  try {
    untyped[name]!(...given);
  } catch (error) {
    expect(error).toBeInstanceOf(boxwood.InspectorError);
    const { code, message, fix } = error as boxwood.InspectorError;
    expect(code).toBe('invalid-argument');
    return expect(`${message}. ${fix}`).toMatch(text);
  }
  throw new Error('No error');
});

test.each<[string, unknown[], RegExp]>([
  ['text in place of bytes', ['v 0 0 0', 'a.obj'], /is a text/],
  ['bytes without a name', [new Uint8Array(3)], /has no name/],
])('%s is reported', (_, given, text) => {
  expect(() => untyped['readMesh']!(...given)).toThrow(text);
});

test('more threads than the limit are refused before any starts', () => {
  const start = (): never => {
    throw new Error('A thread was started');
  };
  expect(() => boxwood.createQueryThreads(tree, mesh, maxThreads + 1, start)).toThrow(/number of threads is 65/);
});
