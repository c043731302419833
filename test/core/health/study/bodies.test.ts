import { describe, expect, it } from 'vitest';
import { checkHealth } from '#core/health/report/check-health';
import { bodiesOf } from '#core/health/study/bodies';
import type { ColliderRole } from '#core/mesh/collider-role';
import { withRoles } from '#core/mesh/part-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { ball, box, joined } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

const options = defaultValues(healthOptions);

/** Meshes as the parts of one, each with its name and, from an extension, with its role. */
function named(...parts: readonly (readonly [string, TriangleMesh, ColliderRole?])[]): TriangleMesh {
  const mesh = joined(parts.map(([, part]) => part));
  return {
    ...mesh,
    parts: withRoles(
      mesh.parts.map((part, i) => ({ ...part, name: parts[i]![0], ...(parts[i]![2] !== undefined && { role: parts[i]![2] }) })),
    ),
  };
}

function without(mesh: TriangleMesh, ...triangles: readonly number[]): TriangleMesh {
  const indices = mesh.indices.filter((_, i) => !triangles.includes(Math.floor(i / 3)));
  return { ...mesh, indices, parts: [{ ...mesh.parts[0]!, triangleCount: indices.length / 3 }] };
}

const hull: ColliderRole = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'extension', exact: null };

describe('a collider and its mesh', () => {
  const left = box([-1, -0.7, -0.7], [0.4, 0.7, 0.7]);
  const right = box([-0.4, -0.7, -0.7], [1, 0.7, 0.7]);

  it.each<[string, TriangleMesh]>([
    ['in its planes, of two hulls that overlap', named(['Rock', box()], ['UCX_Rock_01', right], ['UCX_Rock_02', left])],
    ['equal to it', named(['Rock', box()], ['UCX_Rock', box()])],
    ['around it', named(['Rock', box()], ['UCX_Rock', box([-1.01, -1.01, -1.01], [1.01, 1.01, 1.01])])],
    ['inside it, tiny', named(['Rock', box()], ['UCX_Rock', box([-0.001, -0.001, -0.001], [0.001, 0.001, 0.001])])],
    ['far away', named(['Rock', box()], ['Rock-colonly', box([90, 0, 0], [91, 1, 1])])],
    ['before it in the file', named(['UCX_Rock', box()], ['Rock', box()])],
    ['of an extension, through it', named(['Rock', box()], ['Hull', right, hull], ['Hull', left, hull])],
    ['alone in the file', named(['Hull', right, hull], ['Hull', left, hull])],
    ['made of a few large triangles beside many small ones', named(['Rock', ball(200, 100)], ['UBX_Rock', box([-3, -3, -3], [3, 3, 3])])],
  ])('%s, have no finding', (_, mesh) => {
    expect(findingCodes(mesh)).toEqual([]);
  });

  it('are found wrong each by itself, with the numbers of the whole', () => {
    const crossed = joined([box(), box([0, 0, 0], [3, 0.5, 0.5])]);
    const alone = finding({ ...crossed, parts: [] }, 'self-intersections');
    const mesh = named(['UCX_Rock_01', crossed], ['Rock', crossed], ['UCX_Rock_02', crossed]);
    const { count, elements, triangles, ...rest } = finding(mesh, 'self-intersections');
    const shifted = (words: Uint32Array): number[] => [0, 24, 48].flatMap((shift) => Array.from(words, (word) => word + shift));
    expect({ count, words: Array.from(elements.words), triangles: Array.from(triangles) }).toEqual({
      count: 3 * alone.count,
      words: shifted(alone.elements.words),
      triangles: shifted(alone.triangles),
    });
    expect(rest).toMatchObject({ isAtLeast: false, detail: null });
    expect(finding(mesh, 'self-intersections', { maxPairs: alone.count + 1 }).elements.words).toHaveLength(2 * (alone.count + 1));
  });

  it('report their holes with the figures of all', () => {
    const mesh = named(['Rock', without(box(), 0, 1)], ['Rock-colonly', without(box([5, 0, 0], [6, 1, 1]), 0)]);
    const { count, detail, elements } = finding(mesh, 'boundary-loops');
    expect({ count, detail }).toEqual({ count: 2, detail: '7 edges in total; the longest loop has 4 edges and is 8 long' });
    expect(elements).toMatchObject({ groups: Uint32Array.of(0, 4, 7), measures: { values: Float64Array.of(8, 2 + Math.SQRT2) } });
    expect(Math.min(...elements.words.subarray(8))).toBe(8);
  });

  it('share vertices in the file and nothing else', () => {
    const half = box();
    const shared: TriangleMesh = {
      positions: half.positions,
      indices: Uint32Array.from([...half.indices, ...half.indices]),
      parts: withRoles([
        { ...half.parts[0]!, name: 'Rock' },
        { ...half.parts[0]!, name: 'UCX_Rock', firstTriangle: 12 },
      ]),
    };
    expect(findingCodes(shared)).toEqual([]);
  });

  it('in numbers is a shape, whose triangles are no mesh', () => {
    const plane: ColliderRole = { ...hull, shape: 'plane', exact: { kind: 'plane', sizeX: 2, sizeZ: 2, isDoubleSided: false } };
    const sheet = without(box(), ...Array.from({ length: 10 }, (_, i) => i + 2));
    expect(findingCodes(named(['Rock', box()], ['Floor', sheet, plane]), { only: 'boundary-loops' })).toEqual([]);
    expect(findingCodes(named(['Rock', box()], ['Floor', sheet, { ...plane, exact: null }]), { only: 'boundary-loops' })).toEqual([
      'boundary-loops',
    ]);
  });

  it('counts its facts with the scene, or not where only an extension refers to it', () => {
    const byName = checkHealth(named(['Rock', box()], ['UCX_Rock', box()]), options).facts;
    expect(byName).toMatchObject({
      triangles: 24,
      weldedVertices: 8,
      nonManifoldEdges: 18,
      duplicateTriangles: 12,
      selfIntersectingPairs: 12,
    });
    const byExtension = checkHealth(named(['Rock', box()], ['Hull', box(), hull]), options).facts;
    expect(byExtension).toEqual(checkHealth(box(), options).facts);
    expect(checkHealth(named(['Hull', box(), hull]), options).facts).toEqual(checkHealth(box(), options).facts);
  });

  it('weighs each for itself, colliders together as an engine adds them up', () => {
    const inside = { ...left, indices: left.indices.toReversed() };
    const { mass, colliderMass, colliders } = checkHealth(named(['Rock', box()], ['UCX_Rock_01', right], ['UCX_Rock_02', inside]), {
      ...options,
      density: 2,
    });
    expect(mass).toMatchObject({ volume: 8, mass: 16, surface: 'closed' });
    expect(colliders.map(({ name, triangles, mass: its }) => [name, triangles, its?.volume.toFixed(9)])).toEqual([
      ['UCX_Rock_01', 12, '2.744000000'],
      ['UCX_Rock_02', 12, '-2.744000000'],
    ]);
    expect(colliderMass?.mass).toBeCloseTo(2 * 2 * 2.744, 12);
    expect(checkHealth(named(['Hull', right, hull]), options)).toMatchObject({ mass: null, colliderMass: { surface: 'closed' } });
  });

  it('says of an open or unlike surface that its mass means nothing', () => {
    expect(checkHealth(without(box(), 3), options).mass?.surface).toBe('open');
    const turned = box();
    expect(
      checkHealth(
        { ...turned, indices: Uint32Array.from([...turned.indices.subarray(0, 3).toReversed(), ...turned.indices.subarray(3)]) },
        options,
      ).mass?.surface,
    ).toBe('unlike');
    const twoOnAnEdge = joined([box([0, 0, 0], [1, 1, 1]), box([1, 1, 0], [2, 2, 1])]);
    expect(checkHealth(twoOnAnEdge, options).mass).toMatchObject({ surface: 'closed', volume: 2 });
  });
});

