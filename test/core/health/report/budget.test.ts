import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { overBudget, parseBudget, type Spent } from '#core/health/report/budget';

const budget = (rest: object): ReturnType<typeof parseBudget> => parseBudget(JSON.stringify({ budget: 1, ...rest }));
const spent = (code: Spent['code'], severity: Spent['severity'], count: number, isAtLeast = false): Spent => ({
  code,
  severity,
  count,
  isAtLeast,
});

describe('a budget', () => {
  it('allows no errors and warnings, and any infos, unless it says otherwise', () => {
    const found = [spent('zero-area-triangles', 'error', 1), spent('boundary-loops', 'warning', 2), spent('unused-vertices', 'info', 9)];
    expect(overBudget(budget({}), found)).toEqual([
      { code: 'zero-area-triangles', count: 1, allowed: 0 },
      { code: 'boundary-loops', count: 2, allowed: 0 },
    ]);
    expect(overBudget(budget({ allowSeverity: { error: 1, warning: 'any', info: 8 } }), found)).toEqual([
      { code: 'unused-vertices', count: 9, allowed: 8 },
    ]);
  });

  it('goes by the code where it names one', () => {
    const named = budget({ allow: { 'boundary-loops': 2, 'unused-vertices': 0 } });
    expect(overBudget(named, [spent('boundary-loops', 'warning', 2)])).toEqual([]);
    expect(overBudget(named, [spent('boundary-loops', 'warning', 3)])).toEqual([{ code: 'boundary-loops', count: 3, allowed: 2 }]);
    expect(overBudget(named, [spent('unused-vertices', 'info', 1)])).toHaveLength(1);
  });

  it('is not kept by a search that ended at its limit, unless any number is allowed', () => {
    expect(overBudget(budget({ allow: { 'self-intersections': 10 } }), [spent('self-intersections', 'warning', 3, true)])).toHaveLength(1);
    expect(overBudget(budget({ allow: { 'self-intersections': 'any' } }), [spent('self-intersections', 'warning', 3, true)])).toEqual([]);
  });

  it('counts together what several findings of one code count', () => {
    const found = [spent('unusable-faces', 'warning', 2), spent('unusable-faces', 'error', 3), spent('unusable-faces', 'warning', 4)];
    expect(overBudget(budget({ allow: { 'unusable-faces': 8 } }), found)).toEqual([{ code: 'unusable-faces', count: 9, allowed: 8 }]);
    expect(overBudget(budget({ allow: { 'unusable-faces': 9 } }), found)).toEqual([]);
    expect(overBudget(budget({ allowSeverity: { warning: 5, error: 3 } }), found)).toEqual([
      { code: 'unusable-faces', count: 6, allowed: 5 },
    ]);
  });

  it('keeps only the thresholds that it gives', () => {
    expect(budget({ options: { sliverAngle: 5 } }).options).toEqual({ sliverAngle: 5 });
  });

  it.each([
    ['{', ''],
    ['[]', ''],
    ['{}', '/budget'],
    ['{"budget":2}', '/budget'],
    ['{"budget":1,"alow":{}}', '/alow'],
    ['{"budget":1,"allow":{"holes":1}}', '/allow/holes'],
    ['{"budget":1,"allow":{"boundary-loops":-1}}', '/allow/boundary-loops'],
    ['{"budget":1,"allow":{"boundary-loops":1.5}}', '/allow/boundary-loops'],
    ['{"budget":1,"allow":[]}', '/allow'],
    ['{"budget":1,"allowSeverity":{"fatal":1}}', '/allowSeverity/fatal'],
    ['{"budget":1,"options":{"sliverAngle":99}}', '/options'],
    ['{"budget":1,"options":{"sliver":1}}', '/options'],
  ])('%s is refused at %s', (text, pointer) => {
    let error: unknown = null;
    try {
      parseBudget(text);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(InspectorError);
    expect(error).toMatchObject({ code: 'malformed', location: { pointer } });
  });
});
