import type { ComponentChildren, CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import type { Vec3 } from '#core/math/vec3';
import { formatCoordinate } from '../text/format-number.ts';
import { Icon } from './icon.tsx';
import { rowHeight } from './measures.ts';
import { placeAfter } from './place-after.ts';
import { nextSorting, sortedRows, type Sorting } from './sort-order.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** One column of a list. Its width is the list's own, in the style sheet. */
export interface Column<Row> {
  readonly title: string;
  /** What the figures mean, where the title does not say it all. */
  readonly meaning?: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  /** Numbers stand right; three of them under each other; names are cut where they have no room; a mark's title is not shown. */
  readonly look?: 'right' | 'triple' | 'name' | 'mark';
  /** What the numbers of a `triple` are called; `x y z` unless said. */
  readonly parts?: string;
  /** A further class of its cells. */
  readonly className?: string;
  /** What the list may be sorted by, asked of every row: without making its record. Rows without it are NaN. */
  readonly sortKey?: (index: number) => number;
}

interface RecordListProps<Row> {
  /** Names its rows in the style sheet and for tests: `.row.hit`, `#hit-0`. */
  readonly name: string;
  readonly label: string;
  readonly testId: string;
  readonly count: number;
  readonly columns: readonly Column<Row>[];
  /** Sorted anew when this is another; what the rows are made from. */
  readonly source?: unknown;
  /** What stands in a row; asked for rows in sight only, since there may be very many. */
  readonly rowAt: (index: number) => Row;
  /** What tests and styles know a row by. */
  readonly marks: (row: Row, index: number) => Readonly<Record<`data-${string}`, string | number>>;
  readonly classOf?: (row: Row, index: number) => string | null;
  /** The row that the keyboard is on, which is brought into sight. */
  readonly chosen: number | null;
  /** For lists where several rows may belong to what is selected; else the chosen one is. */
  readonly isSelected?: (row: Row, index: number) => boolean;
  readonly isHovered: (row: Row, index: number) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onFrame: (index: number) => void;
  /** `null` when the pointer leaves the list. */
  readonly onHover: (index: number | null) => void;
  /** What is said instead of rows where there are none. */
  readonly empty: string;
}

/**
 * A list of what a query found, of any length: rows that are previewed by the pointer, chosen by a click or the arrow
 * keys, framed by a double-click or Enter, and sorted by the heads of those columns that can be.
 */
export function RecordList<Row>(props: RecordListProps<Row>): JSX.Element {
  const { name, label, testId, count, columns, source, chosen } = props;
  const [sorting, setSorting] = useState<Sorting | null>(null);
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
          onSort={() => setSorting(nextSorting(sorting, i))}
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
      active={location === null ? null : { index: location, id: `${name}-${chosen}` }}
      onKeyDown={onKeyDown}
      onPointerLeave={() => props.onHover(null)}
    />
  );
}

/** The place to bring into sight: that of the chosen row when it is another one, and the top when the list is sorted anew. */
function useReveal(location: number | null, sorting: Sorting | null): { readonly index: number; readonly serial: number } | null {
  const serial = useRef(0);
  const chosen = useMemo(() => ({ index: location, serial: ++serial.current }), [location]);
  const top = useMemo(() => ({ index: sorting === null ? null : 0, serial: sorting === null ? 0 : ++serial.current }), [sorting]);
  const newest = top.serial > chosen.serial ? top : chosen;
  return newest.index === null ? null : { index: newest.index, serial: newest.serial };
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>;
  /** Over no rows it is no part of a grid, and sorts nothing. */
  readonly isEmpty: boolean;
  readonly sorting: Sorting | null;
  readonly onSort: () => void;
}

function HeadCell<Row>({
  column: { title, meaning, look, parts = 'x y z', sortKey },
  isEmpty,
  sorting,
  onSort,
}: HeadCellProps<Row>): JSX.Element {
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
  if (isEmpty) return <span class={className}>{text}</span>;
  if (sortKey === undefined)
    return (
      <span role="columnheader" class={className}>
        {text}
      </span>
    );
  return (
    <span role="columnheader" class={className} aria-sort={sorting === null ? 'none' : sorting.descending ? 'descending' : 'ascending'}>
      <button type="button" class="sort" title={meaning === undefined ? `Sort by ${title}` : `${meaning}. Click to sort.`} onClick={onSort}>
        {text}
        {sorting !== null && <Icon name={sorting.descending ? 'descending' : 'ascending'} small />}
      </button>
    </span>
  );
}

/** The row of record `index`, which stands at place `at` of the list. */
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
      {columns.map(({ cell, look, className }, i) => (
        <span
          key={i}
          role="gridcell"
          class={[look === 'triple' ? 'triple mono secondary' : look, className].filter((part) => part !== undefined).join(' ')}
        >
          {cell(row, index)}
        </span>
      ))}
    </div>
  );
}

/** The content of a `triple` cell. */
export function triple(values: Vec3, decimals: number): ComponentChildren {
  return values.map((value, i) => <span key={i}>{formatCoordinate(value, decimals)}</span>);
}