describe('the bodies of a mesh', () => {
  const of = (...names: readonly string[]): readonly (readonly [string | null, readonly number[]])[] => {
    const parts = names.map((name, i) => ({ name, firstTriangle: i, triangleCount: 1, worldFromPart: null }));
    return bodiesOf(parts).map(({ collider, parts: numbers }) => [collider?.name ?? null, numbers]);
  };

  it('are the rendered mesh, and every collider', () => {
    expect(of('a', 'UCX_a', 'b-col', 'c-colonly', 'c')).toEqual([
      [null, [0, 2, 4]],
      ['UCX_a', [1]],
      ['c-colonly', [3]],
    ]);
    expect(of()).toEqual([[null, []]]);
  });

  it('hold the primitives of one node, and the groups of one object', () => {
    expect(of('UCX_a/0', 'UCX_a/1', 'UCX_a/0', 'UCX_a/1', 'UCX_b', 'UCX_b')).toEqual([
      [null, []],
      ['UCX_a', [0, 1]],
      ['UCX_a', [2, 3]],
      ['UCX_b', [4]],
      ['UCX_b', [5]],
    ]);
    expect(of('UCX_a/left', 'UCX_a/right', 'level/UCX_a', 'level/UCX_b')).toEqual([
      [null, []],
      ['UCX_a', [0, 1]],
      ['level/UCX_a', [2]],
      ['level/UCX_b', [3]],
    ]);
  });
});
