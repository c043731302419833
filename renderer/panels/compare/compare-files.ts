import { compareReport, type KindRecord } from '#core/job';
import { plainNumber } from '../../text/format-number.ts';
import { compareColumns } from './compare-columns.ts';

/** Returns the comparison as a CSV table (RFC 4180) with full precision. Missing values are empty. */
export function compareCsv(records: readonly KindRecord[]): string {
  const head = [
    'kind',
    'split',
    'build engine',
    'query engine',
    'leaf triangles',
    ...compareColumns.flatMap(({ name, middle }) => (middle === undefined ? [name] : [name, `median ${name}`])),
    'result hash',
  ];
  const rows = records.map((record) => {
    const { kind, split, leafTriangles } = record.options;
    const figures = compareColumns
      .flatMap(({ figure, middle }) => (middle === undefined ? [figure(record)] : [figure(record), middle(record)]))
      .map((value) => (value === null ? '' : plainNumber(value)));
    const { engine, queryEngine } = record.statistics;
    return [kind, split, engine ?? '', queryEngine, String(leafTriangles), ...figures, record.resultHash];
  });
  return [head, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

/** Returns the comparison as `boxwood tree FILE --compare --json` prints it. */
export function compareJson(file: string, records: readonly KindRecord[]): string {
  return `${JSON.stringify(
    records.map((record) => compareReport(file, record)),
    null,
    2,
  )}\n`;
}
