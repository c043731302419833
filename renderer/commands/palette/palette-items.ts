import { partLabel } from '#core/mesh';
import { buildOptions } from '#core/options';
import { trianglePath } from '#core/tree';
import { listedDocuments } from '../../state/convex/undone-edits.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { noFindings } from '../../state/health/health-query.ts';
import type { Selection } from '../../state/store/records.ts';
import { sessionContents, sessionMeshes } from '../../state/project/describe-session.ts';
import { recentPlace } from '../../state/project/recent-place.ts';
import { formatMoment } from '../../text/format-moment.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { frame, select } from '../actions.ts';
import { openSample } from '../sample-actions.ts';
import type { App } from '../app.ts';
import { commandIds, commandOf } from '../commands.ts';
import { keysOf } from '../key-maps.ts';
import { runCommand } from '../keymap.ts';
import type { Searchable } from './rank-items.ts';

export type PaletteGroup =
  | 'Commands'
  | 'Findings'
  | 'Go to'
  | 'Meshes'
  | 'Parts'
  | 'Recent'
  | 'Recent files'
  | 'Samples'
  | 'Sessions'
  | 'Tree kinds';

/** Something that the palette can run. */
export interface PaletteItem extends Searchable {
  /** Identifies the item in the list of recent ones. */
  readonly key: string;
  readonly group: PaletteGroup;
  /** Quiet text after the title: a menu, a count. */
  readonly note: string;
  /** In the form of the command table; `null` for none. */
  readonly shortcut: string | null;
  /** Why it cannot run now; `null` if it can. */
  readonly whyNot: string | null;
  readonly run: () => void;
}

/** Returns what the palette finds by name: commands, findings, parts, tree kinds, open meshes and samples. Targets that have a number only are added by `numberedItems`. */
export function namedItems(app: App): PaletteItem[] {
  return [
    ...commandItems(app),
    ...findingItems(app),
    ...kindItems(app),
    ...meshItems(app),
    ...partItems(app),
    ...recentItems(app),
    ...sampleItems(app),
    ...sessionItems(app),
  ];
}

function commandItems(app: App): PaletteItem[] {
  return commandIds
    .filter((id) => id !== 'palette')
    .map((id) => {
      const command = commandOf(id);
      const checked = command.checked?.(app);
      return {
        key: `command ${id}`,
        group: 'Commands',
        title: command.title,
        words: `${command.menu} ${command.meaning}`,
        note: checked === undefined ? command.menu : `${command.menu}, ${checked ? 'on' : 'off'}`,
        shortcut: keysOf(id)[0] ?? null,
        whyNot: command.when(app) ? null : (command.whyNot?.(app) ?? 'Not available now.'),
        run: () => runCommand(app, id),
      };
    });
}

function findingItems(app: App): PaletteItem[] {
  const document = app.store.scene.value.activeDocument;
  if (document === null) return [];
  const { list } = app.store.findings.value.get(document) ?? noFindings;
  return list.map(({ name, title, message, count }) => ({
    ...plain(`finding ${name}`, 'Findings', title, formatMany(count, 'item')),
    words: `finding ${message}`,
    run: () => {
      app.shell.showList('findings');
      goTo(app, { kind: 'finding', document, name, item: null });
    },
  }));
}

/** The kinds of tree that the active mesh does not have now. */
function kindItems({ store, session }: App): PaletteItem[] {
  const document = store.activeDocument.value;
  const options = store.activeTree.value?.summary.options;
  if (document === null || options === undefined) return [];
  const kinds = Object.keys(buildOptions.kind.choices) as (keyof typeof buildOptions.kind.choices)[];
  return kinds
    .filter((kind) => kind !== options.kind)
    .map((kind) => {
      const { title, meaning } = buildOptions.kind.choices[kind];
      return {
        ...plain(`kind ${kind}`, 'Tree kinds', `Build tree: ${title}`, kind),
        words: `${kind} kind ${meaning}`,
        run: () => void session.rebuild(document.summary.id, { ...options, kind }),
      };
    });
}

