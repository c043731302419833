import { type Bounds, triangleCount, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../health/health-query.ts';
import { itemBounds } from '../health/item-bounds.ts';
import { contactIndex, loopIndex } from '../pair/pair-query.ts';
import { boundsToWorld, placementOf } from '../pair/placement.ts';
import { setOf } from '../selection/index-set.ts';
import { selectedSet } from '../selection/selected-set.ts';
import { setFacts } from '../selection/set-facts.ts';
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
      const mesh = document === undefined ? undefined : meshOf(store, document);
      if (document === undefined || mesh === undefined) return null;
      const { bounds } = setFacts(mesh, setOf(triangleCount(mesh), [selection.triangle]));
      return bounds === null ? null : { document, bounds };
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
      return chosen === null ? null : setFacts(chosen.mesh, chosen.set).bounds;
    }
  }
}

function meshOf(store: Store, document: DocumentId): TriangleMesh | undefined {
  return store.shown.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
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
