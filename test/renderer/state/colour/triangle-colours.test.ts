import { describe, expect, it } from 'vitest';
import { trianglePath } from '#core/tree';
import { components } from '#core/mesh/components';
import { meshTopology } from '#core/mesh/topology';
import { triangleCount } from '#core/mesh/triangle-mesh';
import {
  byComponent,
  byDepth,
  byFacing,
  byFile,
  byMaterial,
  byPart,
  byRole,
  type TriangleColours,
} from '../../../../renderer/state/colour/triangle-colours.ts';
import { ball, box, joined, meshOf, placed } from '../../../fixtures/shapes.ts';
import { treeOf } from '../../scene/scene-fixture.ts';

const role = { shape: 'hull', isRendered: false, isTrigger: false, of: null, from: 'name', exact: null } as const;
const two = joined([box(), placed(ball(8, 4), 1, [5, 0, 0])]);

/** `label: triangles` of the groups that have any. */
function counts({ groups, groupOf }: TriangleColours): string[] {
  groups.forEach(({ triangles }, at) => expect(groupOf.filter((group) => group === at).length).toBe(triangles));
  return groups.filter(({ triangles }) => triangles > 0).map(({ label, triangles }) => `${label}: ${triangles}`);
}

describe('the colours of triangles', () => {
  it('are by part, by file and by material of the file', () => {
    expect(counts(byPart(two))).toEqual(['box: 12', 'ball: 48']);
    expect(counts(byFile(two, 3, 'two.obj'))).toEqual(['two.obj: 60']);
    const painted = { ...two, materials: { names: ['stone', 'wood'], runs: [0, -1, 10, 1, 20, 0, 30, 1] } };
    expect(counts(byMaterial(painted))).toEqual(['stone: 10', 'wood: 40', 'No material: 10']);
    expect(counts(byMaterial(two))).toEqual(['No material: 60']);
  });

  it('distinguish colliders and triggers from rendered parts', () => {
    const roles = [
      { ...role, isRendered: true },
      { ...role, isTrigger: true },
    ];
    const level = joined([box(), ball(8, 4), box(), box()]);
    const parts = level.parts.map((part, at) => (at < 2 ? { ...part, role: roles[at]! } : at === 2 ? { ...part, role } : part));
    expect(counts(byRole({ ...level, parts }))).toEqual(['Rendered: 12', 'Rendered and collider: 12', 'Collider: 12', 'Trigger: 48']);
  });

  it('are by component, with a group for triangles without edges', () => {
    const broken = meshOf([...two.positions], [...two.indices, 0, 0, 0]);
    expect(counts(byComponent(components(meshTopology(broken))))).toEqual(['Component 0: 12', 'Component 1: 48', 'No edges: 1']);
  });

  it('are by the angle to the up axis: a slope at the limit is walkable, a wall is not facing down', () => {
    const slope = (degrees: number): ReturnType<typeof meshOf> => {
      const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
      return meshOf([0, 0, 0, 0, 0, 1, c, s, 0], [0, 1, 2]);
    };
    for (const [degrees, limit, label] of [
      [0, 45, 'Walkable, up to 45°: 1'],
      [45, 45, 'Walkable, up to 45°: 1'],
      [45.01, 45, 'Too steep, up to 90°: 1'],
      [30, 29.9, 'Too steep, up to 90°: 1'],
      [90, 45, 'Too steep, up to 90°: 1'],
      [91, 45, 'Facing down: 1'],
      [180, 45, 'Facing down: 1'],
    ] as const) {
      expect(counts(byFacing(slope(degrees), [0, 1, 0], limit))).toEqual([label]);
      // The length of the up vector and the size of the mesh have no effect.
      expect(counts(byFacing(placed(slope(degrees), 1e-6), [0, 5, 0], limit))).toEqual([label]);
    }
    expect(counts(byFacing(box(), [0, 0, 1], 45))).toEqual(['Walkable, up to 45°: 2', 'Too steep, up to 90°: 8', 'Facing down: 2']);
    expect(counts(byFacing(meshOf([0, 0, 0, 1, 0, 0, NaN, 1, 0], [0, 1, 2, 0, 1, 1]), [0, 1, 0], 45))).toEqual(['No area: 2']);
  });

  it('are by the depth of the leaf, for every kind of tree', () => {
    const mesh = ball(24, 12);
    for (const kind of ['aabb', 'sphere', 'obb', 'wide'] as const) {
      const tree = treeOf(mesh, { kind });
      const { groups, groupOf } = byDepth(mesh, tree);
      expect(groups.at(-1)).toMatchObject({ label: 'Not in the tree', triangles: 0 });
      for (let triangle = 0; triangle < triangleCount(mesh); triangle += 7) {
        expect(groupOf[triangle]).toBe(trianglePath(tree, triangle)!.length - 1);
      }
    }
  });
});
