/** Changes of the scene that commands, panels and tools share: each is one undo step with one title. */
import { untracked } from '@preact/signals-core';
import type { DocumentId } from '#host-api';
import { type FileRole, partLabel } from '#core/mesh';
import { type ChoiceOption, type RayOptions, spaceOptions, type SpaceOptions, type SphereOptions } from '#core/options';
import { isDrawnElsewhere, versionsPlace } from '../state/changes/shown-changes.ts';
import { undoneEdits } from '../state/convex/undone-edits.ts';
import { stepTitle } from '../state/documents/step-title.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import {
  hiddenKey,
  type Display,
  type FrameTarget,
  type Hover,
  type RayInput,
  type Selection,
  type Shading,
  type SphereInput,
  type ToolName,
} from '../state/store/records.ts';
import {
  sameSelection,
  withActiveShown,
  withDisplay,
  withHidden,
  withMeaning,
  withRole,
  withNothingHidden,
  withRay,
  withSelection,
  withShownAlone,
  withSphere,
  withTool,
} from '../state/store/scene-edits.ts';
import type { PageDocument } from '../state/store/records.ts';
import { findingLabel } from '../state/health/finding-label.ts';
import { type Store, writable } from '../state/store/store.ts';
import { formatMany } from '../text/format-number.ts';

export function select(store: Store, selection: Selection | null): void {
  const open = openIds(store);
  writable(store).history.change(selectionTitle(store, selection), (scene) => {
    const next = withActiveShown(withSelection(scene, selection), scene.activeDocument, open);
    // The mesh that carries the colours of a comparison stays when the other one becomes active.
    const place = placeOfComparison(store, next.activeDocument);
    return place === null || scene.hidden.has(hiddenKey(place)) ? next : withHidden(next, place, null, false);
  });
}

/** Returns the document that the versions of a compared document replace in the view; `null` for none. */
function placeOfComparison(store: Store, document: DocumentId | null): DocumentId | null {
  return untracked(() => (document !== null && isDrawnElsewhere(store, document) ? versionsPlace(store) : null));
}

export function selectionTitle(store: Store, selection: Selection | null): string {
  if (selection === null) return 'Clear selection';
  switch (selection.kind) {
    case 'document':
      return `Select ${documentLabel(store.documents.peek(), selection.document) || 'document'}`;
    case 'part':
      return `Select ${partName(store, selection.document, selection.part)}`;
    case 'parts':
      return `Select ${formatMany(selection.parts.count, 'part')}`;
    case 'node':
      return stepTitle(store.documents.peek(), `Select node ${selection.node}`, selection.document);
    case 'triangle':
      return stepTitle(store.documents.peek(), `Select triangle ${selection.triangle}`, selection.document);
    case 'triangles':
      return `Select ${formatMany(selection.triangles.count, 'triangle')}`;
    case 'finding':
      return `Select ${findingLabel(store, selection)}`;
    case 'hit':
      return `Select hit ${selection.hit + 1}`;
    case 'touch':
      return `Select overlapping triangle ${selection.triangle}`;
    case 'contact':
      return `Select contact ${selection.a}, ${selection.b}`;
    case 'loop':
      return `Select contact curve through ${selection.a}, ${selection.b}`;
  }
}

/** Requests that the view frames a target; `null` frames the active document. */
export function frame(store: Store, target: FrameTarget | null): void {
  writable(store).frameRequest.value = { serial: store.frameRequest.peek().serial + 1, target };
}

/** Sets what the pointer is over, in a list or in the view; `null` for nothing. The same thing again changes nothing, so that nothing is drawn. */
export function setHover(store: Store, hover: Hover | null): void {
  if (!sameHover(store.hover.peek(), hover)) writable(store).hover.value = hover;
}

/** A triangle under the pointer gets another leaf when its tree is rebuilt. */
function sameHover(a: Hover | null, b: Hover | null): boolean {
  return sameSelection(a, b) && (a?.kind !== 'triangle' || b?.kind !== 'triangle' || a.node === b.node);
}

/** Removes a previewed state that is not a step yet. */
export function revertPreview(store: Store): void {
  writable(store).history.revert();
}

/** Shows the state after the step with this index. */
export function goToStep(store: Store, index: number): void {
  writable(store).history.goTo(index);
}

/** Removes the outcome of an earlier bake from the dialog; the log keeps it. */
export function forgetBaked(store: Store): void {
  writable(store).baked.value = null;
}

/** Shows a changed display that is not a step yet. */
export function previewDisplay(store: Store, change: Partial<Display>): void {
  writable(store).history.preview((scene) => withDisplay(scene, change));
}

export function setDisplay(store: Store, title: string, change: Partial<Display>, burst?: symbol): void {
  writable(store).history.change(title, (scene) => withDisplay(scene, change), burst);
}

export function setShading(store: Store, shading: Shading): void {
  const names = { shaded: 'Shaded', wire: 'Wire', xray: 'X-ray' } as const;
  setDisplay(store, names[shading], { shading });
}

