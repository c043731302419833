import { describe, expect, test } from 'vitest';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { figuresOf } from '../../../renderer/panels/bsp/bsp-panel.tsx';
import { Facts } from '../../../renderer/panels/properties/facts.tsx';
import { PushOutFacts } from '../../../renderer/panels/properties/push-out-facts.tsx';
import { RayFacts } from '../../../renderer/panels/properties/ray-properties.tsx';
import { nearestFacts } from '../../../renderer/panels/properties/sphere-properties.tsx';
import { volumeFacts } from '../../../renderer/panels/properties/volume-facts.ts';
import { SliceFacts } from '../../../renderer/panels/probe/slice-facts.tsx';
import { AxisIntervals } from '../../../renderer/panels/separation/axis-intervals.tsx';
import { shownUnit } from '../../../renderer/text/shown-unit.ts';
import { box } from '../../fixtures/shapes.ts';
import { shownText } from './shown-text.ts';

const metres = shownUnit('metre');
const lengths = { units: metres, decimals: 3 };

describe('lengths have their unit', () => {
  test('the first hit of a ray', () => {
    const hit = { distance: 9.5, position: [0, 0, 0], normal: [0, 0, 1], barycentric: [1, 0, 0], triangle: 0, part: null } as const;
    const stats = { nodesVisited: 3, trianglesTested: 2 };
    const inCentimetres = { units: shownUnit('metre', 'centimetre'), decimals: 1 };
    const outcome = { result: { hits: [hit], stats } } as unknown as Parameters<typeof RayFacts>[0]['outcome'];
    expect(shownText(<RayFacts outcome={outcome} lengths={lengths} />)).toContain('First hit, m 9.500');
    expect(shownText(<RayFacts outcome={outcome} lengths={inCentimetres} />)).toContain('First hit, cm 950.0');
  });

  test('the distance of a sphere to the nearest surface', () => {
    const nearest = { triangle: 1, distance: 0.5, nodesVisited: 4, cachedVisited: null };
    expect(shownText(<Facts facts={nearestFacts(nearest, lengths)} />)).toContain('Nearest, m 0.500');
  });

  test('the length and the remaining depth of a push-out', () => {
    const result = { isInterrupted: false, total: [0, 3, 4], steps: [1], left: [1], leftDepth: 0.25 } as const;
    const text = shownText(
      <PushOutFacts result={result} lengths={lengths} touches={2} advice="" testId="push-out">
        {null}
      </PushOutFacts>,
    );
    expect(text).toContain('Length, m 5.000');
    expect(text).toContain('Remaining depth, m 0.250');
  });

  test('the distances of a slice', () => {
    const picture = { min: -1, max: 2 };
    const slice = { kind: 'done', picture } as unknown as Parameters<typeof SliceFacts>[0]['slice'];
    const text = shownText(<SliceFacts slice={slice} value={0.5} lengths={lengths} />);
    expect(text).toContain('−2.000 m inside · 0 · outside 2.000 m');
    expect(text).toContain('Min, m −1.000 Max, m 2.000 Pointer, m 0.500');
  });

  test('the gap on an axis of a separation', () => {
    const axis = { axis: [1, 0, 0], feature: { kind: 'faceA', index: 0 }, gap: 1, intervalA: [0, 1], intervalB: [2, 3] } as const;
    expect(shownText(<AxisIntervals axis={axis} units={metres} />)).toContain('gap 1 m');
  });

  test('the sides of the volume of a node', () => {
    const bar = box([-2, -0.5, -0.25], [2, 0.5, 0.25]);
    const tree = openTree(buildTree(bar, { kind: 'sphere' }));
    expect(volumeFacts(tree, bar, 0, metres)[0]![1]).toMatch(/radius [\d.]+ m$/);
  });

  test('the volumes of a BSP tree', () => {
    const report = { solidVolume: 2, emptyVolume: 1 } as unknown as Parameters<typeof figuresOf>[0];
    expect(figuresOf(report, metres).slice(-2)).toEqual([
      ['Solid volume, m³', '2'],
      ['Empty volume, m³', '1'],
    ]);
  });
});
