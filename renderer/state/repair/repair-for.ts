import type { HealthCode, RepairName } from '#core/health';
import { formatMany } from '../../text/format-number.ts';

/** The repair that fixes a kind of finding, if there is one; others can clear it as a side effect. */
const repairOf: Partial<Record<HealthCode, RepairName>> = {
  'unwelded-vertices': 'weld',
  'nearly-equal-vertices': 'weld',
  'repeated-vertex-triangles': 'drop-degenerate',
  'zero-area-triangles': 'drop-degenerate',
  'duplicate-triangles': 'drop-duplicates',
  'opposite-triangles': 'drop-duplicates',
  't-junctions': 'split-junctions',
  'tiny-components': 'remove-components',
  'floating-components': 'remove-components',
  'inconsistent-winding': 'fix-winding',
  'inside-out-pieces': 'fix-winding',
  'non-manifold-edges': 'split-non-manifold',
  'non-manifold-vertices': 'split-non-manifold',
  'boundary-loops': 'fill-holes',
  'open-hulls': 'fill-holes',
  'triangle-budget': 'simplify',
  'vertex-budget': 'simplify',
  'unused-vertices': 'drop-unused',
};

/** Returns the repair for a kind of finding; `null` if there is none. */
export function repairFor(code: string): RepairName | null {
  return repairOf[code as HealthCode] ?? null;
}

/** Returns the label of the button that repairs a finding: `Fill 3 holes…`. */
export function repairLabel({ code, count }: { readonly code: string; readonly count: number }, repair: RepairName): string {
  switch (repair) {
    case 'weld':
      return 'Weld vertices…';
    case 'drop-degenerate':
      return `Drop ${formatMany(count, 'triangle')}…`;
    case 'drop-duplicates':
      return `Drop ${formatMany(count, code === 'opposite-triangles' ? 'opposite triangle' : 'duplicate')}…`;
    case 'split-junctions':
      return `Split ${formatMany(count, 'T-junction')}…`;
    case 'remove-components':
      return `Remove ${formatMany(count, 'component')}…`;
    case 'fix-winding':
      return 'Fix winding…';
    case 'split-non-manifold':
      return `Split ${formatMany(count, code === 'non-manifold-edges' ? 'edge' : 'vertex', code === 'non-manifold-edges' ? 'edges' : 'vertices')}…`;
    case 'fill-holes':
      return code === 'boundary-loops' ? `Fill ${formatMany(count, 'hole')}…` : 'Fill holes…';
    case 'simplify':
      return 'Simplify…';
    case 'drop-unused':
      return `Drop ${formatMany(count, 'unused vertex', 'unused vertices')}…`;
  }
}
