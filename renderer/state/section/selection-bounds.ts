import { type Bounds, isFiniteTriangle, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../health/health-query.ts';
import { itemBounds } from '../health/item-bounds.ts';
import { contactIndex, loopIndex } from '../pair/pair-query.ts';
import { boundsToWorld, placementOf } from '../pair/placement.ts';
import { membersOf } from '../selection/index-set.ts';
import { selectedSet } from '../selection/selected-set.ts';
import type { Selection } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/** Returns the bounds of what is selected, world space; `null` if it does not exist (any more) or has no finite point. */
export function selectionBounds(store: Store, selection: Selection): Bounds | null {
  const ofQuery = queryBounds(store, selection);
  if (ofQuery !== null) return inWorld(store, ofQuery.document, ofQuery.bounds);
  if (!('document' in selection)) return null;
  const bounds = boundsInDocument(store, selection);
  return bounds === null ? null : inWorld(store, selection.document, bounds);
}

function inWorld(store: Store, document: DocumentId, bounds: Bounds): Bounds {
  return boundsToWorld(placementOf(store.scene.peek(), document), bounds);
}

function queryBounds(store: Store, selection: Selection): { readonly document: DocumentId; readonly bounds: Bounds } | null {
  switch (selection.kind) {
    case 'hit': {
      const ray = store.ray.peek();
      const hit = ray?.result.hits[selection.hit];
      return ray === null || hit === undefined ? null : { document: ray.input.document, bounds: { min: hit.position, max: hit.position } };
    }
    case 'touch': {
      const document = store.sphere.peek()?.input.document;
      const bounds = document === undefined ? null : triangleBounds(store, document, [selection.triangle]);
      return document === undefined || bounds === null ? null : { document, bounds };
    }
    case 'contact':
    case 'loop': {
      const { outcome } = store.pair.peek();
      const found = outcome?.pairContacts ?? null;
      if (outcome === null || found === null) return null;
      const { a, b } = selection;
      const list = selection.kind === 'contact' ? found.contacts : found.loops;
      const at = selection.kind === 'contact' ? contactIndex(outcome, a, b) : loopIndex(outcome, a, b);
      if (at === null) return null;
      const points = list.positions.subarray(3 * list.firstPoint[at]!, 3 * list.firstPoint[at + 1]!);
      const bounds = pointBounds(points);
      return bounds === null ? null : { document: outcome.input.fixed, bounds };
    }
    default:
      return null;
  }
}

function boundsInDocument(store: Store, selection: Extract<Selection, { document: DocumentId }>): Bounds | null {
  const { document } = selection;
  const mesh = meshOf(store, document);
  switch (selection.kind) {
    case 'document':
      return store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.bounds ?? null;
    case 'finding': {
      const elements = findingNamed(store.findings.peek().get(document) ?? noFindings, selection.name)?.elements ?? null;
      return elements === null || mesh === undefined ? null : itemBounds(mesh, elements, selection.item);
    }
    default: {
      const chosen = selectedSet(store, selection);
      return chosen === null ? null : triangleBounds(store, document, membersOf(chosen.set));
    }
  }
}

function meshOf(store: Store, document: DocumentId): TriangleMesh | undefined {
  return store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
}

function triangleBounds(store: Store, document: DocumentId, triangles: ArrayLike<number>): Bounds | null {
  const mesh = meshOf(store, document);
  if (mesh === undefined) return null;
  const finite = Array.from(triangles).filter((triangle) => isFiniteTriangle(mesh, triangle));
  const points = new Float64Array(9 * finite.length);
  finite.forEach((triangle, i) => {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = mesh.indices[3 * triangle + corner]!;
      points.set(mesh.positions.subarray(3 * vertex, 3 * vertex + 3), 9 * i + 3 * corner);
    }
  });
  return pointBounds(points);
}

function pointBounds(points: Float64Array): Bounds | null {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    min[i % 3] = Math.min(min[i % 3]!, points[i]!);
    max[i % 3] = Math.max(max[i % 3]!, points[i]!);
  }
  return points.length === 0 ? null : { min, max };
}
