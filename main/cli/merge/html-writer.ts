import { dirname } from 'node:path';
import type { Severity } from '#core/finding';
import { counted, many } from '../../terminal/columns.ts';
import type { RunEntry } from '../check/checked-run.ts';
import type { ReportWriter } from '../check/report-writer.ts';

/** Counts of an earlier run, for the trend. */
export interface EarlierRun {
  readonly file: string;
  readonly totals: CorpusTotals;
}

/** Counts over all files. */
export interface CorpusTotals {
  files: number;
  unread: number;
  over: number;
  readonly bySeverity: Record<Severity, number>;
  /** Files with each code, and how often it was found in all. */
  readonly byCode: Map<string, { severity: Severity; files: number; count: number }>;
  readonly byFolder: Map<string, { files: number; unread: number; over: number; errors: number; warnings: number }>;
}

/** A file of the list of the worst. */
interface Row {
  readonly file: string;
  readonly error: string | null;
  readonly over: readonly string[];
  readonly triangles: number;
  readonly errors: number;
  readonly warnings: number;
}

/** Rows of the longest table. */
const maxRows = 200;

export function noCorpus(): CorpusTotals {
  return { files: 0, unread: 0, over: 0, bySeverity: { error: 0, warning: 0, info: 0 }, byCode: new Map(), byFolder: new Map() };
}

/** Adds a file to the counts. */
export function addToCorpus(totals: CorpusTotals, { checked: { file, report } }: RunEntry): void {
  const name = dirname(file);
  const folder = totals.byFolder.get(name) ?? { files: 0, unread: 0, over: 0, errors: 0, warnings: 0 };
  totals.byFolder.set(name, folder);
  totals.files++;
  folder.files++;
  if (report === null) {
    totals.unread++;
    folder.unread++;
    return;
  }
  if ((report.overBudget?.length ?? 0) > 0) {
    totals.over++;
    folder.over++;
  }
  for (const { code, severity, count } of report.findings) {
    totals.bySeverity[severity]++;
    if (severity === 'error') folder.errors++;
    if (severity === 'warning') folder.warnings++;
    const ofCode = totals.byCode.get(code) ?? { severity, files: 0, count: 0 };
    totals.byCode.set(code, ofCode);
    ofCode.files++;
    ofCode.count += count;
  }
}

/** Writes one page about all files, without scripts and other files: verdict, trend, worst files, findings by code and by folder. */
export function htmlWriter(problems: readonly string[], earlier: EarlierRun | null): ReportWriter {
  const totals = noCorpus();
  let rows: Row[] = [];
  let count = 0;
  return {
    begin: () => '',
    entry: (entry) => {
      addToCorpus(totals, entry);
      const row = rowOf(entry);
      if (row === null) return '';
      count++;
      rows.push(row);
      // Memory does not grow with the number of files.
      if (rows.length >= 2 * maxRows) rows = worstOf(rows);
      return '';
    },
    end: () => page(totals, { rows: worstOf(rows), count }, problems, earlier),
  };
}

/** Returns `null` for a file without errors and warnings. */
function rowOf({ checked: { file, report, error } }: RunEntry): Row | null {
  if (report === null) return { file, error: error.message, over: [], triangles: 0, errors: 0, warnings: 0 };
  const errors = report.findings.filter(({ severity }) => severity === 'error').length;
  const warnings = report.findings.filter(({ severity }) => severity === 'warning').length;
  const over = (report.overBudget ?? []).map(({ code, count, allowed }) => `${code} ${count} (${allowed} allowed)`);
  if (errors + warnings + over.length === 0) return null;
  return { file, error: null, over, triangles: report.triangles, errors, warnings };
}

function worstOf(rows: readonly Row[]): Row[] {
  return rows.toSorted(byWorst).slice(0, maxRows);
}