/** `null` hides the bounding volumes. The level is kept inside the tree. Changes of one `burst` are one step. */
export function setBoxLevel(store: Store, level: number | null, burst?: symbol): void {
  const deepest = store.activeTree.peek()?.tree.depth ?? 0;
  const boxLevel = level === null ? null : Math.max(0, Math.min(level, deepest));
  setDisplay(store, boxLevel === null ? 'Hide bounding volumes' : `Bounding volumes at level ${boxLevel}`, { boxLevel }, burst);
}

/** Changes of one burst are one step. */
export function toggleHidden(store: Store, document: DocumentId, part: number | null, burst?: symbol): void {
  const hide = !store.scene.peek().hidden.has(hiddenKey(document, part));
  const name = part === null ? documentLabel(store.documents.peek(), document) : partName(store, document, part);
  writable(store).history.change(`${hide ? 'Hide' : 'Show'} ${name}`, (scene) => withHidden(scene, document, part, hide), burst);
}

/** Hides every document but this one, which keeps its hidden parts and becomes the active one. */
export function showOnly(store: Store, document: DocumentId): void {
  const name = documentLabel(store.documents.peek(), document);
  const open = openIds(store);
  writable(store).history.change(`Show only ${name}`, (scene) => {
    const active = scene.activeDocument === document ? scene : withSelection(scene, { kind: 'document', document });
    return withShownAlone(active, document, open);
  });
}

function openIds({ documents }: Store): readonly DocumentId[] {
  return documents.peek().map(({ summary }) => summary.id);
}

export function showAll(store: Store): void {
  const removed = undoneEdits(store);
  writable(store).history.change('Show all', (scene) => withNothingHidden(scene, removed));
}

/** Sets what the coordinates of a document mean, as one step; no coordinate changes. */
export function setMeaning(store: Store, document: DocumentId, change: Partial<SpaceOptions>): void {
  const titles = Object.entries(change).map(([name, value]) => meaningTitle(name as keyof SpaceOptions, value));
  writable(store).history.change(titles.join(', '), (scene) => withMeaning(scene, document, change));
}

/** Sets what a whole document is for, as one step; `null` for what its parts and its name say. */
export function setRole(store: Store, document: DocumentId, role: FileRole | null): void {
  const title = role === null ? 'Role by name' : role === 'collider' ? 'Set as collider' : 'Set as visual mesh';
  writable(store).history.change(`${title}: ${documentLabel(store.documents.peek(), document)}`, (scene) =>
    withRole(scene, document, role),
  );
}

/** `Up axis: +Z` */
function meaningTitle(name: keyof SpaceOptions, value: string): string {
  const { title, choices }: ChoiceOption = spaceOptions[name];
  return `${title}: ${choices[value]?.title ?? value}`;
}

/** Changes the ray of the active document as one step. */
export function changeRay(store: Store, title: string, change: Partial<RayInput>): void {
  const { activeDocument } = store.scene.peek();
  if (activeDocument === null) return;
  const step = stepTitle(store.documents.peek(), title, activeDocument);
  writable(store).history.change(step, (scene) => withRay(scene, activeDocument, change));
}

/** Shows a changed ray that is not a step yet. */
export function previewRay(store: Store, change: Partial<RayInput>): void {
  const { activeDocument } = store.scene.peek();
  if (activeDocument !== null) writable(store).history.preview((scene) => withRay(scene, activeDocument, change));
}

export function changeRayOptions(store: Store, title: string, change: Partial<RayOptions>): void {
  const { ray } = store.scene.peek();
  if (ray !== null) changeRay(store, title, { options: { ...ray.options, ...change } });
}

/** Changes the sphere of the active document as one step. */
export function changeSphere(store: Store, title: string, change: Partial<SphereInput>): void {
  const { activeDocument } = store.scene.peek();
  if (activeDocument === null) return;
  const step = stepTitle(store.documents.peek(), title, activeDocument);
  writable(store).history.change(step, (scene) => withSphere(scene, activeDocument, change));
}

/** Shows a changed sphere that is not a step yet. */
export function previewSphere(store: Store, change: Partial<SphereInput>): void {
  const { activeDocument } = store.scene.peek();
  if (activeDocument !== null) writable(store).history.preview((scene) => withSphere(scene, activeDocument, change));
}

export function changeSphereOptions(store: Store, title: string, change: Partial<SphereOptions>): void {
  const { sphere } = store.scene.peek();
  if (sphere !== null) changeSphere(store, title, { options: { ...sphere.options, ...change } });
}

/** Moves the sphere to where its push-out ends, as one step. */
export function applyPushOut(store: Store): void {
  const pushed = store.pushOut.peek();
  if (pushed !== null) changeSphere(store, 'Push sphere out', { center: pushed.result.center });
}

export function documentOf(store: Store, id: DocumentId): PageDocument | null {
  return store.documents.value.find(({ summary }) => summary.id === id) ?? null;
}

export function partName(store: Store, id: DocumentId, part: number): string {
  return partLabel(documentOf(store, id)?.mesh?.mesh.parts[part]?.name, part);
}

/** Takes a tool. Tool changes are no undo steps. */
export function chooseTool(store: Store, tool: ToolName): void {
  writable(store).history.amend((scene) => withTool(scene, tool));
}
