import { copyText } from '../host/copy-text.ts';
import type { ExportForm } from '../state/export/export-form.ts';
import type { PageDocument } from '../state/store/records.ts';
import type { App } from './app.ts';
import { bakeLine, commandLineOf, type CommandSubject, exportLine } from './command-lines.ts';
import type { RepairForm } from '../state/repair/repair-form.ts';
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
  const posed = ofShownPose.has(subject) ? posedIn(store, line) : null;
  copyLine(session, line, posed === null ? '' : `. It uses ${posed} at rest: the command line has no poses`);
}

/** Subjects whose result is that of the shown pose. */
const ofShownPose: ReadonlySet<CommandSubject> = new Set([
  'clearance',
  'motion',
  'pair',
  'penetration',
  'probe',
  'ray',
  'separation',
  'sphere',
  'tree',
]);

/** Returns the name of a mesh of a command line that is shown in a pose of its animation; `null` for none. */
function posedIn(store: Store, line: string): string | null {
  const documents = store.documents.peek();
  const posed = store.shown.peek().find(({ summary, mesh }, i) => mesh !== documents[i]?.mesh && line.includes(summary.name));
  return posed?.summary.name ?? null;
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
