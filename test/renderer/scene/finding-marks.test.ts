import { describe, expect, it } from 'vitest';
import { healthChecks } from '#core/health/health-checks';
import type { ElementKind } from '#core/health/health-check';
import { markOf } from '../../../renderer/scene/finding-marks.ts';

/** Of the checks that mark nothing in the view: a budget has no elements, what is not finite no place. */
const unmarked = new Set(['vertex-budget', 'triangle-budget', 'non-finite-vertices']);

describe('markOf', () => {
  it('gives every check of one severity a mark of its own, whatever its elements are', () => {
    for (const severity of ['error', 'warning', 'info'] as const) {
      for (const kind of ['triangle', 'pair', 'edge', 'vertex'] as const satisfies readonly ElementKind[]) {
        const codes = healthChecks
          .filter((check) => check.severity === severity && !unmarked.has(check.code) && kindOf(check.code) === kind)
          .map(({ code }) => code);
        const marks = codes.map((code) => markOf(code, kind));
        expect(new Set(marks).size, `${severity}, ${kind}: ${codes.join(' ')} are ${marks.join(' ')}`).toBe(codes.length);
      }
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

const edges = new Set(['boundary-loops', 'non-manifold-edges', 'inconsistent-winding', 'ghost-edges']);
const vertices = new Set([
  'out-of-range-vertices',
  'unused-vertices',
  'unwelded-vertices',
  'nearly-equal-vertices',
  't-junctions',
  'non-manifold-vertices',
]);

/** Pairs are painted as triangles are, and so told from them too. */
function kindOf(code: string): ElementKind {
  return edges.has(code) ? 'edge' : vertices.has(code) ? 'vertex' : 'triangle';
}
