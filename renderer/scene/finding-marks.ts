import type { HealthCode } from '#core/health/health-check';
import type { ElementKind } from '#core/health/health-check';

/**
 * How the kind of a finding is told in view, list and legend; all of them are orange.
 * `line` `dashes` `dots` edges · `fill` triangles painted over · `ring` around what may be too thin to see, `dot` at a
 * vertex: of one size on the screen
 */
export type FindingMark = 'line' | 'dashes' | 'dots' | 'fill' | 'ring' | 'dot';

/** Triangles that may be too small or thin to be seen. */
const thin: ReadonlySet<string> = new Set<HealthCode>([
  'repeated-vertex-triangles',
  'zero-area-triangles',
  'sliver-angle',
  'sliver-height',
  'tiny-triangles',
  'precision-collapse',
]);

export function markOf(code: string, kind: ElementKind | null): FindingMark {
  switch (kind) {
    case 'edge':
      return code === 'inconsistent-winding' ? 'dashes' : code === 'non-manifold-edges' || code === 'ghost-edges' ? 'dots' : 'line';
    case 'vertex':
      return 'dot';
    case 'triangle':
    case 'pair':
    case null:
      return thin.has(code) ? 'ring' : 'fill';
  }
}
