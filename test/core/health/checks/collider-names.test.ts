import { describe, expect, test } from 'vitest';
import { withRoles } from '#core/mesh/part-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, joined, named } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

const codes = ['stray-colliders', 'missing-colliders', 'misnamed-colliders'];

function parts(...names: readonly string[]): TriangleMesh {
  return joined(names.map((name, i) => named(name, box([4 * i, 0, 0], [4 * i + 1, 1, 1]))));
}

const found = (...names: readonly string[]): readonly string[] => findingCodes(parts(...names)).filter((code) => codes.includes(code));

describe('the names of colliders', () => {
  test('that match rendered parts are valid', () => {
    expect(found('Rock', 'UCX_Rock', 'UCX_Rock_01', 'Tree_2', 'UBX_Tree_2_00', 'ucp_tree_2')).toEqual([]);
    expect(found('Rock-col', 'Wall-convcol', 'Water-colonly')).toEqual([]);
    expect(found('Rock', 'Rock-colonly')).toEqual([]);
    expect(found('Rock', 'Tree', 'Wall')).toEqual([]);
  });

  test('of missing parts are reported, with their triangles', () => {
    const mesh = parts('Rock', 'UCX_Rock', 'UCX_Rok_01', 'USP_Ball');
    expect(finding(mesh, 'stray-colliders')).toMatchObject({
      count: 2,
      detail: 'UCX_Rok_01, USP_Ball',
      elements: { groups: Uint32Array.of(0, 12, 24) },
    });
    expect([...finding(mesh, 'stray-colliders').triangles]).toEqual(Array.from({ length: 24 }, (_, i) => 24 + i));
    // Godot's stand for themselves.
    expect(found('Rock', 'Rock-colonly', 'Fence-colonly')).toEqual([]);
  });

  test('report the rendered parts without a collider, if any part has one', () => {
    expect(finding(parts('Rock', 'UCX_Rock', 'Tree', 'Wall'), 'missing-colliders')).toMatchObject({ count: 2, detail: 'Tree, Wall' });
    expect(finding(parts('Rock-col', 'Tree'), 'missing-colliders')).toMatchObject({ count: 1, detail: 'Tree' });
    expect(found('UCX_Rock', 'Tree')).toEqual(['stray-colliders']);
  });

  test.each([
    ['UCX-Rock_01', 'UCX_Rock_01'],
    ['UCXRock', 'UCX_Rock'],
    ['UXC_Rock', 'UCX_Rock'],
    ['UCX Rock', 'UCX_Rock'],
    ['level/ucz_rock', 'UCX_rock'],
    ['Rock-colony', 'Rock-colonly'],
    ['Rock-convcoll', 'Rock-convcol'],
    ['Rock_collision', 'Rock-col'],
    ['rock.collider.001', 'Rock-col'],
  ])('that are almost valid are reported: %s for %s', (name, meant) => {
    expect(finding(parts('Rock', name), 'misnamed-colliders')).toMatchObject({ count: 1, detail: `${name} for ${meant}` });
    expect(found('Rock', 'Tree', 'UCX_Tree', name)).toEqual(['missing-colliders', 'misnamed-colliders']);
  });

  test('are no slip where nothing of that name is seen, or the word is another', () => {
    for (const name of ['UCXRocks', 'Rock_color', 'Rock-cold', 'CupRock', 'Tree-collision', 'Rocket', 'Rock-1', 'USA_Tree'])
      expect(found('Rock', name)).toEqual([]);
  });

  test('hold when only the colliders of a file were read', () => {
    const all = parts('Rock', 'UCX_Rock');
    const roles = withRoles(all.parts);
    const { positions, indices } = box();
    const only = { positions, indices, parts: [{ ...roles[1]!, firstTriangle: 0 }] };
    expect(findingCodes(only).filter((code) => codes.includes(code))).toEqual([]);
  });
});
