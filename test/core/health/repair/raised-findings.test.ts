import { expect, test } from 'vitest';
import { raisedFindings } from '#core/health/repair/raised-findings';

const change = (code: 'boundary-loops' | 'self-intersections' | 'sliver-angle', before: number, after: number) =>
  ({ code, severity: 'warning', before, after }) as const;

test('raised findings are those with more after than before, with the repairs that raised them', () => {
  const steps = [
    { repair: 'weld' as const, findings: [change('sliver-angle', 2, 5), change('boundary-loops', 9, 3)] },
    { repair: 'fill-holes' as const, findings: [change('boundary-loops', 3, 0), change('self-intersections', 696, 988)] },
    { repair: 'simplify' as const, findings: [change('sliver-angle', 5, 2), change('self-intersections', 988, 900)] },
  ];
  const findings = [change('boundary-loops', 9, 0), change('self-intersections', 696, 900), change('sliver-angle', 2, 2)];
  expect(raisedFindings(findings, steps)).toEqual([{ code: 'self-intersections', before: 696, after: 900, repairs: ['fill-holes'] }]);
  expect(raisedFindings([], steps)).toEqual([]);
});

test('more infos than before are not raised findings', () => {
  const floating = { code: 'floating-components', severity: 'info', before: 0, after: 2 } as const;
  const steps = [{ repair: 'split-non-manifold' as const, findings: [floating] }];
  expect(raisedFindings([floating], steps)).toEqual([]);
  expect(raisedFindings([{ ...floating, severity: 'error' }], steps)).toHaveLength(1);
});
