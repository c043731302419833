import { bakeFormats } from '#core/bake';
import { distanceText, repairs, type RepairStep, type SurfaceChange } from '#core/health';
import { columns, counted, measured, printable } from '../terminal/columns.ts';
import type { RepairFileReport } from './repair-report.ts';
import { notesText, writtenText } from './write-bake.ts';

/** Returns a report as text: what each repair changed, and the findings before and after. */
export function repairText(report: RepairFileReport): string {
  const { file, triangles, vertices, changes } = report;
  const size = columns([
    ['triangles', beforeAfter(triangles)],
    ['vertices', beforeAfter(vertices)],
  ]);
  return `${printable(file)}\n${size}${raisedText(report)}${changes.map(stepText).join('')}${findingsText(report)}${outText(report)}`;
}

/** The warnings first: a repair can cause other findings than those that it clears. */
function raisedText({ raised }: RepairFileReport): string {
  return raised
    .map(({ code, before, after, repairs: names }) => {
      const by = names.map(titleOf).join(', ');
      return `  Warning: more ${code} than before, ${counted(before)} → ${counted(after)}${by === '' ? '' : ` (${by})`}\n`;
    })
    .join('');
}

function titleOf(repair: RepairStep['repair']): string {
  return repairs.find(({ name }) => name === repair)?.title ?? repair;
}

function beforeAfter({ before, after }: { readonly before: number; readonly after: number }): string {
  return before === after ? counted(before) : `${counted(before)} → ${counted(after)}`;
}

function stepText({ repair, counts, surface, findings }: RepairStep): string {
  const title = titleOf(repair);
  if (counts.length === 0) return `  ${title}: nothing to do\n`;
  const rows = [
    ...counts.map(({ what, count }) => [what, counted(count)]),
    ['surface change, mesh units', changeText(surface)],
    ...findings.map(({ code, before, after }) => [code, `${counted(before)} → ${counted(after)}`]),
  ];
  return `  ${title}\n${columns(rows, [], '    ')}`;
}

/** `removed: 0.0012, added: none` */
function changeText({ removed, added }: SurfaceChange): string {
  if (removed?.atMost === 0 && added?.atMost === 0) return 'none';
  return `removed: ${distanceText(removed, measured)}, added: ${distanceText(added, measured)}`;
}

function findingsText({ findings }: RepairFileReport): string {
  if (findings.length === 0) return '  No findings before or after\n';
  const rows = findings.map(({ code, severity, before, after }) => [severity, code, counted(before), counted(after)]);
  return `  Findings before and after\n${columns([['severity', 'finding', 'before', 'after'], ...rows], [2, 3], '    ')}`;
}

function outText({ out, format, bytes, verified, problems, notes }: RepairFileReport): string {
  if (out === null || format === null) return '  No file was written (--dry-run)\n';
  const rows = [
    ['format', bakeFormats[format].title],
    ['bytes', counted(bytes ?? 0)],
    ['written', writtenText(verified === true)],
    ...problems.map((problem) => ['problem', problem]),
  ];
  return `${printable(out)}\n${columns(rows)}${notesText(notes)}`;
}
