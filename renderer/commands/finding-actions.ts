/** Actions on findings that commands and panels share. */
import { formatError, toErrorData } from '#core/error';
import { ignoring, itemCount, reasonFor } from '#core/health';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { type FindingName, type ShownFinding } from '../state/health/findings.ts';
import { markedKinds } from '../state/health/shown-kinds.ts';
import type { Selection } from '../state/store/records.ts';
import { withIgnored } from '../state/store/scene-edits.ts';
import type { Session } from '../state/documents/session.ts';
import { type Store, writable } from '../state/store/store.ts';
import { frame, select, setDisplay } from './actions.ts';

export type FindingSelection = Extract<Selection, { kind: 'finding' }>;

/** Returns the selected finding; `null` if it does not exist (any more). */
export function selectedFinding(store: Store): { readonly selection: FindingSelection; readonly finding: ShownFinding } | null {
  const { selection } = store.scene.value;
  if (selection?.kind !== 'finding') return null;
  const finding = findingNamed(store.findings.value.get(selection.document) ?? noFindings, selection.name);
  return finding === null || (selection.item !== null && selection.item >= itemCount(finding.elements)) ? null : { selection, finding };
}

/** Selects and frames the next item that is not ignored, or the previous one for −1. Continues in other findings and wraps around. */
export function stepFinding(store: Store, by: 1 | -1): void {
  const { activeDocument } = store.scene.peek();
  if (activeDocument === null) return;
  const to = findingAfter(store, activeDocument, selectedFinding(store)?.selection ?? null, by);
  if (to === null) return;
  select(store, to);
  frame(store, to);
}

/** `null` if there is no open finding. */
export function findingAfter(store: Store, document: DocumentId, from: FindingSelection | null, by: 1 | -1): FindingSelection | null {
  const { open, ignored, list } = store.findings.peek().get(document) ?? noFindings;
  if (open.length === 0) return null;
  const here = from?.document === document ? from : null;
  const named = here === null ? null : (list.find(({ name }) => name === here.name) ?? null);
  if (named !== null && open.includes(named)) {
    const item = openItem(named, here!.item === null ? (by === 1 ? 0 : -1) : here!.item + by, by);
    if (item !== null) return { kind: 'finding', document, name: named.name, item };
  }
  // Continue with another finding, without ignored ones.
  const at = named === null ? (by === 1 ? -1 : list.length) : list.indexOf(named);
  for (let step = 1; step <= list.length; step++) {
    const finding = list[(((at + by * step) % list.length) + list.length) % list.length]!;
    if (!open.includes(finding)) continue;
    return { kind: 'finding', document, name: finding.name, item: openItem(finding, by === 1 ? 0 : itemCount(finding.elements) - 1, by) };
  }
  return null;

  function openItem(finding: ShownFinding, start: number, step: 1 | -1): number | null {
    const count = itemCount(finding.elements);
    for (let item = start; item >= 0 && item < count; item += step) if (reasonFor(ignored.get(finding.name)!, item) === null) return item;
    return null;
  }
}

/** Ignores a finding or one of its items for a reason; `null` stops ignoring it. Shows a message if too many are ignored already. */
export function ignore(
  { store, session }: IgnoreApp,
  document: DocumentId,
  finding: ShownFinding,
  item: number | null,
  reason: string | null,
): void {
  const what = item === null ? finding.title : `${finding.title} ${item + 1}`;
  try {
    writable(store).history.change(`${reason === null ? 'No longer ignore' : 'Ignore'} ${what}`, (scene) =>
      withIgnored(scene, document, ignoring(finding, item, reason ?? ''), reason !== null),
    );
  } catch (thrown) {
    session.inform(formatError(toErrorData(thrown)));
  }
}

interface IgnoreApp {
  readonly store: Store;
  readonly session: Pick<Session, 'inform'>;
}

/** Shows or hides a kind of findings of the active document in the view. */
export function toggleKind(store: Store, name: FindingName, title: string): void {
  const { hiddenKinds, shownKinds } = store.scene.peek().display;
  const isMarked = kindsMarked(store).has(name);
  const [hidden, shown] = [new Set(hiddenKinds), new Set(shownKinds)];
  (isMarked ? hidden : shown).add(name);
  (isMarked ? shown : hidden).delete(name);
  setDisplay(store, `${isMarked ? 'Unmark' : 'Mark'} ${title}`, { hiddenKinds: hidden, shownKinds: shown });
}

/** Returns the kinds of findings of the active document that are marked in the view. */
export function kindsMarked(store: Store): ReadonlySet<FindingName> {
  const { activeDocument, display, chosenKind } = store.scene.value;
  return markedKinds(store.findings.value.get(activeDocument ?? -1) ?? noFindings, display, chosenKind);
}

export function selectFinding(store: Store, document: DocumentId, name: FindingName, item: number | null): void {
  select(store, { kind: 'finding', document, name, item });
}
