import { colliderText } from '#core/mesh';
import { columns, counted, many, measured, milliseconds, printable, vector } from '../../terminal/columns.ts';
import { isOverBudget, type CheckReport } from './check-file.ts';
import type { CheckFinding } from './check-findings.ts';
import type { CheckedFile } from './check-files.ts';
import { engineText } from './engine-text.ts';
import { ignoredLines } from './ignored-lines.ts';
import { flagOf } from '#core/options';
import { locationsText } from './locations-text.ts';

/** Returns facts, findings and exceeded budgets as text. */
export function checkText(report: CheckReport): string {
  const { file, findings } = report;
  const listed = findings.length === 0 ? '  no findings\n' : `${findings.map(findingText).join('')}  ${severitiesText(findings)}\n`;
  return `${printable(file)}\n${factsText(report)}${engineText(report)}${listed}${rollsText(report)}${notRunText(report)}${ignoredText(report)}${budgetText(report)}`;
}

/** Returns how many rolls of the snag map had no room, also where no snag was found; nothing where all had room. */
function rollsText({ snagRolls }: Pick<CheckReport, 'snagRolls'>): string {
  if (snagRolls === null || snagRolls.noRoom === 0) return '';
  const { rolls, noRoom } = snagRolls;
  return `  ${counted(noRoom)} of ${many(rolls, 'roll')} had no room: a smaller --snag-radius tests more\n`;
}

/** `3 findings: 1 error, 2 warnings` */
function severitiesText(findings: readonly CheckFinding[]): string {
  const of = (severity: CheckFinding['severity']): number => findings.filter((finding) => finding.severity === severity).length;
  const counts = [
    [of('error'), 'error'],
    [of('warning'), 'warning'],
    [of('info'), 'info'],
  ] as const;
  return `${many(findings.length, 'finding')}: ${counts.flatMap(([count, word]) => (count === 0 ? [] : [many(count, word, word === 'info' ? word : `${word}s`)])).join(', ')}`;
}

/** Totals of several files. */
export interface CheckSummary {
  readonly files: number;
  readonly findings: number;
  readonly over: number;
  readonly unread: number;
}

export const noFiles: CheckSummary = { files: 0, findings: 0, over: 0, unread: 0 };

export function addFile({ files, findings, over, unread }: CheckSummary, { report }: CheckedFile): CheckSummary {
  return {
    files: files + 1,
    findings: findings + (report?.findings.length ?? 0),
    over: over + (report !== null && isOverBudget(report) ? 1 : 0),
    unread: unread + (report === null ? 1 : 0),
  };
}

/** Returns the last line of several files; with a cache, it has the number of results from it. */
export function summaryText({ files, findings, over, unread }: CheckSummary, fromCache: number | null): string {
  const rest = [
    ...(fromCache === null ? [] : [`${counted(fromCache)} from the cache`]),
    ...(over > 0 ? [`${counted(over)} over budget`] : []),
    ...(unread > 0 ? [`${counted(unread)} not read`] : []),
  ];
  return `${[many(files, 'file'), many(findings, 'finding'), ...rest].join(', ')}\n`;
}

function factsText({ facts, mass, colliders, colliderMass, notRun, timings }: CheckReport): string {
  const { boundsMin, boundsMax, selfIntersectingPairs } = facts;
  return columns([
    ['triangles', counted(facts.triangles)],
    ['positions', counted(facts.weldedVertices)],
    [
      'edges',
      `${counted(facts.edges)}, of which ${counted(facts.boundaryEdges)} on a boundary, ${counted(facts.nonManifoldEdges)} non-manifold`,
    ],
    ['components', counted(facts.components)],
    [
      'self-intersections',
      selfIntersectingPairs === null
        ? notRun.some(({ code }) => code === 'self-intersections')
          ? 'not checked'
          : 'not all counted'
        : many(selfIntersectingPairs, 'pair'),
    ],
    ['area', measured(facts.area)],
    ['signed volume', measured(facts.signedVolume)],
    ...(colliders.length === 0
      ? []
      : [['colliders', `${counted(colliders.length)}, each checked by itself; the counts above are of the rendered parts together`]]),
    ...massRows(colliders.length === 0 ? '' : ' of the rendered parts', mass),
    ...massRows(' of the colliders', colliderMass),
    ...(boundsMin === null || boundsMax === null
      ? [['bounds', 'none']]
      : [
          ['min', vector(boundsMin)],
          ['max', vector(boundsMax)],
        ]),
    ['time', `parse ${milliseconds(timings.parseMilliseconds)}, check ${milliseconds(timings.checkMilliseconds)}`],
  ]);
}

