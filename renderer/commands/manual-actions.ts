/** Opening pages of the manual, and which page belongs to which tool. */
import { type ManualPlace, withoutAnchor } from '../state/manual/manual.ts';
import type { ToolName } from '../state/store/records.ts';
import type { App, Shell } from './app.ts';

/** The first page. */
export const manualIndex: ManualPlace = 'index.md';

/** The page of each tool. */
export const toolPages: Readonly<Record<ToolName, ManualPlace>> = {
  select: 'window.md#select',
  boxSelect: 'window.md#select',
  lassoSelect: 'window.md#select',
  ray: 'rays.md',
  sphere: 'spheres.md',
  probe: 'probe.md',
  movingMesh: 'two-meshes.md',
  measure: 'camera.md#measure',
};

/** Opens a place of the manual; `showPrevious` returns to the one before it. */
export function openManual({ manual }: Pick<Shell, 'manual'>, place: ManualPlace): void {
  const before = manual.peek();
  manual.value = { place, back: before === null || before.place === place ? (before?.back ?? []) : [...before.back, before.place] };
}

/** Returns to the place before the one that is shown. */
export function showPrevious({ manual }: Pick<Shell, 'manual'>): void {
  const now = manual.peek();
  const place = now?.back.at(-1);
  if (now !== null && place !== undefined) manual.value = { place, back: now.back.slice(0, -1) };
}

export function closeManual({ manual }: Pick<Shell, 'manual'>): void {
  manual.value = null;
}

/** Opens the page of the figure under the pointer, else of the panel that has the focus, else of the tool. Closes it if it is open. */
export function toggleManualHere({ store, shell }: App): void {
  const place = shell.manualHere() ?? toolPages[store.scene.peek().tool];
  const shown = shell.manual.peek();
  if (shown !== null && (shown.place === place || withoutAnchor(shown.place) === place)) closeManual(shell);
  else openManual(shell, place);
}
