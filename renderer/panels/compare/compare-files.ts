import type { KindRecord } from '#core/job/compare-kinds';
import { compareReport } from '#core/job/tree-report';
import { plainNumber } from '../../text/format-number.ts';
import { compareColumns } from './compare-columns.ts';

/** The comparison as a table for a spreadsheet (RFC 4180), every digit; what does not exist is empty. */
export function compareCsv(records: readonly KindRecord[]): string {
  const head = [
    'kind',
    'split',
    'built by',
    'queries by',
    'leaf triangles',
    ...compareColumns.flatMap(({ name, middle }) => (middle === undefined ? [name] : [name, `median ${name}`])),
    'answers',
  ];
  const rows = records.map((record) => {
    const { kind, split, leafTriangles } = record.options;
    const figures = compareColumns
      .flatMap(({ figure, middle }) => (middle === undefined ? [figure(record)] : [figure(record), middle(record)]))
      .map((value) => (value === null ? '' : plainNumber(value)));
    const { engine, queryEngine } = record.statistics;
    return [kind, split, engine ?? '', queryEngine, String(leafTriangles), ...figures, record.answers];
  });
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** The comparison as `boxwood tree FILE --compare --json` prints it. */
export function compareJson(file: string, records: readonly KindRecord[]): string {
  return `${JSON.stringify(
    records.map((record) => compareReport(file, record)),
    null,
    2,
  )}\n`;
}
