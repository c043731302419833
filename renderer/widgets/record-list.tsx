import type { ComponentChildren, CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Vec3 } from '#core/math';
import { figureMarks, figureNamed, type FigureLabel, type FigureName } from '../text/figures.ts';
import { coordinateTexts } from '../text/list-lengths.ts';
import type { ListMemory } from '../state/nodes/list-memory.ts';
import { Icon } from './icon.tsx';
import { rowHeight } from './measures.ts';
import { placeAfter } from './place-after.ts';
import { nextSorting, sortedRows, type Sorting } from './sort-order.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** One column of a list. The style sheet sets its width. Its title is that of a figure, or it names the figure. */
export type Column<Row> = ColumnOf<Row> &
  ({ readonly title: FigureLabel; readonly figure?: never } | { readonly title: string; readonly figure: FigureName });

interface ColumnOf<Row> {
  /** Tooltip of the head instead of that of the figure, without a full stop. */
  readonly meaning?: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  /** Layout: `right` for numbers, `triple` for three numbers, `name` for text that may be cut, `mark` without a visible title. */
  readonly look?: 'right' | 'triple' | 'name' | 'mark';
  /** Names of the numbers of a `triple`; `x y z` by default. */
  readonly parts?: string;
  /** A further class of its cells. */
  readonly className?: string;
  /** Sort key of a row, without making its record. NaN for rows without one. */
  readonly sortKey?: (index: number) => number;
  /** Whether a first click on its head sorts the largest values to the top. */
  readonly descendingFirst?: boolean;
}

interface RecordListProps<Row> {
  /** Names its rows in the style sheet and in tests: `.row.hit`, `#hit-0`. */
  readonly name: string;
  readonly label: string;
  readonly testId: string;
  readonly count: number;
  readonly columns: readonly Column<Row>[];
  /** The object that the rows are made from. The list is sorted again when it changes. */
  readonly source?: unknown;
  /** How the list is sorted at first; by default in its own order. */
  readonly firstSorting?: Sorting;
  /** Returns the record of a row. Called for visible rows only, since there may be very many. */
  readonly rowAt: (index: number) => Row;
  /** Data attributes of a row, for tests and styles. */
  readonly marks: (row: Row, index: number) => Readonly<Record<`data-${string}`, string | number>>;
  readonly classOf?: (row: Row, index: number) => string | null;
  /** The row that the keyboard is on; it is scrolled into view. */
  readonly chosen: number | null;
  /** Whether a row is selected, for lists where several rows may be; by default the chosen one is. */
  readonly isSelected?: (row: Row, index: number) => boolean;
  readonly isHovered: (row: Row, index: number) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onFrame: (index: number) => void;
  /** `null` when the pointer leaves the list. */
  readonly onHover: (index: number | null) => void;
  /** Keeps order and place of a list that is not always mounted. */
  readonly memory?: ListMemory;
  /** Text shown when there are no rows. */
  readonly empty: string;
}

/**
 * A list of query results of any length. Rows are previewed by the pointer, selected by a click or the arrow keys, framed by a
 * double-click or Enter, and sorted by column heads.
 */
export function RecordList<Row>(props: RecordListProps<Row>): JSX.Element {
  const { name, label, testId, count, columns, source, chosen } = props;
  const { memory } = props;
  const [sorted, setSorted] = useState(() =>
    memory?.sorted === undefined ? titledSorting(columns, props.firstSorting ?? null) : memory.sorted,
  );
  // By title: the list stays sorted when other columns come and go.
  const column = sorted === null ? -1 : columns.findIndex(({ title }) => title === sorted.title);
  const descending = sorted?.descending ?? false;
  const sorting = useMemo((): Sorting | null => (column < 0 ? null : { column, descending }), [column, descending]);
  const setSorting = (next: Sorting | null): void => {
    const titled = titledSorting(columns, next);
    if (memory !== undefined) memory.sorted = titled;
    setSorted(titled);
  };
  const rows = useMemo(() => {
    const sortKey = sorting === null ? undefined : columns[sorting.column]?.sortKey;
    return sorting === null || sortKey === undefined ? null : sortedRows(count, sortKey, sorting.descending);
  }, [sorting, source, count]);
  const location = useMemo(() => (chosen === null || rows === null ? chosen : rows.indexOf(chosen)), [chosen, rows]);
  const reveal = useReveal(location, sorting);
  const indexAt = (at: number): number => rows?.[at] ?? at;

  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && chosen !== null) {
      event.preventDefault();
      props.onFrame(chosen);
    }
    const to = placeAfter(event.key, location ?? -1, Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 2), count);
    if (to === null) return;
    event.preventDefault();
    props.onChoose(indexAt(to));
  };
  const head = (isEmpty: boolean): VNode => (
    <div class={`row ${name} head`} {...(isEmpty ? { 'aria-hidden': 'true' } : { role: 'row', 'aria-rowindex': 1 })}>
      {columns.map((column, i) => (
        <HeadCell
          key={i}
          column={column}
          isEmpty={isEmpty}
          sorting={sorting?.column === i ? sorting : null}
          onSort={() => setSorting(nextSorting(sorting, i, column.descendingFirst))}
        />
      ))}
    </div>
  );
  if (count === 0) {
    return (
      <>
        {head(true)}
        <p class="empty-note" data-testid={testId}>
          {props.empty}
        </p>
      </>
    );
  }
  return (
    <VirtualRows
      role="grid"
      label={label}
      testId={testId}
      head={head(false)}
      count={count}
      row={(at, style) => recordRow(props, indexAt(at), at, style)}
      reveal={reveal}
      memory={memory}
      active={location === null ? null : { index: location, id: `${name}-${chosen}` }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => props.onHover(null)}
    />
  );
}

