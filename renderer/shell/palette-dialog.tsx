import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { keyLabel } from '../commands/keymap.ts';
import { foundItems, runItem, type FoundItem } from '../commands/palette/find-items.ts';
import { namedItems } from '../commands/palette/palette-items.ts';
import type { Ranges } from '../commands/palette/rank-items.ts';
import { formatMany } from '../text/format-number.ts';
import { useModalEnd } from '../widgets/use-modal-end.ts';

/** The palette: one field that finds commands, parts, nodes, triangles, findings, meshes and samples, and runs the chosen one. */
export function PaletteDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'palette' ? <Dialog app={app} /> : null;
}

function Dialog({ app }: { app: App }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const [query, setQuery] = useState('');
  const [active, setActive] = useState(0);
  // The state does not change while the dialog is open, except for what loads: reopening shows that.
  const named = useMemo(() => namedItems(app), [app]);
  const { shown, more } = useMemo(() => foundItems(app, named, query), [app, named, query]);
  // Before the next key, which belongs to the field.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  useEffect(() => dialog.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' }), [active, query]);
  const close = (): void => closeDialog(app.shell, 'palette');
  const ending = useModalEnd(close);
  const choose = (index: number): void => {
    const found = shown[index];
    if (found === undefined || found.item.whyNot !== null) return;
    // Closed first: the item may open another dialog.
    close();
    runItem(app, found.item);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = rowAfter(event, active, shown.length);
    if (event.key === 'Enter') choose(active);
    else if (to === null) return;
    else setActive(to);
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Search commands"
      data-testid="palette"
      {...ending}
      onClick={(event) => event.target === dialog.current && close()}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-autocomplete="list"
        aria-label="Command, part, finding, or number of a node or triangle"
        aria-activedescendant={shown.length === 0 ? undefined : rowId(active)}
        placeholder="Command, part, finding, or number of a node or triangle"
        autocomplete="off"
        spellcheck={false}
        value={query}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="palette-list" id="palette-list" role="listbox" aria-label="Results">
        {shown.map((found, i) => (
          <Row
            key={found.item.key}
            found={found}
            index={i}
            isActive={i === active}
            head={shown[i - 1]?.group !== found.group}
            onPoint={setActive}
            onChoose={choose}
          />
        ))}
      </div>
      <p class="palette-foot quiet" role="status">
        {shown.length === 0 ? `No results for “${query.trim()}”.` : (shown[active]?.item.whyNot ?? footText(more))}
      </p>
    </dialog>
  );
}

function footText(more: number): string {
  const keys = 'Enter runs, Up and Down choose, Esc closes.';
  return more === 0 ? keys : `${keys} ${formatMany(more, 'more result')}: type more letters.`;
}

interface RowProps {
  readonly found: FoundItem;
  readonly index: number;
  readonly isActive: boolean;
  /** Whether the name of the group is shown. */
  readonly head: boolean;
  readonly onPoint: (index: number) => void;
  readonly onChoose: (index: number) => void;
}

function Row({ found: { item, group, ranges }, index, isActive, head, onPoint, onChoose }: RowProps): JSX.Element {
  return (
    <div
      class="palette-row"
      role="option"
      id={rowId(index)}
      aria-selected={isActive}
      aria-disabled={item.whyNot !== null || undefined}
      title={item.whyNot ?? undefined}
      data-item={item.key}
      onPointerMove={() => onPoint(index)}
      onClick={() => onChoose(index)}
    >
      <span class="palette-group quiet">{head ? group : ''}</span>
      <span class="name">{marked(item.title, ranges)}</span>
      <span class="quiet">{item.note}</span>
      <span class="keys">{item.shortcut !== null && <kbd>{keyLabel(item.shortcut)}</kbd>}</span>
    </div>
  );
}

function rowId(index: number): string {
  return `palette-row-${index}`;
}

/** Returns a title with its found letters marked. */
function marked(title: string, ranges: Ranges): (JSX.Element | string)[] {
  const pieces: (JSX.Element | string)[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    pieces.push(title.slice(from, start), <mark key={start}>{title.slice(start, end)}</mark>);
    from = end;
  }
  return [...pieces, title.slice(from)];
}

/** Returns the row that a key moves to; `null` for other keys. */
function rowAfter({ key }: KeyboardEvent, row: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (row + 1) % count;
    case 'ArrowUp':
      return (row + count - 1) % count;
    case 'PageDown':
      return Math.min(count - 1, row + 10);
    case 'PageUp':
      return Math.max(0, row - 10);
    default:
      return null;
  }
}
