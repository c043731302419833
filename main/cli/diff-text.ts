import type { PartChange } from '#core/diff';
import { distanceText } from '#core/health';
import { partLabel } from '#core/mesh';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import type { DiffReport } from './diff-report.ts';

/** Returns a report as text: sizes, parts that changed, and findings that changed. Equal values are shown once. */
export function diffText(report: DiffReport): string {
  const head = `${printable(report.before)} → ${printable(report.after)}\n`;
  if (report.same) return `${head}  No change: the same triangles, parts and findings\n`;
  return `${head}${columns([...sizeRows(report), ...surfaceRows(report)])}${partsText(report)}${findingsText(report)}`;
}

function sizeRows({ triangles, vertices, facts }: DiffReport): readonly (readonly string[])[] {
  const { same, changedBefore, changedAfter, removed, added } = triangles;
  const bounds = (value: readonly number[] | null): string => (value === null ? 'none' : vector(value));
  return [
    ['triangles', both(triangles, counted)],
    ['', `${counted(same)} the same, ${counted(removed)} removed, ${counted(added)} added`],
    [
      '',
      changedBefore === changedAfter
        ? `${counted(changedBefore)} changed`
        : `${counted(changedBefore)} changed to ${counted(changedAfter)}`,
    ],
    ['vertices', both(vertices, counted)],
    ['boundary edges', both(facts.boundaryEdges, counted)],
    ['components', both(facts.components, counted)],
    ['min', both(facts.boundsMin, bounds)],
    ['max', both(facts.boundsMax, bounds)],
    ['area', both(facts.area, measured)],
    ['signed volume', both(facts.signedVolume, measured)],
  ];
}

/** `12 → 14`; one value if both read the same. */
function both<Value>({ before, after }: { readonly before: Value; readonly after: Value }, text: (value: Value) => string): string {
  const [old, now] = [text(before), text(after)];
  return old === now ? old : `${old} → ${now}`;
}

function surfaceRows({ surface, meanDistance }: DiffReport): readonly (readonly string[])[] {
  if (surface === null || meanDistance === null) return [];
  const mean = (value: number | null): string => (value === null ? 'none' : measured(value));
  return [
    ['largest distance', `${distanceText(surface.removed, measured)} from before to after, mesh units`],
    ['', `${distanceText(surface.added, measured)} from after to before`],
    ['mean distance', `${mean(meanDistance.removed)} from before to after, over the whole area`],
    ['', `${mean(meanDistance.added)} from after to before`],
  ];
}

function partsText({ parts }: DiffReport): string {
  const changed = parts.filter(({ state }) => state !== 'same');
  const same = parts.length - changed.length;
  const title = `  ${many(changed.length, 'part')} changed, ${counted(same)} the same\n`;
  if (changed.length === 0) return title;
  const rows = changed.slice(0, maxRowsShown).map((part) => [part.state, nameOf(part), ...countsOf(part)]);
  return `${title}${columns([['state', 'part', 'triangles', 'removed', 'added'], ...rows], [2, 3, 4], '    ')}${moreRows(changed.length, '    ')}`;
}

function nameOf({ name, formerName, before, after }: PartChange): string {
  const label = partLabel(name, after ?? before ?? 0);
  return formerName === null ? label : `${label} (before: ${partLabel(formerName, before ?? 0)})`;
}

function countsOf({ trianglesBefore, trianglesAfter, triangleRemovals, triangleAdditions }: PartChange): readonly string[] {
  return [both({ before: trianglesBefore, after: trianglesAfter }, counted), counted(triangleRemovals), counted(triangleAdditions)];
}

function findingsText({ findings }: DiffReport): string {
  const changed = findings.filter(({ before, after }) => before !== after);
  if (changed.length === 0) return `  No finding changed\n`;
  const rows = changed.map(({ code, severity, before, after }) => [
    before === 0 ? 'new' : after === 0 ? 'gone' : 'changed',
    severity,
    code,
    counted(before),
    counted(after),
  ]);
  return `  Findings that changed\n${columns([['state', 'severity', 'finding', 'before', 'after'], ...rows], [3, 4], '    ')}`;
}
