import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatError } from '#core/error';
import type { KindRecord } from '#core/job';
import { buildOptions, sameValues } from '#core/options';
import { engineTitles } from '#core/tree';
import type { CompareState } from '../../state/compare/compare-state.ts';
import type { App } from '../../commands/app.ts';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { documentOf } from '../../commands/actions.ts';
import { runCommand } from '../../commands/keymap.ts';
import { saveText } from '../../host/save-file.ts';
import { formatMany, formatMilliseconds, formatNumber } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { RecordList, type Column } from '../../widgets/record-list.tsx';
import { barEnd, compareColumns, wideSpread } from './compare-columns.ts';
import { compareCsv, compareJson } from './compare-files.ts';

/** Every tree kind and split on the active mesh, measured with the same queries. Selecting a row builds and shows its tree. */
export function ComparePanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const comparison = store.comparison.value;
  const active = store.activeDocument.value;
  if (comparison.kind === 'done' && comparison.document === active?.summary.id) return <CompareTable app={app} comparison={comparison} />;
  return (
    <div class="list-panel">
      <div class="empty-note compare-start" data-testid="compare">
        <CompareStart app={app} comparison={comparison} />
      </div>
    </div>
  );
}

function CompareStart({ app, comparison }: { app: App; comparison: CompareState }): JSX.Element {
  const { store } = app;
  if (comparison.kind === 'running') {
    const percent = Math.floor(100 * comparison.fraction);
    return (
      <>
        <span role="status">Comparing tree kinds on {nameOf(app, comparison.document)}</span>
        <progress class="progress-bar" max={100} value={percent} aria-label="Comparison progress" />
        <span>{percent} %</span>
        <button type="button" class="button small" data-testid="compare-cancel" onClick={() => app.comparison.stop()}>
          Cancel
        </button>
      </>
    );
  }
  return (
    <>
      {comparison.kind === 'failed' && comparison.document === store.scene.value.activeDocument && (
        <span role="alert">{formatError(comparison.problem)}</span>
      )}
      <span>Builds every tree kind for the active mesh and measures the same rays, spheres and poses on each.</span>
      <button
        type="button"
        class="button small"
        data-command="compare"
        disabled={store.activeTree.value === null}
        onClick={() => runCommand(app, 'compare')}
      >
        Compare kinds
      </button>
    </>
  );
}

function CompareTable({
  app,
  comparison: { document, outcome },
}: {
  app: App;
  comparison: Extract<CompareState, { kind: 'done' }>;
}): JSX.Element {
  const { store, session } = app;
  const { records } = outcome;
  const showSecond = (index: number): void => void session.showSecond(document, records[index]!.options);
  const columns = useMemo(() => [...columnsOf(records), secondViewColumn(showSecond)], [records, document]);
  const shown = store.rebuilds.value.get(document) ?? store.scene.value.trees.get(document)?.summary.options;
  const isShown = (index: number): boolean => shown !== undefined && sameValues(buildOptions, records[index]!.options, shown);
  // Of two rows of one kind with two engines, the first stands for the tree that is shown.
  const chosen = records.findIndex((_, index) => isShown(index));
  const build = (index: number): void => {
    if (!isShown(index)) void session.rebuild(document, records[index]!.options);
  };
  return (
    <div class="list-panel">
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
      <CompareFoot app={app} name={nameOf(app, document)} outcome={outcome} />
    </div>
  );
}

interface CompareFootProps {
  readonly app: App;
  readonly name: string;
  readonly outcome: Extract<CompareState, { kind: 'done' }>['outcome'];
}

/** What was measured, and buttons that save the table or run the comparison again. */
function CompareFoot({ app, name, outcome: { records, milliseconds } }: CompareFootProps): JSX.Element {
  const [first] = records;
  const areSame = records.every(({ resultHash }) => resultHash === first?.resultHash);
  return (
    <div class="panel-foot">
      <span class="name" data-testid="compare-foot">
        {first !== undefined &&
          `${formatMany(first.rays.queries, 'ray')}, ${formatMany(first.spheres.queries, 'sphere')} and ${formatMany(first.motions.queries, 'pose')} per row; `}
        {areSame ? 'all rows return the same results' : <span class="warning-text">the rows return different results</span>};{' '}
        {formatMilliseconds(milliseconds)}
      </span>
      <button
        type="button"
        class="button small"
        data-testid="compare-csv"
        title="Save as CSV with full precision"
        onClick={() => saveText(compareCsv(records), `${name}-compare.csv`, 'text/csv')}
      >
        CSV
      </button>
      <button
        type="button"
        class="button small"
        data-testid="compare-json"
        title="Save as JSON, as boxwood tree --compare --json prints it"
        onClick={() => saveText(compareJson(name, records), `${name}-compare.json`, 'application/json')}
      >
        JSON
      </button>
      <CopyCommandButton app={app} subject="compare" />
      <button
        type="button"
        class="button small"
        data-command="compare"
        title="Compare again with the current build options"
        onClick={() => runCommand(app, 'compare')}
      >
        Run again
      </button>
    </div>
  );
}

function columnsOf(records: readonly KindRecord[]): readonly Column<KindRecord>[] {
  const named = (title: string, text: (record: KindRecord) => string, meaning?: string): Column<KindRecord> => ({
    title,
    look: 'name',
    ...(meaning !== undefined && { meaning }),
    sortKey: byText(records.map(text)),
    cell: text,
  });
  return [
    named('Kind', ({ options }) => buildOptions.kind.choices[options.kind].title),
    named('Split', ({ options }) => buildOptions.split.choices[options.split].title),
    named('Build engine', ({ statistics: { engine } }) => (engine === null ? '' : engineTitles[engine]), 'Engine that built the tree'),
    named(
      'Query engine',
      ({ statistics }) => engineTitles[statistics.queryEngine],
      'Engine that ran the queries. Times of different engines do not compare the tree kinds alone',
    ),
    ...compareColumns.map(({ title, meaning, figure, text, middle }): Column<KindRecord> => {
      const values = records.map(figure);
      const end = barEnd(values);
      const min = Math.min(...values.filter((value) => value !== null));
      return {
        title,
        meaning,
        look: 'right',
        className: 'compared',
        sortKey: (index) => values[index] ?? NaN,
        cell: (record) => <Figure value={figure(record)} end={end} min={min} text={text} middle={middle?.(record) ?? null} />,
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
  readonly text: (value: number) => string;
  /** For a time: that of the median round. */
  readonly middle: number | null;
}

/** A number over its bar. The lowest value of a column is marked, and so is a time whose rounds differ widely. */
function Figure({ value, end, min, text, middle }: FigureProps): JSX.Element {
  if (value === null) return <span class="quiet">none</span>;
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
      <span class={isCut ? 'compare-bar cut' : 'compare-bar'} style={{ width: `${100 * share}%` }} aria-hidden="true" />
      <span class={value === min ? 'compare-value lowest' : 'compare-value'} title={about}>
        {isSpread && <span class="compare-spread">~</span>}
        {text(value)}
      </span>
    </>
  );
}

function nameOf({ store }: App, document: number): string {
  return documentOf(store, document)?.summary.name ?? '';
}

/** Returns the number of rows, for the panel's tab. */
export function compareRows({ store }: App): number {
  const comparison = store.comparison.value;
  return comparison.kind === 'done' && comparison.document === store.scene.value.activeDocument ? comparison.outcome.records.length : 0;
}