/** Unread files first, then those over the budget, then by errors and warnings. */
function byWorst(a: Row, b: Row): number {
  const rank = ({ error, over }: Row): number => (error !== null ? 2 : over.length > 0 ? 1 : 0);
  return rank(b) - rank(a) || b.errors - a.errors || b.warnings - a.warnings || (a.file < b.file ? -1 : 1);
}

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{max-width:75rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}th,td{text-align:left;padding:.25rem .75rem;border-bottom:1px solid #8885;vertical-align:top}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}td.f{word-break:break-all}.bad{color:#b3261e}.good{color:#1b6e3c}
@media (prefers-color-scheme:dark){.bad{color:#ff8a80}.good{color:#81c995}}`;

function page(
  totals: CorpusTotals,
  { rows, count }: { readonly rows: readonly Row[]; readonly count: number },
  problems: readonly string[],
  earlier: EarlierRun | null,
): string {
  const isGood = problems.length === 0 && totals.unread === 0 && totals.over === 0;
  const verdict = isGood
    ? '<p class="good"><strong>Passed.</strong></p>'
    : `<p class="bad"><strong>Failed:</strong> ${escaped([...(totals.over > 0 ? [`${many(totals.over, 'file')} over budget`] : []), ...(totals.unread > 0 ? [`${many(totals.unread, 'file')} not read`] : []), ...(problems.length > 0 ? [`${many(problems.length, 'problem')} of the shards`] : [])].join(', '))}.</p>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Boxwood check: ${many(totals.files, 'file')}</title><style>${style}</style></head><body>
<h1>Boxwood check</h1>
${verdict}
${problems.length === 0 ? '' : `<h2>Shards</h2><ul>${problems.map((problem) => `<li class="bad">${escaped(problem)}</li>`).join('')}</ul>`}
<h2>Totals</h2>${totalsTable(totals, earlier)}
<h2>Worst files</h2>${rows.length === 0 ? '<p>No file has errors or warnings.</p>' : filesTable(rows)}${count > rows.length ? `<p>And ${many(count - rows.length, 'more file')}.</p>` : ''}
<h2>Findings by code</h2>${codesTable(totals, earlier)}
<h2>Findings by folder</h2>${foldersTable(totals)}
</body></html>
`;
}

function totalsTable(totals: CorpusTotals, earlier: EarlierRun | null): string {
  const before = earlier?.totals ?? null;
  const row = (title: string, of: (totals: CorpusTotals) => number): (readonly Cell[])[] => [
    [title, of(totals), ...(before === null ? [] : [of(before), signed(of(totals) - of(before))])],
  ];
  return table(
    ['', '#Now', ...(earlier === null ? [] : [`#${earlier.file}`, '#Change'])],
    [
      ...row('Files', ({ files }) => files),
      ...row('Over budget', ({ over }) => over),
      ...row('Not read', ({ unread }) => unread),
      ...row('Errors', ({ bySeverity }) => bySeverity.error),
      ...row('Warnings', ({ bySeverity }) => bySeverity.warning),
      ...row('Infos', ({ bySeverity }) => bySeverity.info),
    ],
  );
}

function filesTable(rows: readonly Row[]): string {
  return table(
    ['File', 'Over budget', '#Errors', '#Warnings', '#Triangles'],
    rows.map(({ file, error, over, errors, warnings, triangles }) =>
      error === null ? [file, over.join(', '), errors, warnings, triangles] : [file, `not read: ${error}`, '', '', ''],
    ),
  );
}

function codesTable({ byCode }: CorpusTotals, earlier: EarlierRun | null): string {
  const before = earlier?.totals.byCode ?? null;
  const codes = [...new Set([...byCode.keys(), ...(before?.keys() ?? [])])].sort(
    (a, b) => (byCode.get(b)?.files ?? 0) - (byCode.get(a)?.files ?? 0) || (a < b ? -1 : 1),
  );
  return table(
    ['Code', 'Severity', '#Files', '#Found', ...(before === null ? [] : ['#Files before', '#Change'])],
    codes.map((code) => {
      const now = byCode.get(code);
      const then = before?.get(code);
      const change = before === null ? [] : [then?.files ?? 0, signed((now?.files ?? 0) - (then?.files ?? 0))];
      return [code, now?.severity ?? then?.severity ?? '', now?.files ?? 0, now?.count ?? 0, ...change];
    }),
  );
}

function foldersTable({ byFolder }: CorpusTotals): string {
  const rows = [...byFolder].sort(([a, x], [b, y]) => y.errors - x.errors || y.warnings - x.warnings || (a < b ? -1 : 1));
  return table(
    ['Folder', '#Files', '#Not read', '#Over budget', '#Errors', '#Warnings'],
    rows.slice(0, maxRows).map(([folder, { files, unread, over, errors, warnings }]) => [folder, files, unread, over, errors, warnings]),
  );
}

type Cell = string | number;

/** A head that begins with `#` has numbers below it. */
function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = heads.map((text) => (text.startsWith('#') ? `<th class="n">${escaped(text.slice(1))}</th>` : `<th>${escaped(text)}</th>`));
  const cell = (value: Cell, i: number): string =>
    heads[i]!.startsWith('#')
      ? `<td class="n">${typeof value === 'number' ? counted(value) : escaped(value)}</td>`
      : `<td class="f">${escaped(String(value))}</td>`;
  const body = rows.map((cells) => `<tr>${cells.map(cell).join('')}</tr>`);
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function signed(change: number): string {
  return change > 0 ? `+${counted(change)}` : change < 0 ? `−${counted(-change)}` : '0';
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.toWellFormed().replace(/[&<>"]/g, (character) => entities[character]!);
}
