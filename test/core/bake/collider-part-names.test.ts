import { describe, expect, it } from 'vitest';
import { withColliderNames } from '#core/bake/export/collider-part-names';
import type { ColliderShape } from '#core/mesh/collider-role';
import { roleByName, withRoles } from '#core/mesh/part-role';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, joined, named } from '../../fixtures/shapes.ts';

const meshOf = (...names: readonly string[]): TriangleMesh => {
  const mesh = joined(names.map((name) => named(name, box())));
  return { ...mesh, parts: withRoles(mesh.parts) };
};
const namesOf = ({ parts }: TriangleMesh): readonly string[] => parts.map(({ name }) => name);

describe('names of colliders', () => {
  it('change from one engine to another and back, and rendered parts keep theirs', () => {
    const unreal = meshOf('Rock', 'UCX_Rock_01', 'UBX_Rock_02', 'Tree');
    expect(namesOf(withColliderNames(unreal, 'godot'))).toEqual(['Rock', 'Rock-convcolonly', 'Rock_2-convcolonly', 'Tree']);
    const godot = meshOf('Rock', 'Rock-colonly', 'Rock-convcolonly', 'Wall-col');
    expect(namesOf(withColliderNames(godot, 'unreal'))).toEqual(['Rock', 'UCX_Rock_01', 'UCX_Rock_02', 'UCX_Wall_01']);
    expect(namesOf(withColliderNames(godot, 'godot'))).toEqual(['Rock', 'Rock-colonly', 'Rock-convcolonly', 'Wall-col']);
  });

  it('are given to all parts of a mesh without a collider, each another one', () => {
    const mesh = meshOf('hull', 'hull', 'level/hull', '');
    expect(namesOf(withColliderNames(mesh, 'unreal'))).toEqual(['UCX_hull_01', 'UCX_hull_02', 'UCX_hull_03', 'UCX_part3_01']);
    expect(namesOf(withColliderNames(mesh, 'godot'))).toEqual(['hull-colonly', 'hull_2-colonly', 'hull_3-colonly', 'part3-colonly']);
  });

  it('follow the shape, which their readers see again', () => {
    const shapes: readonly ColliderShape[] = ['triangles', 'hull', 'box', 'sphere', 'capsule', 'cylinder', 'plane'];
    for (const shape of shapes) {
      const mesh = meshOf('part');
      const role = { shape, isRendered: false, isTrigger: false, of: 'Rock', from: 'extension', exact: null } as const;
      const one = { ...mesh, parts: [{ ...mesh.parts[0]!, role }] };
      const [unreal] = namesOf(withColliderNames(one, 'unreal'));
      const expected = { box: 'box', sphere: 'sphere', capsule: 'capsule' }[shape as 'box'] ?? 'hull';
      expect(roleByName(unreal!)).toMatchObject({ shape: expected, of: 'Rock_01' });
      const [godot] = namesOf(withColliderNames(one, 'godot'));
      expect(roleByName(godot!)).toMatchObject({ shape: shape === 'triangles' ? 'triangles' : 'hull', isRendered: false, of: 'Rock' });
    }
  });

  it('are unchanged in the same mesh', () => {
    const mesh = meshOf('Rock', 'UCX_Rock_01');
    expect(withColliderNames(mesh, 'same')).toBe(mesh);
    expect(withColliderNames(mesh, 'unreal')).toBe(mesh);
  });
});
