import { type BakeFormatName, bakeFormats, bakeTargets, recipeFileName, type RecipeTarget, targetOptions } from '#core/bake';
import { defaultValues, exportOptions, type FlatChoice } from '#core/options';
import type { ExportChoice } from '#host-api';
import { spaceOf } from '../state/documents/space-of.ts';
import { exportForm, type ExportForm, type ExportScope } from '../state/export/export-form.ts';
import { scopeRuns } from '../state/export/export-runs.ts';
import type { PageDocument } from '../state/store/records.ts';
import type { App } from './app.ts';
import { bakeTrees } from './bake-trees.ts';
import { toggleDialog } from './dialogs.ts';

/** Opens the export dialog with a scope chosen, or closes it. Format, unit and axes stay those of the last time. */
export function openExport({ shell, store }: App, scope: ExportScope): void {
  const format = store.activeDocument.peek()?.summary.mesh?.format;
  if (format === undefined) return;
  const form = shell.exportForm.peek() ?? exportForm(format);
  shell.exportForm.value = { ...form, scope, name: null };
  toggleDialog(shell, 'export');
}

/** Exports a document as the form states, under a file name; `store.baked` gets the outcome. Does nothing if the scope has no triangles. */
export function runExport(
  { session, store }: Pick<App, 'session' | 'store'>,
  document: PageDocument,
  form: ExportForm,
  name: string,
): void {
  const scope = scopeRuns(store, document, form.scope);
  if (scope === null) return;
  void session.bake(document.summary.id, form.format, bakeTrees(store, document, form), { name, options: form.options, runs: scope.runs });
}

/** Returns the export of a target of a recipe: its file name without folders, unit, axes and names. `flat` is for a target that states nothing. */
export function targetExport(store: App['store'], document: PageDocument, wanted: RecipeTarget, flat: FlatChoice): ExportChoice {
  const options = targetOptions(bakeTargets[wanted.target], spaceOf(store, document), wanted.flat ?? flat) ?? defaultValues(exportOptions);
  const path = recipeFileName(wanted, document.summary.name.replace(/\.[^.]*$/, ''));
  return { name: path.slice(1 + Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))), options, runs: null };
}

/** Returns the export of a format alone, in the coordinates of the document; `undefined` where nothing is converted. */
export function formatExport(document: PageDocument, format: BakeFormatName, flat: FlatChoice): ExportChoice | undefined {
  if (flat === 'refuse' || bakeFormats[format].shapes === undefined) return undefined;
  const name = document.summary.name.replace(/\.[^.]*$/, '');
  return { name, options: { ...defaultValues(exportOptions), flat }, runs: null };
}
