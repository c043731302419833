import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../health/health-query.ts';
import { isOfQuery, type Selection } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { IndexSet } from './index-set.ts';
import { trianglesOfSelection } from './selected-triangles.ts';

/** The triangles that a selection stands for. */
export interface SelectedSet {
  readonly document: DocumentId;
  readonly mesh: TriangleMesh;
  readonly set: IndexSet;
}

/** Returns the triangles of a selection, as shown; `null` for a query result, and for a document without a mesh. Subscribes to what it reads. */
export function selectedSet(store: Store, selection: Selection | null = store.scene.value.selection): SelectedSet | null {
  if (selection === null || isOfQuery(selection)) return null;
  const { document } = selection;
  const mesh = store.shown.value.find(({ summary }) => summary.id === document)?.mesh?.mesh;
  if (mesh === undefined) return null;
  const tree = store.scene.value.trees.get(document)?.tree ?? null;
  const finding = selection.kind === 'finding' ? findingNamed(store.findings.value.get(document) ?? noFindings, selection.name) : null;
  return { document, mesh, set: trianglesOfSelection(selection, { mesh, tree, finding }) };
}
