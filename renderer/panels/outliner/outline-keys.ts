import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import type { App } from '../../commands/app.ts';
import { keyOf } from '../../commands/keymap.ts';
import { rowHeight } from '../../widgets/measures.ts';
import { placeAfter } from '../../widgets/place-after.ts';
import { isRowSelected, type OutlineActions } from './outline-actions.ts';
import { type OutlineRow, parentRow, rowKey, rowStartingWith } from './outline-rows.ts';
import { type OutlineState, rowName } from './outline-state.ts';

/** Letters that follow each other within this time belong together, ms. */
const typingTime = 800;

/** The keyboard in the list of meshes. */
export interface OutlineKeys {
  readonly inList: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  readonly inPanel: (event: TargetedKeyboardEvent<HTMLElement>) => void;
  readonly onFocus: (event: TargetedFocusEvent<HTMLElement>) => void;
  readonly onPointerDown: () => void;
  focusSearch: () => void;
}

/**
 * Arrow keys, Home and End move and choose; Space toggles the eye, Enter frames. When the keyboard brought the focus to the list, letters
 * find rows by their names and `/` goes to the search; after a click they stay commands.
 */
export function createOutlineKeys({ store, session }: App, state: OutlineState, actions: OutlineActions): OutlineKeys {
  let isByPointer = false;
  let typesNames = false;

  const moveTo = (index: number, event: KeyboardEvent): void => {
    const row = state.rows.peek()[index];
    if (row === undefined) return;
    if (event.ctrlKey || event.metaKey) actions.moveTo(row);
    else actions.choose(row, event.shiftKey ? 'range' : 'alone');
  };
  const names = createTypeAhead(store, state, actions);
  /** Returns whether the key was one of a row. */
  const onRow = (event: TargetedKeyboardEvent<HTMLElement>, row: OutlineRow, at: number): boolean => {
    const rows = state.rows.peek();
    switch (event.key) {
      case ' ':
        if (event.ctrlKey || event.metaKey) actions.choose(row, 'toggle');
        else actions.toggleEye(row);
        return true;
      case 'Enter':
        if (isRowSelected(store, row)) actions.frame(row);
        else actions.choose(row, 'alone');
        return true;
      case 'ArrowRight':
        if (isClosed(row)) actions.setOpen(row, true);
        else if (parentRow(rows, at + 1) === at) moveTo(at + 1, event);
        return true;
      case 'ArrowLeft': {
        const parent = parentRow(rows, at);
        if (isOpen(row)) actions.setOpen(row, false);
        else if (parent !== null) moveTo(parent, event);
        return true;
      }
      case 'Delete':
        return dismiss(row);
      default:
        return false;
    }
  };
  /** Closes a document that failed or was cancelled before it had a mesh. */
  const dismiss = (row: OutlineRow): boolean => {
    const document = store.documents.peek().find(({ summary }) => summary.id === row.document);
    const phase = document?.summary.phase;
    if (document?.mesh !== null || (phase !== 'failed' && phase !== 'cancelled')) return false;
    void session.close(row.document);
    return true;
  };

  const keys: OutlineKeys = {
    focusSearch: () => {},
    inList(event) {
      if (event.target !== event.currentTarget || event.altKey) return;
      const rows = state.rows.peek();
      const at = rows.findIndex((row) => rowKey(row) === state.cursor.peek());
      const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / rowHeight) - 1);
      const to = placeAfter(event.key, at, page, rows.length);
      const row = rows[at];
      if (to !== null) moveTo(to, event);
      else if (row === undefined || !onRow(event, row, at)) {
        if (event.ctrlKey || event.metaKey || event.key === '/' || !typesNames || !names.type(event.key, at, event.timeStamp)) return;
      }
      event.preventDefault();
    },
    inPanel(event) {
      const key = keyOf(event);
      const isSearchKey =
        key === 'Ctrl+F' || (key === '/' && typesNames && event.target instanceof HTMLElement && event.target.role === 'tree');
      if (!isSearchKey) return;
      event.preventDefault();
      keys.focusSearch();
    },
    onFocus(event) {
      if (event.target instanceof HTMLElement && event.target.role === 'tree') typesNames = !isByPointer;
      isByPointer = false;
    },
    onPointerDown() {
      isByPointer = true;
      typesNames = false;
      // A press that moves no focus must not count for a later focus by the keyboard.
      setTimeout(() => (isByPointer = false));
    },
  };
  return keys;
}

/** Returns what moves the keyboard to the row whose name begins with the typed letters. */
function createTypeAhead(store: App['store'], state: OutlineState, actions: OutlineActions) {
  let typed = { text: '', time: -Infinity };
  return {
    /** Returns whether the key is a letter of a name. */
    type(key: string, at: number, time: number): boolean {
      if (key.length !== 1 || key === ' ') return false;
      const text = time - typed.time < typingTime ? typed.text + key : key;
      typed = { text, time };
      const rows = state.rows.peek();
      const index = rowStartingWith(rows, at, text, (row) => rowName(store, row));
      if (index !== null) actions.moveTo(rows[index]!);
      return true;
    },
  };
}

function isClosed(row: OutlineRow): boolean {
  return (row.kind === 'document' || row.kind === 'group') && row.isOpen === false;
}

function isOpen(row: OutlineRow): boolean {
  return (row.kind === 'document' || row.kind === 'group') && row.isOpen === true;
}
