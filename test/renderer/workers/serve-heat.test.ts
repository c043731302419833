import { describe, expect, test } from 'vitest';
import { createRayWorkspace } from '#core/query/ray/workspace';
import { raycastInto } from '#core/query/ray/into';
import { cellAt, heatAt, heatRange } from '../../../renderer/state/heat/heat-figures.ts';
import type { FromHeatWorker, HeatRays } from '../../../renderer/state/heat/heat-messages.ts';
import { serveHeat } from '../../../renderer/workers/serve-heat.ts';
import { ball } from '../../fixtures/shapes.ts';
import { treeOf } from '../scene/scene-fixture.ts';

const mesh = ball(32, 16);
const tree = treeOf(mesh);
const { positions, indices } = mesh;
/** From −z at a ball of radius 1, whose rim lies within the picture. */
const rays: HeatRays = {
  origin: [0, 0, -4],
  forward: [0, 0, 1],
  right: [0.5, 0, 0],
  up: [0, 0.3, 0],
  isParallel: false,
  width: 50,
  height: 30,
};

/** A clock that goes on by so many milliseconds each time it is looked at. */
function heatWith(tick: number) {
  const said: FromHeatWorker[] = [];
  const turns: (() => void)[] = [];
  let time = 0;
  const receive = serveHeat({
    post: (message) => said.push(message),
    turn: () => new Promise((resolve) => turns.push(resolve)),
    now: () => (time += tick),
  });
  receive({ kind: 'hold', bytes: { positions, indices, tree: tree.bytes } });
  return { said, turns, receive };
}

describe('the heat of a picture', () => {
  test('comes coarse first, and its last step is what each pixel’s own ray costs', () => {
    const { said, receive } = heatWith(0);
    receive({ kind: 'draw', serial: 1, rays });
    expect(said.map(({ picture }) => [picture.step, picture.columns, picture.rows])).toEqual([
      [8, 7, 4],
      [4, 13, 8],
      [2, 25, 15],
      [1, 50, 30],
    ]);
    const { picture } = said.at(-1)!;
    const workspace = createRayWorkspace(tree);
    for (const [x, y] of [
      [25, 15],
      [10, 8],
      [40, 21],
      [24, 2],
    ] as const) {
      const cell = cellAt(picture, x + 0.3, y + 0.9)!;
      raycastInto(
        tree,
        mesh,
        { origin: rays.origin, direction: [((2 * (x + 0.5)) / 50 - 1) * 0.5, (1 - (2 * (y + 0.5)) / 30) * 0.3, 1], far: Infinity },
        { mode: 'first', cull: false },
        workspace,
      );
      expect(heatAt(picture, 'volumes', cell)).toBe(workspace.nodesVisited);
      expect(heatAt(picture, 'triangles', cell)).toBe(workspace.trianglesTested);
      expect(heatAt(picture, 'tests', cell)).toBe(workspace.nodesVisited + workspace.trianglesTested);
    }
    // The corner looks past the ball.
    expect(heatAt(picture, 'tests', cellAt(picture, 0, 0)!)).toBe(-1);
    expect(cellAt(picture, 50, 3)).toBeNull();
    expect(heatRange(picture, 'depth').max).toBeLessThanOrEqual(tree.depth);
    expect(heatRange(picture, 'depth').mean).toBeGreaterThan(2);
  });

  test('is cancelled by a newer one', async () => {
    const { said, turns, receive } = heatWith(100);
    receive({ kind: 'draw', serial: 1, rays });
    receive({ kind: 'draw', serial: 2, rays: { ...rays, width: 8, height: 8 } });
    for (let i = 0; i < 200 && turns.length > 0; i++) {
      turns.shift()!();
      await Promise.resolve();
    }
    expect(new Set(said.map(({ serial }) => serial))).toEqual(new Set([2]));
    expect(said).toHaveLength(4);
  });
});
