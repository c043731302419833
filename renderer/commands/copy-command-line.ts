import type { DocumentId } from '#host-api';
import { copyText } from '../host/copy-text.ts';
import type { ExportForm } from '../state/export/export-form.ts';
import type { PageDocument } from '../state/store/records.ts';
import type { App } from './app.ts';
import { bakeLine, commandLineOf, type CommandSubject, exportLine } from './command-lines.ts';
import type { RepairForm } from '../state/repair/repair-form.ts';
import { poseOf } from '../state/playback/pose.ts';
import type { Store } from '../state/store/store.ts';
import { whyNoText } from './probe-lines.ts';
import type { BakePlan } from './recipe-actions.ts';
import { repairLine } from './shape-lines.ts';

/** Copies the command line of a subject and shows it. Says why a probe has none; else does nothing where there is nothing to repeat. */
export function copyCommandLine({ store, session }: Pick<App, 'store' | 'session'>, subject: CommandSubject): void {
  const line = commandLineOf(store, subject);
  const { probe } = store.scene.peek();
  if (line === null && subject === 'probe' && probe !== null) return session.inform(whyNoText(probe, 'command line'));
  if (line === null) return;
  const posed = posedMesh(store, subject);
  copyLine(session, line, posed === null ? '' : `. It uses ${posed} at rest: the command line has no poses`);
}

/** Returns the name of a mesh of a query that is shown in a pose of its animation; `null` for none, and for what uses the mesh at rest. */
function posedMesh(store: Store, subject: CommandSubject): string | null {
  const pose = poseOf(store.scene.peek(), store.pose.peek());
  if (pose === null || !queriedDocuments(store, subject).includes(pose.document)) return null;
  return store.documents.peek().find(({ summary }) => summary.id === pose.document)?.summary.name ?? null;
}

/** Returns the documents that a query uses in their shown poses. */
function queriedDocuments(store: Store, subject: CommandSubject): readonly (DocumentId | null | undefined)[] {
  const { activeDocument, movingMesh, probe, ray, sphere } = store.scene.peek();
  switch (subject) {
    case 'ray':
      return [ray?.document];
    case 'sphere':
      return [sphere?.document];
    case 'probe':
      return [probe?.document];
    case 'tree':
      return [activeDocument];
    case 'motion':
    case 'pair':
    case 'penetration':
    case 'separation':
      return [movingMesh?.fixed, movingMesh?.document];
    case 'clearance':
      return store.documents.peek().map(({ summary }) => summary.id);
    default:
      return [];
  }
}

/** Copies the command line that writes the file of the export dialog. */
export function copyExportCommand(
  { store, session }: Pick<App, 'store' | 'session'>,
  document: PageDocument,
  form: ExportForm,
  name: string,
): void {
  const line = exportLine(store, document, form, name);
  if (line === null) return session.inform('The command line exports whole parts: choose All, or select parts.');
  copyLine(session, line);
}

/** Copies the command line that writes the repaired mesh of the repair dialog. */
export function copyRepairCommand({ session }: Pick<App, 'session'>, document: PageDocument, form: RepairForm): void {
  copyLine(session, repairLine(document, form));
}

/** Copies the command line that bakes a mesh for targets, into a folder. */
export function copyBakeCommand({ store, session }: Pick<App, 'store' | 'session'>, document: PageDocument, plan: BakePlan): void {
  copyLine(session, bakeLine(store, document, plan));
}

function copyLine(session: App['session'], line: string, note = ''): void {
  void copyText(line);
  session.inform(`Copied: ${line}${note}`);
}
