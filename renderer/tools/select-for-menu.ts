import { partOfTriangle } from '#core/mesh';
import { documentOf, select } from '../commands/actions.ts';
import { has } from '../state/selection/index-set.ts';
import type { Selection } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { selectionAt } from './select-tool.ts';
import type { Pixel, ToolView } from './tool.ts';

/** Selects what a context menu at a pixel is for, as a click does. A selection that holds it stays; so does every selection after a click on nothing. */
export function selectForMenu(store: Store, view: ToolView, pixel: Pixel): void {
  const found = selectionAt(store, view, pixel);
  if (found !== null && !isWithin(store, found, store.scene.peek().selection)) select(store, found);
}

function isWithin(store: Store, found: Selection, selection: Selection | null): boolean {
  if (selection === null || found.kind !== 'triangle' || !('document' in selection) || selection.document !== found.document) return false;
  const mesh = documentOf(store, found.document)?.mesh?.mesh;
  const part = mesh === undefined ? null : partOfTriangle(mesh, found.triangle);
  switch (selection.kind) {
    case 'triangle':
      return selection.triangle === found.triangle;
    case 'triangles':
      return has(selection.triangles, found.triangle);
    case 'part':
      return selection.part === part;
    case 'parts':
      return part !== null && has(selection.parts, part);
    default:
      return false;
  }
}
