import { expect, test } from 'vitest';
import { LengthText } from '../../../renderer/panels/properties/length-text.tsx';
import { RayFacts } from '../../../renderer/panels/properties/ray-properties.tsx';
import { directionText } from '../../../renderer/panels/properties/vector-field.tsx';
import { VectorRow } from '../../../renderer/panels/properties/vector-row.tsx';
import { AxisIntervals } from '../../../renderer/panels/separation/axis-intervals.tsx';
import { lengthText } from '../../../renderer/text/list-lengths.ts';
import { plainLengths } from '../../../renderer/text/shown-unit.ts';
import { triple } from '../../../renderer/widgets/record-list.tsx';
import { shownText } from './shown-text.ts';

const lengths = { units: plainLengths, decimals: 3 };

test('a length has the digits of the list in a panel', () => {
  for (const value of [9.17021, 0.0375, 120.5507, 0])
    expect(shownText(<LengthText value={value} lengths={lengths} />)).toBe(lengthText(value, plainLengths, 3));
});

test('the first hit has the digits of the list of hits', () => {
  const hit = { distance: 9.17021, position: [0, 0, 0], normal: [0, 0, 1], barycentric: [1, 0, 0], triangle: 0, part: null } as const;
  const outcome = { result: { hits: [hit], stats: { nodesVisited: 1, trianglesTested: 1 } } };
  type Outcome = Parameters<typeof RayFacts>[0]['outcome'];
  expect(shownText(<RayFacts outcome={outcome as unknown as Outcome} lengths={lengths} />)).toContain('First hit 9.170 ');
});

test('a position and a normal have the digits of the list in a panel', () => {
  const position = [-2.01651, 1.84956, 0.0004] as const;
  expect(shownText(<VectorRow label="Position" lengths={lengths} values={position} />)).toBe('Position X −2.017 Y 1.850 Z 0.000');
  expect(shownText(triple(position, lengths.decimals))).toBe('−2.017 1.850 0.000');
  expect(shownText(<VectorRow label="Normal" values={[-0.512, -0.43, 0.7436]} />)).toBe('Normal X −0.512 Y −0.430 Z 0.744');
});

test('the fields of a direction have the same decimals', () => {
  const direction = [-0.51203, -0.43, -0.74359] as const;
  expect(direction.map((value) => directionText(value, direction))).toEqual(['−0.512', '−0.430', '−0.744']);
  const down = [0, 0, -1] as const;
  expect(down.map((value) => directionText(value, down))).toEqual(['0', '0', '−1']);
  expect(directionText(0.0001, [0.0001, 0, 0])).toBe('0.0001');
});

test('the gap of a separation has the digits of the distance of its methods', () => {
  const axis = {
    axis: [1, 0, 0],
    feature: { kind: 'faceA', index: 0 },
    gap: 1549.92,
    intervalA: [0, 1],
    intervalB: [1550.92, 1600],
  } as const;
  expect(shownText(<AxisIntervals axis={axis} units={plainLengths} />)).toContain('gap 1,549.92');
});
