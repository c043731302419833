import { computed } from '@preact/signals';
import type { App } from '../../commands/app.ts';
import { frame, select, setHover, showOnly, toggleHidden } from '../../commands/actions.ts';
import { pickParts } from '../../commands/selection-actions.ts';
import { setPartsHidden, showPartsAlone } from '../../commands/visibility-actions.ts';
import { setOf } from '../../state/selection/index-set.ts';
import { isPartSelected, selectionOf } from '../../state/selection/set-selection.ts';
import { hiddenKey, type Selection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { type OutlineRow, partsBetween, rowKey } from './outline-rows.ts';
import type { OutlineState } from './outline-state.ts';

/** How a row is chosen: alone, in addition, or with all rows since the last one that was chosen alone or in addition. */
export type Choosing = 'alone' | 'toggle' | 'range';

/** What rows do. */
export type OutlineActions = ReturnType<typeof createOutlineActions>;

export function createOutlineActions({ store }: App, state: OutlineState) {
  /** The row from which ranges go. */
  let anchor: string | null = null;
  const indexOf = (key: string | null): number => state.rows.peek().findIndex((row) => rowKey(row) === key);
  const selected = computed(() => store.scene.value.selection);
  const active = computed(() => store.scene.value.activeDocument);

  const choose = (row: OutlineRow, how: Choosing): void => {
    const key = rowKey(row);
    state.cursor.value = key;
    if (row.kind === 'problem') return;
    if (row.kind === 'document') {
      anchor = key;
      if (meshOf(store, row) !== null) select(store, { kind: 'document', document: row.document });
      return;
    }
    const from = indexOf(anchor);
    if (how === 'range' && from >= 0) {
      pickParts(store, row.document, partsBetween(state.rows.peek(), from, indexOf(key), row.document), 'replace');
      return;
    }
    anchor = key;
    pickParts(store, row.document, partsOfRow(row), how === 'toggle' ? 'toggle' : 'replace');
  };

  return {
    choose,
    /** Moves the keyboard to a row without selecting it. */
    moveTo: (row: OutlineRow): void => void (state.cursor.value = rowKey(row)),
    setOpen(row: OutlineRow, isOpen: boolean): void {
      if (row.kind === 'document' && row.isOpen !== null) state.setOpen(row.document, isOpen);
      if (row.kind === 'group') state.setGroupOpen(row.document, row.group.key, isOpen);
    },
    frame(row: OutlineRow): void {
      const target = targetOf(store, row);
      if (target !== null && meshOf(store, row) !== null) frame(store, target);
    },
    hover(row: OutlineRow): void {
      const target = targetOf(store, row);
      setHover(store, target === null || target.kind === 'document' ? null : target);
    },
    toggleEye: (row: OutlineRow): void => setEye(store, row, !isRowHidden(store, row)),
    showAlone(row: OutlineRow): void {
      if (row.kind === 'document') showOnly(store, row.document);
      else if (row.kind !== 'problem') showPartsAlone(store, row.document, partsOfRow(row));
    },
    /** Follows a part that is selected elsewhere, and the active document. Subscribes to both. */
    followSelection(): void {
      const selection = selected.value;
      const document = active.value;
      if (selection?.kind === 'part') {
        const key = `part-${selection.document}-${selection.part}`;
        if (indexOf(key) < 0 && !isInSelectedGroup(state, selection)) state.reveal(selection.document, selection.part);
        if (indexOf(key) >= 0) state.cursor.value = key;
        return;
      }
      const cursor = state.rows.peek()[indexOf(state.cursor.peek())];
      if (document !== null && cursor?.document !== document) state.cursor.value = `mesh-${document}`;
    },
  };
}

/** A group that is chosen as a row stays closed, also if it has a single matching part. */
function isInSelectedGroup(state: OutlineState, { document, part }: Extract<Selection, { kind: 'part' }>): boolean {
  const row = state.rows.peek().find((other) => rowKey(other) === state.cursor.peek());
  return row?.kind === 'group' && row.document === document && row.group.parts.includes(part);
}

/** Returns the parts that a row stands for. */
export function partsOfRow(row: OutlineRow): readonly number[] {
  return row.kind === 'part' ? [row.part] : row.kind === 'group' ? row.group.parts : [];
}

/** Returns what a row selects and frames; `null` for the text of a problem. */
function targetOf(store: Store, row: OutlineRow): Exclude<Selection, { kind: 'finding' }> | null {
  switch (row.kind) {
    case 'problem':
      return null;
    case 'document':
      return { kind: 'document', document: row.document };
    case 'part':
      return { kind: 'part', document: row.document, part: row.part };
    case 'group': {
      const size = meshOf(store, row)?.mesh.parts.length ?? 0;
      const selection = selectionOf({ kind: 'parts', document: row.document, set: setOf(size, row.group.parts) });
      return selection?.kind === 'part' || selection?.kind === 'parts' ? selection : null;
    }
  }
}

export function isRowSelected(store: Store, row: OutlineRow): boolean {
  const { selection } = store.scene.value;
  if (row.kind === 'document') return selection?.kind === 'document' && selection.document === row.document;
  const parts = partsOfRow(row);
  return parts.length > 0 && parts.every((part) => isPartSelected(selection, row.document, part));
}

/** Returns whether the eye of a row is closed: for a group, whether all of its parts are hidden. */
export function isRowHidden({ scene }: Store, row: OutlineRow): boolean {
  const { hidden } = scene.value;
  if (row.kind === 'document') return hidden.has(hiddenKey(row.document));
  const parts = partsOfRow(row);
  return parts.length > 0 && parts.every((part) => hidden.has(hiddenKey(row.document, part)));
}

/** Hides or shows what a row stands for. Changes of one burst are one undo step. */
export function setEye(store: Store, row: OutlineRow, hide: boolean, burst?: symbol): void {
  if (row.kind === 'document') {
    if (isRowHidden(store, row) !== hide) toggleHidden(store, row.document, null, burst);
  } else if (row.kind !== 'problem') setPartsHidden(store, row.document, partsOfRow(row), hide, burst);
}

function meshOf(store: Store, { document }: OutlineRow) {
  return store.documents.peek().find(({ summary }) => summary.id === document)?.mesh ?? null;
}