function meshItems(app: App): PaletteItem[] {
  return listedDocuments(app.store).map(({ summary: { id, mesh } }) => ({
    ...plain(
      `mesh ${id}`,
      'Meshes',
      documentLabel(app.store.documents.value, id),
      mesh === null ? '' : formatMany(mesh.triangles, 'triangle'),
    ),
    words: 'mesh document',
    run: () => goTo(app, { kind: 'document', document: id }),
  }));
}

function partItems(app: App): PaletteItem[] {
  const document = app.store.activeDocument.value;
  const parts = document?.mesh?.mesh.parts ?? [];
  if (document === null || parts.length < 2) return [];
  const { id } = document.summary;
  return parts.map(({ name, triangleCount }, part) => ({
    ...plain(`part ${id}/${part}`, 'Parts', partLabel(name, part), formatMany(triangleCount, 'triangle')),
    words: 'part',
    run: () => goTo(app, { kind: 'part', document: id, part }),
  }));
}

function recentItems({ store, projects }: App): PaletteItem[] {
  return store.recent.value.map((file) => ({
    ...plain(`recent ${file.id}`, 'Recent files', `Open recent: ${file.name}`, recentPlace(file)),
    words: file.kind,
    run: () => void projects.openRecent(file.id),
  }));
}

function sampleItems(app: App): PaletteItem[] {
  return app.store.samples.value.map((sample) => ({
    ...plain(`sample ${sample.name}`, 'Samples', `Open sample: ${sample.title}`, sample.group),
    words: `${sample.group} ${sample.lesson?.text ?? ''}`,
    run: () => void openSample(app, sample),
  }));
}

function sessionItems({ store, projects }: App): PaletteItem[] {
  if (!store.connected.value) return [];
  return store.keptSessions.value.map((kept) => ({
    ...plain(
      `session ${kept.id}`,
      'Sessions',
      `Restore session: ${sessionMeshes(kept)}`,
      `${formatMoment(kept.savedAt)}, ${sessionContents(kept)}`,
    ),
    words: `last kept ${kept.names.join(' ')}`,
    run: () => void projects.restore(kept),
  }));
}

/** Returns the node, triangle and part of the active mesh with the number in the query: `1204`, `node 1,204`, `triangle 7`. */
export function numberedItems(app: App, query: string): PaletteItem[] {
  const match = /^\s*(node|triangle|part)?s?\s*#?\s*(\d[\d,]*)\s*$/i.exec(query);
  const document = app.store.activeDocument.value;
  const mesh = document?.mesh?.mesh;
  if (match === null || document === null || mesh === undefined) return [];
  const { id } = document.summary;
  const wanted = match[1]?.toLowerCase();
  const number = Number(match[2]!.replaceAll(',', ''));
  const tree = app.store.activeTree.value?.tree;
  const counts = { node: tree?.nodeCount ?? 0, triangle: mesh.indices.length / 3, part: mesh.parts.length };
  // The leaf of a triangle takes a search through all triangles: only for the chosen item.
  const leaf = (): number | null => (tree === undefined ? null : (trianglePath(tree, number)?.at(-1) ?? null));
  const selections: Readonly<Record<keyof typeof counts, () => Selection>> = {
    node: () => ({ kind: 'node', document: id, node: number }),
    triangle: () => ({ kind: 'triangle', document: id, triangle: number, node: leaf() }),
    part: () => ({ kind: 'part', document: id, part: number }),
  };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((what) => (wanted ?? what) === what && counts[what] > 0)
    .map((what) => ({
      ...plain(`${what} ${id}/${number}`, 'Go to', `Go to ${what} ${formatCount(number)}`, `of ${formatCount(counts[what])}`),
      whyNot: number < counts[what] ? null : `The last ${what} is ${formatCount(counts[what] - 1)}.`,
      run: () => goTo(app, selections[what]()),
    }));
}

function plain(key: string, group: PaletteGroup, title: string, note: string): Omit<PaletteItem, 'run'> {
  return { key, group, title, note, shortcut: null, whyNot: null };
}

function goTo({ store }: App, selection: Selection): void {
  select(store, selection);
  if (selection.kind !== 'finding') frame(store, selection);
}
