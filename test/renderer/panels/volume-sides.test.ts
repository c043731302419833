import { expect, test } from 'vitest';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { volumeSides } from '../../../renderer/panels/hierarchy/volume-sides.ts';
import { box } from '../../fixtures/shapes.ts';

test('an oriented box has its own sides, a sphere its diameter, any other kind those of its bounding box', () => {
  const bar = box([-2, -0.5, -0.25], [2, 0.5, 0.25]);
  const { positions } = bar;
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y] = [positions[i]!, positions[i + 1]!];
    positions.set([(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2], i);
  }
  const sides = (kind: 'obb' | 'sphere' | 'aabb'): readonly number[] =>
    [...volumeSides(openTree(buildTree(bar, { kind })), 0)].sort((a, b) => a - b);
  sides('obb').forEach((side, i) => expect(side).toBeCloseTo([0.5, 1, 4][i]!, 3));
  sides('aabb').forEach((side, i) => expect(side).toBeCloseTo([0.5, 5 * Math.SQRT1_2, 5 * Math.SQRT1_2][i]!, 3));
  sides('sphere').forEach((side) => expect(side).toBeCloseTo(Math.hypot(4, 1, 0.5), 1));
});
