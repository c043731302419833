import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import { formatError } from '#core/error';
import { partInstances, partLabel, triangleCount, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { listedDocuments } from '../../state/convex/undone-edits.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { noFindings, type DocumentFindings } from '../../state/health/health-query.ts';
import { has, type IndexSet, setOf, union } from '../../state/selection/index-set.ts';
import { partsOf } from '../../state/selection/spread-triangles.ts';
import { hiddenKey, type PageDocument } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { outlineRows, type OutlinedDocument, type OutlineRow } from './outline-rows.ts';
import { isRestricted, matchingParts, type OutlineFilter, type PartFacts, wordsOf } from './part-filter.ts';
import { groupedParts, type PartEntry } from './part-groups.ts';

/** What the user set in the list of meshes, and its rows. */
export interface OutlineState {
  readonly rows: ReadonlySignal<readonly OutlineRow[]>;
  readonly search: Signal<string>;
  readonly filters: Signal<ReadonlySet<OutlineFilter>>;
  /** Whether like parts are in groups. */
  readonly grouped: Signal<boolean>;
  /** The key of the row that the keyboard is on; `null` for none. */
  readonly cursor: Signal<string | null>;
  /** How many parts the restricted list has, and how many there are; `null` without a restriction. */
  readonly found: ReadonlySignal<{ readonly parts: number; readonly of: number } | null>;
  setOpen(document: DocumentId, isOpen: boolean): void;
  /** `key`: see `PartGroup`. */
  setGroupOpen(document: DocumentId, key: string, isOpen: boolean): void;
  /** Opens what a part is in. */
  reveal(document: DocumentId, part: number): void;
}

export function createOutlineState(store: Store): OutlineState {
  const search = signal('');
  const filters = signal<ReadonlySet<OutlineFilter>>(new Set());
  const grouped = signal(true);
  const open = signal<ReadonlyMap<DocumentId, boolean>>(new Map());
  const openGroups = signal<ReadonlySet<string>>(new Set());
  const entriesOf = rememberEntries();
  const withFindings = rememberFindings();
  const query = computed(() => ({ words: wordsOf(search.value), filters: filters.value }));
  const hidden = computed(() => store.scene.value.hidden);

  const factsOf = ({ summary: { id } }: PageDocument, mesh: TriangleMesh): PartFacts => {
    const isWholeHidden = hidden.value.has(hiddenKey(id));
    const found = query.value.filters.has('findings') ? withFindings(mesh, store.findings.value.get(id) ?? noFindings) : null;
    return {
      hasFinding: (part) => found !== null && has(found, part),
      isHidden: (part) => isWholeHidden || hidden.value.has(hiddenKey(id, part)),
    };
  };
  /** Only a restricted list depends on roles of whole documents. */
  const withRoles = (id: DocumentId, mesh: TriangleMesh): TriangleMesh =>
    store.shown.value.find(({ summary }) => summary.id === id)?.mesh?.mesh ?? mesh;
  const outlined = computed(() =>
    listedDocuments(store).map((document): OutlinedDocument => {
      const { summary, mesh } = document;
      const { id } = summary;
      const restricted = isRestricted(query.value);
      const name = documentLabel(store.documents.value, id);
      const matching = !restricted
        ? null
        : new Set(mesh === null ? [] : matchingParts(withRoles(id, mesh.mesh), name, query.value, factsOf(document, mesh.mesh)));
      return {
        document: id,
        problem: summary.phase === 'failed' && summary.error !== null ? formatError(summary.error) : null,
        entries: mesh === null || mesh.mesh.parts.length < 2 ? [] : entriesOf(mesh.mesh, grouped.value),
        matching,
        wantedOpen: open.value.get(id) ?? null,
        isGroupOpen: (group) => openGroups.value.has(groupKey(id, group)),
      };
    }),
  );
  const rows = computed(() => outlineRows(outlined.value));
  const setGroupOpen = (document: DocumentId, key: string, isOpen: boolean): void => {
    const next = new Set(openGroups.peek());
    if (isOpen) next.add(groupKey(document, key));
    else next.delete(groupKey(document, key));
    openGroups.value = next;
  };
  const setOpen = (document: DocumentId, isOpen: boolean): void => {
    open.value = new Map(open.peek()).set(document, isOpen);
  };
  return {
    rows,
    search,
    filters,
    grouped,
    cursor: signal<string | null>(null),
    found: computed(() => {
      if (!isRestricted(query.value)) return null;
      const of = store.documents.value.reduce((sum, { mesh }) => sum + (mesh?.mesh.parts.length ?? 0), 0);
      return { parts: outlined.value.reduce((sum, { matching }) => sum + (matching?.size ?? 0), 0), of };
    }),
    setOpen,
    setGroupOpen,
    reveal(document, part) {
      const { entries, wantedOpen } = outlined.peek().find((one) => one.document === document) ?? { entries: [], wantedOpen: null };
      if (entries.length === 0) return;
      if (wantedOpen !== true) setOpen(document, true);
      const group = entries.find((entry) => typeof entry !== 'number' && entry.parts.includes(part));
      if (group !== undefined && typeof group !== 'number') setGroupOpen(document, group.key, true);
    },
  };
}

function groupKey(document: DocumentId, key: string): string {
  return `${document}/${key}`;
}

/** Returns a function that groups the parts of a mesh once: documents report progress many times a second. */
function rememberEntries(): (mesh: TriangleMesh, grouped: boolean) => readonly PartEntry[] {
  const known = new WeakMap<TriangleMesh['parts'], readonly PartEntry[]>();
  return (mesh, grouped) => {
    const { parts } = mesh;
    if (!grouped) return parts.map((_, index) => index);
    const entries = known.get(parts) ?? groupedParts(parts, partInstances(mesh));
    known.set(parts, entries);
    return entries;
  };
}

/** Returns a function that gives the parts with open findings, computed once for the findings of a document. */
function rememberFindings(): (mesh: TriangleMesh, findings: DocumentFindings) => IndexSet {
  const known = new WeakMap<DocumentFindings, IndexSet>();
  return (mesh, findings) => {
    const size = triangleCount(mesh);
    const all = (): IndexSet =>
      partsOf(
        mesh,
        findings.open.reduce((set, { triangles }) => union(set, setOf(size, triangles)), setOf(size)),
      );
    const found = known.get(findings) ?? all();
    known.set(findings, found);
    return found;
  };
}

/** Returns the name of a row, for typing its first letters. */
export function rowName(store: Store, row: OutlineRow): string {
  switch (row.kind) {
    case 'document':
      return documentLabel(store.documents.peek(), row.document);
    case 'problem':
      return '';
    case 'group':
      return row.group.name;
    case 'part': {
      const mesh = store.documents.peek().find(({ summary }) => summary.id === row.document)?.mesh?.mesh;
      return partLabel(mesh?.parts[row.part]?.name, row.part);
    }
  }
}
