import { massWarning, type MassReport } from '#core/health/study/mass-report';
import { colliderText } from '#core/mesh/colliders-of-triangles';
import { columns, counted, many, measured, milliseconds, printable, vector } from '../../terminal/columns.ts';
import { isOver, type CheckReport } from './check-file.ts';
import type { CheckFinding } from './check-findings.ts';
import type { CheckedFile } from './check-files.ts';
import { ignoredLines } from './ignored-lines.ts';
import { flagOf } from '../option-flags.ts';
import { placesText } from './places-text.ts';

/** Facts, findings and what is over the budget, for a person. */
export function checkText(report: CheckReport): string {
  const { file, findings } = report;
  const told = findings.length === 0 ? '  no findings\n' : `${findings.map(findingText).join('')}  ${severitiesText(findings)}\n`;
  return `${printable(file)}\n${factsText(report)}${told}${notRunText(report)}${ignoredText(report)}${budgetText(report)}`;
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

/** Of several files, what was found in all. */
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
    over: over + (report !== null && isOver(report) ? 1 : 0),
    unread: unread + (report === null ? 1 : 0),
  };
}

/** The line below several files; with how many of them a cache knew, where there is one. */
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
          ? 'not looked for'
          : 'not all counted'
        : many(selfIntersectingPairs, 'pair'),
    ],
    ['area', measured(facts.area)],
    ['signed volume', measured(facts.signedVolume)],
    ...(colliders.length === 0
      ? []
      : [['colliders', `${counted(colliders.length)}, each checked by itself; the counts above are of all that the scene shows together`]]),
    ...massRows(colliders.length === 0 ? '' : ' of what is seen', mass),
    ...massRows(' of the colliders', colliderMass),
    ...(boundsMin === null || boundsMax === null
      ? [['bounds', 'none']]
      : [
          ['least', vector(boundsMin)],
          ['largest', vector(boundsMax)],
        ]),
    ['time', `parse ${milliseconds(timings.parseMilliseconds)}, check ${milliseconds(timings.checkMilliseconds)}`],
  ]);
}

/** Numbers that mean nothing are not printed: `--json` has them. */
function massRows(of: string, mass: MassReport | null): readonly (readonly string[])[] {
  if (mass === null) return [];
  const warning = massWarning(mass);
  if (warning !== null) return [[`mass${of}`, warning]];
  const { density, volume, centre, principalMoments, principalAxes } = mass;
  return [
    [`mass${of}`, `${measured(mass.mass)}, of volume ${measured(volume)} at density ${measured(density)}`],
    [`centre of mass${of}`, vector(centre)],
    [`principal moments${of}`, vector(principalMoments)],
    [`principal axes${of}`, principalAxes.map((axis) => `(${vector(axis.map(withoutNoise))})`).join(' ')],
  ];
}

/** Of a direction of length 1: what an exact calculation would have as 0 is no figure. */
function withoutNoise(value: number): number {
  return Number(value.toFixed(9));
}

/** More would fill the terminal. */
const maxTrianglesShown = 8;
const maxPlacesShown = 8;
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
    locations.length === 0 ? '' : `    ${printable(placesText(locations, count, maxPlacesShown))}\n`,
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

/** What no one looked for, and what would; those that others were asked for instead of are only counted. */
function notRunText({ notRun }: CheckReport): string {
  const off = notRun.flatMap(({ code, option }) => (option === null ? [] : [`${code} (give ${flagOf(option)})`]));
  const left = notRun.length - off.length;
  const all = [...off, ...(left === 0 ? [] : [`${many(left, 'check')} that --only leaves out`])];
  return all.length === 0 ? '' : `  not run: ${all.join(', ')}\n`;
}

/** What the list says and nothing was found of: someone should look at it again. */
function ignoredText({ ignored: { unmatched, ofOtherContent } }: CheckReport): string {
  const lines = [
    ...(unmatched.length > 0
      ? [`${many(unmatched.length, 'ignored finding')} no longer found, of ${[...new Set(unmatched.map(({ code }) => code))].join(', ')}`]
      : []),
    ...(ofOtherContent > 0 ? [`${many(ofOtherContent, 'ignored finding')} of another content of this file, not applied`] : []),
  ];
  return lines.map((line) => `  ${printable(line)}\n`).join('');
}

function budgetText({ overBudget }: CheckReport): string {
  if (overBudget === null) return '';
  if (overBudget.length === 0) return '  within the budget\n';
  return overBudget.map(({ code, count, allowed }) => `  OVER BUDGET: ${code} ${counted(count)}, allowed ${counted(allowed)}\n`).join('');
}
