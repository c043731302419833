import type { TriangleRuns } from '#core/bake';
import { triangleCount } from '#core/mesh';
import { hiddenKey, type PageDocument } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import { fullSet, difference, type IndexSet, runsOf } from '../selection/index-set.ts';
import { selectedSet } from '../selection/selected-set.ts';
import type { ExportScope } from './export-form.ts';

/** The triangles of a scope: runs, or `null` for all of them. */
export interface ScopeRuns {
  readonly runs: TriangleRuns | null;
}

/** Numbers in runs that fit in one message to the host. */
export const maxRunNumbers = 100_000;

/** Returns the triangles that a scope stands for; `null` if it has none. Subscribes to selection and visibility. */
export function scopeRuns(store: Store, document: PageDocument, scope: ExportScope): ScopeRuns | null {
  const { mesh } = document;
  if (mesh === null) return null;
  const set = setOfScope(store, document, scope);
  if (set === null) return scope === 'all' ? { runs: null } : null;
  if (set.count === 0) return null;
  if (set.count === triangleCount(mesh.mesh)) return { runs: null };
  return { runs: runsOf(set).flatMap(({ first, count }) => [first, count]) };
}

/** Returns the triangles of a scope as a set; `null` for all triangles, and for a scope without any. */
function setOfScope(store: Store, { mesh, summary: { id } }: PageDocument, scope: ExportScope): IndexSet | null {
  const size = mesh === null ? 0 : triangleCount(mesh.mesh);
  switch (scope) {
    case 'all':
      return null;
    case 'visible': {
      if (store.scene.value.hidden.has(hiddenKey(id))) return null;
      const hidden = store.hiddenTriangles.value.get(id);
      return hidden === undefined ? fullSet(size) : difference(fullSet(size), hidden);
    }
    case 'selected': {
      const { selection } = store.scene.value;
      if (selection === null || selection.kind === 'document') return null;
      const selected = selectedSet(store, selection);
      return selected === null || selected.document !== id || selected.set.size !== size ? null : selected.set;
    }
  }
}
