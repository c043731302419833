import type { CSSProperties, JSX, VNode } from 'preact';
import { useComputed, useSignalEffect } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { setHover } from '../../commands/actions.ts';
import { VirtualRows } from '../../widgets/virtual-rows.tsx';
import { useEyeDrag } from './eye.tsx';
import { createOutlineActions } from './outline-actions.ts';
import { createOutlineKeys } from './outline-keys.ts';
import { OutlineRowView } from './outline-row.tsx';
import { rowKey } from './outline-rows.ts';
import { createOutlineState } from './outline-state.ts';
import { SearchBar, searchIsShown } from './search-bar.tsx';

/** The open documents with their parts. The selected document is the active one. */
export function OutlinerPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const state = useMemo(() => createOutlineState(store), [store]);
  const actions = useMemo(() => createOutlineActions(app, state), [app, state]);
  const keys = useMemo(() => createOutlineKeys(app, state, actions), [app, state, actions]);
  const drag = useEyeDrag(store);
  const list = useRef<HTMLElement | null>(null);
  const search = useRef<HTMLInputElement | null>(null);
  keys.focusSearch = () => search.current?.focus();
  const reveal = useReveal(state, actions);

  if (store.documents.value.length === 0)
    return (
      <div class="list-panel">
        <p class="empty-note">Open a mesh to list it here.</p>
      </div>
    );
  const rows = state.rows.value;
  const cursor = state.cursor.value;
  const at = cursor === null ? -1 : rows.findIndex((row) => rowKey(row) === cursor);
  const row = (index: number, style: CSSProperties): VNode => {
    const shown = rows[index]!;
    return <OutlineRowView key={rowKey(shown)} app={app} row={shown} isCursor={index === at} style={style} actions={actions} drag={drag} />;
  };
  return (
    <div class="list-panel" onKeyDown={keys.inPanel} onFocusIn={keys.onFocus} onPointerDown={keys.onPointerDown}>
      {searchIsShown(store, state) && <SearchBar state={state} inputRef={search} onLeave={() => list.current?.focus()} />}
      {rows.length === 0 && <p class="empty-note">No part matches. Clear the search or the filters.</p>}
      <VirtualRows
        role="tree"
        label="Open meshes"
        testId="meshes"
        count={rows.length}
        row={row}
        reveal={reveal.value}
        active={at < 0 ? null : { index: at, id: cursor! }}
        elementRef={(element) => {
          list.current = element;
        }}
        onKeyDown={keys.inList}
        onPointerLeave={() => setHover(store, null)}
      />
    </div>
  );
}

/** Returns the row to scroll to: that of the active document, of a part that is selected elsewhere, and the one that the keyboard is on. */
function useReveal(state: ReturnType<typeof createOutlineState>, actions: ReturnType<typeof createOutlineActions>) {
  const serial = useRef(0);
  useSignalEffect(() => actions.followSelection());
  return useComputed(() => {
    const key = state.cursor.value;
    const index = key === null ? -1 : state.rows.value.findIndex((row) => rowKey(row) === key);
    return index < 0 ? null : { index, serial: ++serial.current };
  });
}