/** Invalid numbers are not printed; `--json` has them. */
function massRows(of: string, mass: CheckReport['mass']): readonly (readonly string[])[] {
  if (mass === null) return [];
  if (mass.warning !== null) return [[`mass${of}`, mass.warning]];
  const { density, volume, centre, principalMoments, principalAxes } = mass;
  return [
    [`mass${of}`, `${measured(mass.mass)}, of volume ${measured(volume)} at density ${measured(density)}`],
    [`centre of mass${of}`, vector(centre)],
    [`principal moments${of}`, vector(principalMoments)],
    [`principal axes${of}`, principalAxes.map((axis) => `(${vector(axis.map(withoutNoise))})`).join(' ')],
  ];
}

/** Rounds a component of a unit vector, so that noise around 0 is not printed. */
function withoutNoise(value: number): number {
  return Number(value.toFixed(9));
}

/** More would fill the terminal. */
const maxTrianglesShown = 8;
const maxLocationsShown = 8;
const maxMaterialsShown = 4;

function findingText({
  severity,
  code,
  count,
  counted: what,
  atLeast,
  ignored,
  message,
  detail,
  fix,
  triangles,
  materials,
  colliders,
  locations,
}: CheckFinding): string {
  const shown = triangles.slice(0, maxTrianglesShown).join(', ');
  const more = triangles.length > maxTrianglesShown ? `, and ${counted(triangles.length - maxTrianglesShown)} more` : '';
  return [
    `  ${severity} ${code}: ${atLeast ? 'at least ' : ''}${counted(count)} ${what}. ${printable(message)}.\n`,
    detail === null ? '' : `    ${printable(detail)}.\n`,
    ...ignoredLines(ignored).map((line) => `    ${printable(line)}.\n`),
    locations.length === 0 ? '' : `    ${printable(locationsText(locations, count, maxLocationsShown))}\n`,
    shown === '' ? '' : `    Triangles ${shown}${more}.\n`,
    materials.length === 0
      ? ''
      : `    Of material ${materials
          .slice(0, maxMaterialsShown)
          .map(({ name, triangles: count }) => `${printable(name)} ${counted(count)}`)
          .join(', ')}${materials.length > maxMaterialsShown ? `, and ${materials.length - maxMaterialsShown} more` : ''}.\n`,
    colliders.length === 0
      ? ''
      : `    Of ${printable(
          colliders
            .slice(0, maxMaterialsShown)
            .map((collider) => `${colliderText(collider)} ${counted(collider.triangles)}`)
            .join(', '),
        )}${colliders.length > maxMaterialsShown ? `, and ${counted(colliders.length - maxMaterialsShown)} more` : ''}.\n`,
    `    ${printable(fix)}.\n`,
  ].join('');
}

/** Returns the checks that did not run, with the flag that enables each. Those that --only excludes are only counted. */
function notRunText({ notRun }: CheckReport): string {
  const off = notRun.flatMap(({ code, option }) => (option === null ? [] : [`${code} (set ${flagOf(option)})`]));
  const left = notRun.length - off.length;
  const all = [...off, ...(left === 0 ? [] : [`${many(left, 'check')} excluded by --only`])];
  return all.length === 0 ? '' : `  not run: ${all.join(', ')}\n`;
}

/** Returns the ignored findings that no longer apply, which should be reviewed. */
function ignoredText({ ignored: { unmatched, ofOtherContent } }: CheckReport): string {
  const lines = [
    ...(unmatched.length > 0
      ? [`${many(unmatched.length, 'ignored finding')} no longer found, of ${[...new Set(unmatched.map(({ code }) => code))].join(', ')}`]
      : []),
    ...(ofOtherContent > 0 ? [`${many(ofOtherContent, 'ignored finding')} of another version of this file, not applied`] : []),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

function budgetText({ overBudget }: CheckReport): string {
  if (overBudget === null) return '';
  if (overBudget.length === 0) return '  within the budget\n';
  return overBudget.map(({ code, count, allowed }) => `  OVER BUDGET: ${code} ${counted(count)}, allowed ${counted(allowed)}\n`).join('');
}
