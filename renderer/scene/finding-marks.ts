import { type ElementKind, type HealthCode, isHealthCode } from '#core/health';
import type { Severity } from '#core/finding';

/**
 * Mark of a kind of findings in view, list and legend. Its colour is that of the severity. No two kinds of the same severity share a mark.
 * Edges: `line` `dashes` `dots`. Triangles: `fill` painted, `hatch` … `circles` with a pattern. Around elements that may be too thin to see:
 * `ring` `square` `diamond`. At a vertex: `dot` `block` `lozenge` `wedge`. All have a constant screen size.
 */
export type FindingMark = EdgeMark | FillMark | PointMark;

export type EdgeMark = 'line' | 'dashes' | 'dots';
export const fillMarks = ['fill', 'hatch', 'back-hatch', 'cross-hatch', 'bars', 'columns', 'spots', 'grid', 'checks', 'circles'] as const;
export type FillMark = (typeof fillMarks)[number];
export type PointMark = 'ring' | 'square' | 'diamond' | 'dot' | 'block' | 'lozenge' | 'wedge';

/** The marks of findings of the import, by their elements. */
const ofKind = { edge: 'line', vertex: 'dot', triangle: 'fill', pair: 'fill' } as const satisfies Record<ElementKind, FindingMark>;

/** The mark of each check, different from those of all checks with the same severity. */
export const checkMarks: Readonly<Record<HealthCode, FindingMark>> = {
  // Errors
  'non-finite-vertices': 'block',
  'out-of-range-vertices': 'dot',
  'repeated-vertex-triangles': 'diamond',
  'zero-area-triangles': 'ring',
  'precision-collapse': 'square',
  'inside-out-pieces': 'fill',
  'open-hulls': 'hatch',
  'dented-hulls': 'cross-hatch',
  'flat-hulls': 'bars',
  'refused-shapes': 'back-hatch',
  'vanished-triangles': 'columns',
  'missing-volume': 'spots',
  'phantom-volume': 'checks',
  // Warnings
  'boundary-loops': 'line',
  'inconsistent-winding': 'dashes',
  'non-manifold-edges': 'dots',
  'non-manifold-vertices': 'dot',
  't-junctions': 'wedge',
  'nearly-equal-vertices': 'lozenge',
  'vertex-budget': 'block',
  'sliver-angle': 'ring',
  'sliver-height': 'square',
  'triangle-budget': 'diamond',
  'self-intersections': 'fill',
  'duplicate-triangles': 'hatch',
  'opposite-triangles': 'back-hatch',
  'coplanar-overlaps': 'cross-hatch',
  'non-orientable-pieces': 'bars',
  'precision-loss': 'columns',
  'stray-colliders': 'spots',
  'missing-colliders': 'grid',
  'misnamed-colliders': 'checks',
  'thin-walls': 'circles',
  // Infos
  'ghost-edges': 'dots',
  'snag-edges': 'line',
  'fall-throughs': 'dashes',
  'unused-vertices': 'dot',
  'unwelded-vertices': 'block',
  'tiny-triangles': 'ring',
  'floating-components': 'fill',
  'tiny-components': 'hatch',
  'nested-pieces': 'back-hatch',
  'huge-triangles': 'cross-hatch',
  'filled-hulls': 'bars',
  'moved-vertices': 'lozenge',
  'high-valence-vertices': 'wedge',
};

/** Returns the mark of a finding, of a shape that its elements can have. Codes of the import have the mark of the element kind. */
export function markOf(code: string, kind: ElementKind | null): FindingMark {
  const plain = ofKind[kind ?? 'triangle'];
  const mark = isHealthCode(code) ? checkMarks[code] : plain;
  switch (kind) {
    case 'edge':
      return mark === 'dashes' || mark === 'dots' ? mark : 'line';
    case 'vertex':
      return isFill(mark) || mark === 'line' || mark === 'dashes' || mark === 'dots' ? plain : mark;
    case 'triangle':
    case 'pair':
    case null:
      return isFill(mark) || mark === 'ring' || mark === 'square' || mark === 'diamond' ? mark : plain;
  }
}

export function isFill(mark: FindingMark): mark is FillMark {
  return (fillMarks as readonly string[]).includes(mark);
}

/** The colours of severities, as tokens of the theme and as names of the palette. */
export const severityColours = {
  error: 'var(--meaning-error)',
  warning: 'var(--meaning-warning)',
  info: 'var(--meaning-info)',
} as const satisfies Record<Severity, string>;
