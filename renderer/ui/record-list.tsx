import type { ComponentChildren, CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import type { Vec3 } from '#core/math/vec3';
import { formatFixed } from './format-number.ts';
import { VirtualRows } from './virtual-rows.tsx';

/** One column of a list. Its width is the list's own, in the style sheet. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row, index: number) => ComponentChildren;
  /** Numbers stand right; three of them under each other; names are cut where they have no room. */
  readonly look?: 'right' | 'triple' | 'name';
  /** A further class of its cells. */
  readonly className?: string;
}

interface RecordListProps<Row> {
  /** Names its rows in the style sheet and for tests: `.row.hit`, `#hit-0`. */
  readonly name: string;
  readonly label: string;
  readonly testId: string;
  readonly count: number;
  readonly columns: readonly Column<Row>[];
  /** What stands in a row; asked for rows in sight only, since there may be very many. */
  readonly rowAt: (index: number) => Row;
  /** What tests and styles know a row by. */
  readonly marks: (row: Row, index: number) => Readonly<Record<`data-${string}`, string | number>>;
  readonly classOf?: (row: Row, index: number) => string | null;
  /** The chosen row, which is brought into sight. */
  readonly chosen: number | null;
  readonly isHovered: (row: Row, index: number) => boolean;
  readonly onChoose: (index: number) => void;
  readonly onFrame: (index: number) => void;
  /** `null` when the pointer leaves the list. */
  readonly onHover: (index: number | null) => void;
  /** What is said instead of rows where there are none. */
  readonly empty: string;
}

/**
 * A list of what a query found, of any length: a head, and rows that are previewed by the pointer, chosen by a click or
 * the arrow keys, and framed by a double-click.
 */
export function RecordList<Row>(props: RecordListProps<Row>): JSX.Element {
  const { name, label, testId, count, columns, chosen, onChoose, onHover, empty } = props;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = steps.get(event.key);
    if (step === undefined || count === 0) return;
    event.preventDefault();
    onChoose(Math.min(count - 1, Math.max(0, (chosen ?? -1) + step)));
  };
  return (
    <>
      <div class={`row ${name} head`} aria-hidden="true">
        {columns.map(({ title, look }, i) => (
          <span key={i} class={look === undefined || look === 'name' ? undefined : 'right'}>
            {title}
          </span>
        ))}
      </div>
      {count === 0 ? (
        <p class="empty-note" data-testid={testId}>
          {empty}
        </p>
      ) : (
        <VirtualRows
          role="table"
          label={label}
          testId={testId}
          count={count}
          row={(index, style) => recordRow(props, index, style)}
          reveal={chosen === null ? null : { index: chosen, serial: chosen }}
          activeRow={chosen === null ? undefined : `${name}-${chosen}`}
          onKeyDown={onKeyDown}
          onPointerLeave={() => onHover(null)}
        />
      )}
    </>
  );
}

const steps: ReadonlyMap<string, number> = new Map([['ArrowDown', 1], ['ArrowUp', -1]]);

function recordRow<Row>(props: RecordListProps<Row>, index: number, style: CSSProperties): VNode {
  const { name, columns, chosen } = props;
  const row = props.rowAt(index);
  const names = ['row', name, props.classOf?.(row, index) ?? null];
  if (index % 2 === 1) names.push('striped');
  if (index === chosen) names.push('selected');
  if (props.isHovered(row, index)) names.push('hovered');
  return (
    <div
      key={index}
      id={`${name}-${index}`}
      class={names.filter((part) => part !== null).join(' ')}
      style={style}
      role="row"
      aria-rowindex={index + 1}
      aria-selected={index === chosen}
      {...props.marks(row, index)}
      onClick={() => props.onChoose(index)}
      onDblClick={() => props.onFrame(index)}
      onPointerEnter={() => props.onHover(index)}
    >
      {columns.map(({ cell, look, className }, i) => (
        <span key={i} role="cell" class={[look === 'triple' ? 'triple mono secondary' : look, className].filter((part) => part !== undefined).join(' ')}>
          {cell(row, index)}
        </span>
      ))}
    </div>
  );
}

/** The content of a `triple` cell. */
export function triple(values: Vec3, decimals: number): ComponentChildren {
  return values.map((value, i) => <span key={i}>{formatFixed(value, decimals)}</span>);
}
