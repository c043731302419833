import { type Elements, type GivenRepairs, itemCount, type RepairName } from '#core/health';
import type { RepairReport } from '#core/job';
import { formatError } from '#core/error';
import type { DocumentId } from '#host-api';
import { unitsOf } from '../state/documents/space-of.ts';
import { itemOfElement } from '../state/health/findings.ts';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { givenRepairs, repairFormOf, type RepairForm, type RepairPurpose } from '../state/repair/repair-form.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { App } from './app.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../text/shown-unit.ts';
import { documentOf } from './actions.ts';
import { setVersionView } from './change-actions.ts';
import { closeDialog, toggleDialog } from './dialogs.ts';

/** Opens the repair dialog with repairs chosen for a purpose, or closes it. */
export function openRepair({ shell }: App, repairs: readonly RepairName[], purpose: RepairPurpose = {}): void {
  shell.repairWanted.value = { ...purpose, repairs };
  toggleDialog(shell, 'repair');
}

/** Makes the repaired copy of a preview, as `applyRepair`. */
export async function applyPreview(app: App, document: DocumentId, options: GivenRepairs): Promise<void> {
  await applyGiven(app, document, options);
}

/** One hole of the active document. */
interface SelectedHole {
  readonly document: DocumentId;
  /** From 1. */
  readonly number: number;
}

/** Returns the hole that is selected, or the only one with an edge of the selected triangle; `null` for none. */
export function selectedHole({ store }: Pick<App, 'store'>): SelectedHole | null {
  const { selection } = store.scene.value;
  const isHole = selection?.kind === 'finding' && selection.name === 'boundary-loops';
  if (selection === null || (!isHole && selection.kind !== 'triangle')) return null;
  const { document } = selection;
  const elements = findingNamed(store.findings.value.get(document) ?? noFindings, 'boundary-loops')?.elements ?? null;
  if (elements === null) return null;
  const item = selection.kind === 'triangle' ? holeAt(elements, selection.triangle) : selection.item;
  return item === null || item >= itemCount(elements) ? null : { document, number: item + 1 };
}

/** Returns the item with an edge of a triangle; `null` without one, and for several. */
function holeAt(elements: Elements, triangle: number): number | null {
  const first = elements.triangles.indexOf(triangle);
  if (first < 0) return null;
  const item = itemOfElement(elements, first);
  const last = elements.triangles.lastIndexOf(triangle);
  return itemOfElement(elements, last) === item ? item : null;
}

/** Makes a copy in which one hole is filled, and informs about what changed. If that raises a kind of finding, the dialog opens with a warning instead. */
export async function fillHole(app: App, { document, number }: SelectedHole): Promise<void> {
  const { store, session } = app;
  const loaded = store.documents.peek().find(({ summary }) => summary.id === document)?.mesh;
  if (loaded == null) return;
  const purpose = { holes: [number] };
  const options = givenRepairs(repairFormOf(loaded, ['fill-holes'], purpose));
  if ((await findRaised(app, document, options)).length > 0) {
    openRepair(app, ['fill-holes'], { ...purpose, showsOutcome: true });
    return;
  }
  await applyGiven(app, document, options);
  const outcome = store.repaired.peek();
  if (outcome?.document !== document) return;
  if ('problem' in outcome) session.inform(formatError(outcome.problem));
  else session.inform(filledText(number, outcome.report, unitsOf(app.store, documentOf(app.store, document))));
}

/** `Hole 2 filled: 5 triangles added, new surface at most 0.02 m from the old one, boundary loops 3 to 2`. */
function filledText(number: number, { steps, findings }: RepairReport, units: ShownUnit): string {
  const added = steps.flatMap(({ counts }) => counts).find(({ what }) => what === 'triangles added')?.count ?? 0;
  if (added === 0) return `Hole ${number} stays open: its edges end at non-manifold edges, or it is the rim of a single triangle.`;
  const most = Math.max(0, ...steps.flatMap(({ surface }) => [surface.removed?.atMost ?? 0, surface.added?.atMost ?? 0]));
  const changed = findings
    .filter(({ before, after }) => before !== after)
    .map(({ title, before, after }) => `${title} ${formatCount(before)} to ${formatCount(after)}`);
  const distance = withLengthSign(formatNumber(shownLength(units, most)), units);
  const parts = [`${formatMany(added, 'triangle')} added`, `new surface at most ${distance} from the old one`, ...changed];
  return `Hole ${number} filled: ${parts.join(', ')}`;
}

/** Computes what repairs would change, with checks before and after; `store.repaired` gets the report. */
export function previewRepair({ session }: App, document: DocumentId, form: RepairForm): void {
  void session.repair(document, givenRepairs(form), false);
}

/**
 * Makes a repaired copy and shows it in place of the mesh, as an undo step; then checks it, so that its findings are listed. If the result
 * raises a kind of finding and these options were not previewed, it only shows the preview, with a warning. Does nothing while it runs already.
 */
export async function applyRepair(app: App, document: DocumentId, form: RepairForm): Promise<void> {
  const { applyingRepair } = app.shell;
  if (applyingRepair.peek()) return;
  applyingRepair.value = true;
  try {
    await previewAndApply(app, document, form);
  } finally {
    applyingRepair.value = false;
  }
}

async function previewAndApply(app: App, document: DocumentId, form: RepairForm): Promise<void> {
  const { store, shell, session } = app;
  const options = givenRepairs(form);
  const shown = store.repaired.peek();
  const isPreviewed = shown?.document === document && !('problem' in shown) && JSON.stringify(shown.options) === JSON.stringify(options);
  if (!isPreviewed) {
    const raised = await findRaised(app, document, options);
    if (raised.length > 0 && shell.dialog.peek() !== 'repair') session.warn(`Repair not applied: it raises ${raised.join(', ')}`);
    if (raised.length > 0 || isProblem(store)) return;
  }
  if (await applyGiven(app, document, options)) closeDialog(shell, 'repair');
}

function isProblem({ repaired }: Store): boolean {
  const outcome = repaired.peek();
  return outcome !== null && 'problem' in outcome;
}

/** Previews a repair. Returns the kinds of findings that it raises, with their numbers: `Self-intersections 696 to 988`. */
async function findRaised({ session, store }: App, document: DocumentId, options: GivenRepairs): Promise<readonly string[]> {
  await session.repair(document, options, false);
  const outcome = store.repaired.peek();
  if (outcome?.document !== document || 'problem' in outcome) return [];
  const { findings, raised } = outcome.report;
  return raised.map(({ code, before, after }) => {
    const title = findings.find((finding) => finding.code === code)?.title ?? code;
    return `${title} ${formatCount(before)} to ${formatCount(after)}`;
  });
}

/** Returns whether there is a repaired copy. The view shows it without the colours of a preview. */
async function applyGiven({ session, store, health }: App, document: DocumentId, options: GivenRepairs): Promise<boolean> {
  const copy = await session.repair(document, options, true);
  if (copy === null) return false;
  setVersionView(store, 'off');
  health.check([copy]);
  return true;
}

/** Removes the outcome of an earlier repair from the dialog; the log keeps it. */
export function forgetRepaired(store: Store): void {
  writable(store).repaired.value = null;
}
