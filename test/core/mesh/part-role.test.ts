import { describe, expect, it } from 'vitest';
import { exactText, roleByName, roleText, withRoles } from '#core/mesh/part-role';
import { readRole } from '#core/mesh/read-role';
import type { MeshPart } from '#core/mesh/triangle-mesh';

const part = (name: string): MeshPart => ({ name, firstTriangle: 0, triangleCount: 1, worldFromPart: null });
const roles = (...names: string[]) =>
  withRoles(names.map(part)).map(({ role }) => (role === undefined ? null : `${role.shape} ${role.of}`));

describe('a role by name', () => {
  it.each([
    ['UCX_Rock_01', 'hull', false],
    ['UBX_Rock', 'box', false],
    ['USP_Rock', 'sphere', false],
    ['UCP_Rock', 'capsule', false],
    ['ucx_rock', 'hull', false],
    ['wall-col', 'triangles', true],
    ['wall-colonly', 'triangles', false],
    ['wall-convcol', 'hull', true],
    ['wall-convcolonly', 'hull', false],
    ['wall-colonly.001', 'triangles', false],
    ['wall_col_2', 'triangles', true],
    ['level/UCX_Rock', 'hull', false],
    ['wall-col[3]', 'triangles', true],
    ['UCX_Rock/1', 'hull', false],
  ])('%s', (name, shape, isRendered) => {
    expect(roleByName(name)).toMatchObject({ shape, isRendered, from: 'name', exact: null, isTrigger: false });
  });

  it.each(['Rock', 'UCX', 'UCX_', 'protocol', 'col', 'collie', 'wall-cols', 'my-colony', 'SUCX_rock', ''])(
    '%s names no collider',
    (name) => {
      expect(roleByName(name)).toBeNull();
    },
  );
});

describe('the mesh that a collider stands for', () => {
  it('is the one that its name holds, with its number or without', () => {
    expect(roles('Rock', 'UCX_Rock', 'UCX_Rock_00', 'UCX_rock_01')).toEqual([null, 'hull Rock', 'hull Rock', 'hull Rock']);
    expect(roles('Rock_01', 'Rock', 'UCX_Rock_01')).toEqual([null, null, 'hull Rock_01']);
    expect(roles('house/wall', 'wall-colonly')).toEqual([null, 'triangles house/wall']);
  });

  it('is null if no part has the name, and for rendered parts', () => {
    expect(roles('Stone', 'UCX_Rock', 'wall-col')).toEqual([null, 'hull null', 'triangles null']);
    expect(roles('UCX_a', 'UCX_UCX_a')).toEqual(['hull null', 'hull null']);
  });

  it('leaves parts without a role as they are', () => {
    const parts = [part('a'), part('b')];
    expect(withRoles(parts)).toBe(parts);
  });
});

describe('a role', () => {
  it('is described in words', () => {
    const [, hull] = withRoles([part('Rock'), part('UCX_Rock')]);
    expect([roleText(undefined), roleText(hull!.role), roleText(roleByName('w-col'))]).toEqual([
      'rendered',
      'collider, hull of Rock',
      'rendered and collider, triangles',
    ]);
    expect(exactText({ kind: 'capsule', height: 1, radiusTop: 0.5, radiusBottom: 0.25 })).toBe('height 1, radii 0.5 top, 0.25 bottom');
  });

  it('is read back as it was written, and from nothing else', () => {
    const role = { ...roleByName('UBX_a')!, exact: { kind: 'box', size: [1, 2, 3] } as const };
    expect(readRole(JSON.parse(JSON.stringify(role)))).toEqual(role);
    for (const wrong of [
      null,
      [],
      {},
      { ...role, shape: 'torus' },
      { ...role, from: 'me' },
      { ...role, of: 1 },
      { ...role, exact: { kind: 'box', size: [1, 2] } },
      { ...role, exact: { kind: 'sphere', radius: -1 } },
      { ...role, isTrigger: 0 },
    ]) {
      expect(readRole(wrong)).toBeNull();
    }
  });
});
