import { expect, test } from 'vitest';
import { raisedFindings } from '#core/health/repair/raised-findings';

const change = (code: 'boundary-loops' | 'self-intersections' | 'sliver-angle', before: number, after: number) => ({ code, before, after });

test('raised findings are those with more after than before, with the repairs that raised them', () => {
  const steps = [
    { repair: 'weld' as const, findings: [change('sliver-angle', 2, 5), change('boundary-loops', 9, 3)] },
    { repair: 'fill-holes' as const, findings: [change('boundary-loops', 3, 0), change('self-intersections', 696, 988)] },
    { repair: 'simplify' as const, findings: [change('sliver-angle', 5, 2), change('self-intersections', 988, 900)] },
  ];
  const findings = [change('boundary-loops', 9, 0), change('self-intersections', 696, 900), change('sliver-angle', 2, 2)];
  expect(raisedFindings(findings, steps)).toEqual([{ ...change('self-intersections', 696, 900), repairs: ['fill-holes'] }]);
  expect(raisedFindings([], steps)).toEqual([]);
});