function titledSorting(
  columns: readonly { readonly title: string }[],
  sorting: Sorting | null,
): { readonly title: string; readonly descending: boolean } | null {
  return sorting === null ? null : { title: columns[sorting.column]!.title, descending: sorting.descending };
}

/** Returns the index to scroll to: that of the chosen row when it has changed, and the top when the list is sorted again. */
function useReveal(location: number | null, sorting: Sorting | null): { readonly index: number; readonly serial: number } | null {
  const serial = useRef(0);
  const chosen = useMemo(() => ({ index: location, serial: ++serial.current }), [location]);
  const top = useMemo(() => ({ index: sorting === null ? null : 0, serial: sorting === null ? 0 : ++serial.current }), [sorting]);
  const newest = top.serial > chosen.serial ? top : chosen;
  return newest.index === null ? null : { index: newest.index, serial: newest.serial };
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  /** Without rows the head is no part of a grid, and sorts nothing. */
  readonly isEmpty: boolean;
  readonly sorting: Sorting | null;
  readonly onSort: () => void;
}

function HeadCell<Row>({ column, isEmpty, sorting, onSort }: HeadCellProps<Row>): JSX.Element {
  const { title, meaning, look, parts = 'x y z', sortKey } = column;
  const figure = column.figure ?? figureNamed(column.title as FigureLabel);
  const className = look === 'right' || look === 'triple' ? 'right' : undefined;
  const text =
    look === 'mark' ? (
      <span class="visually-hidden">{title}</span>
    ) : look === 'triple' ? (
      <>
        {title} <span class="quiet">{parts}</span>
      </>
    ) : (
      title
    );
  const marks = figureMarks(figure, meaning);
  if (isEmpty)
    return (
      <span class={className} {...marks}>
        {text}
      </span>
    );
  if (sortKey === undefined)
    return (
      <span role="columnheader" class={className} {...marks}>
        {text}
      </span>
    );
  return (
    <span
      role="columnheader"
      class={className}
      data-figure={marks['data-figure']}
      aria-sort={sorting === null ? 'none' : sorting.descending ? 'descending' : 'ascending'}
    >
      <button type="button" class="sort" title={`${marks.title} Click to sort.`} onClick={onSort}>
        {text}
        {sorting !== null && <Icon name={sorting.descending ? 'descending' : 'ascending'} small />}
      </button>
    </span>
  );
}

/** The row of record `index`, at position `at` of the list. */
function recordRow<Row>(props: RecordListProps<Row>, index: number, at: number, style: CSSProperties): VNode {
  const { name, columns } = props;
  const row = props.rowAt(index);
  const isSelected = props.isSelected?.(row, index) ?? index === props.chosen;
  const names = ['row', name, props.classOf?.(row, index) ?? null];
  if (at % 2 === 1) names.push('striped');
  if (isSelected) names.push('selected');
  if (props.isHovered(row, index)) names.push('hovered');
  return (
    <div
      key={index}
      id={`${name}-${index}`}
      class={names.filter((part) => part !== null).join(' ')}
      style={style}
      role="row"
      aria-rowindex={at + 2}
      aria-selected={isSelected}
      {...props.marks(row, index)}
      onClick={() => props.onChoose(index)}
      onDblClick={() => props.onFrame(index)}
      onPointerEnter={() => props.onHover(index)}
    >
      {columns.map(({ cell, look, className }, i) => {
        const content = cell(row, index);
        return (
          <span
            key={i}
            role="gridcell"
            class={[look === 'triple' ? 'triple mono secondary' : look, className].filter((part) => part !== undefined).join(' ')}
            title={look === 'name' && typeof content === 'string' ? content : undefined}
          >
            {content}
          </span>
        );
      })}
    </div>
  );
}

/** Returns the content of a `triple` cell. */
export function triple(values: Vec3, decimals: number): ComponentChildren {
  return coordinateTexts(values, decimals).map((value, i) => <span key={i}>{value}</span>);
}
