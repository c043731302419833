import { describe, expect, it } from 'vitest';
import { healthChecks } from '#core/health/health-checks';
import { checkMarks, markOf } from '../../../renderer/scene/finding-marks.ts';

describe('markOf', () => {
  it.each(['error', 'warning', 'info'] as const)('gives every check of severity %s a mark of its own', (severity) => {
    const checks = healthChecks.filter((check) => check.severity === severity);
    expect(checks.length).toBeGreaterThan(1);
    for (const { code } of checks) {
      const alike = checks.filter((other) => checkMarks[other.code] === checkMarks[code]).map((other) => other.code);
      expect(alike).toEqual([code]);
    }
  });

  it('never gives elements a mark that they cannot have', () => {
    for (const { code } of healthChecks) {
      expect(['line', 'dashes', 'dots']).toContain(markOf(code, 'edge'));
      expect(['dot', 'block', 'lozenge', 'wedge', 'ring', 'square', 'diamond']).toContain(markOf(code, 'vertex'));
      expect(['line', 'dashes', 'dots', 'dot', 'block', 'lozenge', 'wedge']).not.toContain(markOf(code, 'triangle'));
    }
  });
});
