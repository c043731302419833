import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type KindRecord, kindName } from '#core/job';
import { buildOptions, sameValues } from '#core/options';
import { engineTitles } from '#core/tree';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { formatFixed, formatNumber } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import type { FigureName } from '../../text/figures.ts';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { barEnd, columnDecimals, type ColumnGroup, knownOf, shownColumns, wideSpread } from './compare-columns.ts';

interface CompareTableProps {
  readonly app: App;
  /** `null` while the comparison runs: a build would disturb its times. */
  readonly document: DocumentId | null;
  readonly records: readonly KindRecord[];
  readonly unfolded: ReadonlySet<ColumnGroup>;
}

/** The rows of a comparison. Selecting one builds and shows its tree. */
export function CompareTable({ app: { store, session }, document, records, unfolded }: CompareTableProps): JSX.Element {
  const columns = useMemo(() => {
    const show = (index: number): void => void (document !== null && session.showSecond(document, records[index]!.options));
    return [...columnsOf(records, unfolded), ...(document === null ? [] : [secondViewColumn(show)])];
  }, [records, document, unfolded]);
  const shown =
    document === null ? undefined : (store.rebuilds.value.get(document) ?? store.scene.value.trees.get(document)?.summary.options);
  const isShown = (index: number): boolean => shown !== undefined && sameValues(buildOptions, records[index]!.options, shown);
  // Of two rows of one kind with two engines, the first stands for the tree that is shown.
  const chosen = records.findIndex((_, index) => isShown(index));
  const build = (index: number): void => {
    if (document !== null && !isShown(index)) void session.rebuild(document, records[index]!.options);
  };
  return (
    <div class="compare-rows" style={{ '--compare-figures': String(columns.length - (document === null ? 2 : 3)) }}>
      <RecordList
        name="comparer"
        label="Tree kinds on this mesh"
        testId="compare"
        count={records.length}
        columns={columns}
        source={records}
        rowAt={(index) => records[index]!}
        marks={({ options, statistics }, index) => ({
          'data-comparer': index,
          'data-kind': options.kind,
          'data-split': options.split,
          'data-engine': statistics.queryEngine,
        })}
        chosen={chosen < 0 ? null : chosen}
        isHovered={() => false}
        onChoose={build}
        onFrame={build}
        onHover={() => {}}
        empty=""
      />
    </div>
  );
}

function columnsOf(records: readonly KindRecord[], unfolded: ReadonlySet<ColumnGroup>): readonly Column<KindRecord>[] {
  const named = (title: string, figure: FigureName, text: (record: KindRecord) => string, meaning?: string): Column<KindRecord> => ({
    title,
    figure,
    look: 'name',
    ...(meaning !== undefined && { meaning }),
    sortKey: byText(records.map(text)),
    cell: text,
  });
  const engines = [
    named(
      'Build engine',
      'Build engine',
      ({ statistics: { engine } }) => (engine === null ? '' : engineTitles[engine]),
      'Engine that built the tree',
    ),
    named(
      'Query engine',
      'Query engine',
      ({ statistics }) => engineTitles[statistics.queryEngine],
      'Engine that ran the queries. Times of different engines do not compare the tree kinds alone',
    ),
  ];
  return [
    named('Kind', 'Tree kind', (record) => kindName(record, records)),
    named('Split', 'Split rule', ({ options }) => buildOptions.split.choices[options.split].title),
    ...(unfolded.has('engines') ? engines : []),
    ...shownColumns(unfolded).map(({ title, meaning, figure, isWhole, middle }): Column<KindRecord> => {
      const values = records.map(figure);
      const end = barEnd(values);
      const min = knownOf(values)[0] ?? NaN;
      const decimals = columnDecimals(values, isWhole);
      return {
        title,
        figure: 'Compared figure',
        meaning,
        look: 'right',
        className: 'compared',
        sortKey: (index) => values[index] ?? NaN,
        cell: (record) => <Figure value={figure(record)} end={end} min={min} decimals={decimals} middle={middle?.(record) ?? null} />,
      };
    }),
  ];
}

/** Returns sort keys for rows of text: the position of each text in alphabetical order. */
function byText(texts: readonly string[]): (index: number) => number {
  const ordered = [...new Set(texts)].sort((a, b) => a.localeCompare(b, 'en'));
  return (index) => ordered.indexOf(texts[index]!);
}

/** A button that shows the row's tree in a second view, next to the active one. */
function secondViewColumn(show: (index: number) => void): Column<KindRecord> {
  return {
    title: 'Second view',
    look: 'mark',
    cell: ({ options }, index) => (
      <button
        type="button"
        class="icon-button"
        title="Show this tree in a second view"
        aria-label={`Show ${buildOptions.kind.choices[options.kind].title}, ${buildOptions.split.choices[options.split].title} in a second view`}
        data-second={index}
        onClick={(event) => {
          event.stopPropagation();
          show(index);
        }}
      >
        <Icon name="secondView" small />
      </button>
    ),
  };
}

interface FigureProps {
  readonly value: number | null;
  readonly end: number;
  readonly min: number;
  readonly decimals: number;
  /** For a time: that of the median round. */
  readonly middle: number | null;
}

/** A number over its bar. The lowest value of a column is marked, and so is a time whose rounds differ widely. */
function Figure({ value, end, min, decimals, middle }: FigureProps): JSX.Element {
  const text = (figure: number): string => formatFixed(figure, decimals);
  if (value === null) return <span class="quiet">none</span>;
  if (Number.isNaN(value)) return <span class="quiet">…</span>;
  const share = end > 0 ? Math.min(1, value / end) : 0;
  const isCut = value > end;
  const isSpread = middle !== null && value > 0 && middle >= wideSpread * value;
  const about = [
    value === min ? 'Lowest' : min > 0 ? `${formatNumber(value / min, 3)} × the lowest` : text(value),
    ...(middle === null ? [] : [`median ${text(middle)}${isSpread ? '. Timing is noisy: the machine was busy' : ''}`]),
    ...(isCut ? ['bar cut at 4 × the column median'] : []),
  ].join('; ');
  return (
    <>
      <span class={isCut ? 'compare-length cut' : 'compare-length'} style={{ width: `${100 * share}%` }} aria-hidden="true" />
      <span class={value === min ? 'compare-value lowest' : 'compare-value'} title={about}>
        {isSpread && <span class="compare-spread">~</span>}
        {text(value)}
      </span>
    </>
  );
}
