/** Changes of the selection by sets of parts and triangles, as commands, lists and tools make them. */
import { triangleCount, type TriangleMesh, weldVertices } from '#core/mesh';
import { trianglePath } from '#core/tree';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { fullSet, type IndexSet, inverted, setOf } from '../state/selection/index-set.ts';
import { selectedSet } from '../state/selection/selected-set.ts';
import { joinedPick, type PickHow, type Picked, selectionOf, setOfSelection } from '../state/selection/set-selection.ts';
import { connected, grown, partsOf, sameMaterial, shrunk } from '../state/selection/spread-triangles.ts';
import type { FindingName } from '../state/health/findings.ts';
import type { Picking } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { documentOf, select } from './actions.ts';

/** Selects picked parts or triangles, or changes the selection by them. */
export function pickSet(store: Store, picked: Picked, how: PickHow): void {
  select(store, selectionOf(joinedPick(store.scene.peek().selection, picked, how)));
}

/** Picks parts of a document by their indices. */
export function pickParts(store: Store, document: DocumentId, parts: Iterable<number>, how: PickHow): void {
  const size = documentOf(store, document)?.mesh?.mesh.parts.length ?? 0;
  pickSet(store, { kind: 'parts', document, set: setOf(size, parts) }, how);
}

/** Selects every part or every triangle of the active mesh: whichever the select tool picks, or is selected already. */
export function selectAll(store: Store): void {
  const whole = wholeOf(store);
  if (whole !== null) pickSet(store, { ...whole, set: fullSet(whole.set.size) }, 'replace');
}

/** Selects what is not selected of the active mesh. */
export function selectInverse(store: Store): void {
  const whole = wholeOf(store);
  if (whole !== null) pickSet(store, { ...whole, set: inverted(setOfSelection(store.scene.peek().selection, whole)) }, 'replace');
}

/** Selects a triangle, and opens the path to its leaf. */
export function selectTriangle(store: Store, document: DocumentId, triangle: number): void {
  const tree = store.scene.peek().trees.get(document)?.tree;
  const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
  select(store, { kind: 'triangle', document, triangle, node });
}

/** Returns the empty pick of the active mesh, of the kind that is selected or picked. */
function wholeOf(store: Store): Picked | null {
  const { activeDocument: document, selection, picking } = store.scene.peek();
  const mesh = document === null ? undefined : documentOf(store, document)?.mesh?.mesh;
  if (document === null || mesh === undefined) return null;
  const isOfParts = selection?.kind === 'part' || selection?.kind === 'parts';
  const isOfTriangles = selection?.kind === 'triangle' || selection?.kind === 'triangles';
  const kind = isOfParts || (!isOfTriangles && picking.what === 'parts') ? 'parts' : 'triangles';
  return { kind, document, set: setOf(kind === 'parts' ? mesh.parts.length : triangleCount(mesh)) };
}

/** How a set of triangles spreads over its mesh. */
export type Spread = 'grow' | 'shrink' | 'connected' | 'material';

/** Replaces the selection by the triangles that it spreads to. */
export function spreadSelection(store: Store, spread: Spread): void {
  const found = selectedSet(store, store.scene.peek().selection);
  if (found === null) return;
  const { document, mesh, set } = found;
  pickSet(store, { kind: 'triangles', document, set: spreadSet(mesh, set, spread) }, 'replace');
}

function spreadSet(mesh: TriangleMesh, set: IndexSet, spread: Spread): IndexSet {
  switch (spread) {
    case 'grow':
      return grown(mesh, weldVertices(mesh), set);
    case 'shrink':
      return shrunk(mesh, weldVertices(mesh), set);
    case 'connected':
      return connected(mesh, weldVertices(mesh), set);
    case 'material':
      return sameMaterial(mesh, set);
  }
}

/** Selects the triangles that the selection stands for: of its parts, its node or its finding. */
export function selectTriangles(store: Store): void {
  const found = selectedSet(store, store.scene.peek().selection);
  if (found !== null) pickSet(store, { kind: 'triangles', ...found }, 'replace');
}

/** Selects the parts that the selected triangles, nodes or findings belong to. */
export function selectPartsOf(store: Store): void {
  const found = selectedSet(store, store.scene.peek().selection);
  if (found !== null) pickSet(store, { kind: 'parts', document: found.document, set: partsOf(found.mesh, found.set) }, 'replace');
}

/** Selects all triangles of a kind of findings. */
export function selectTrianglesOfFinding(store: Store, document: DocumentId, name: FindingName): void {
  const mesh = documentOf(store, document)?.mesh?.mesh;
  const finding = findingNamed(store.findings.peek().get(document) ?? noFindings, name);
  if (mesh === undefined || finding === null) return;
  pickSet(store, { kind: 'triangles', document, set: setOf(triangleCount(mesh), finding.triangles) }, 'replace');
}

/** Changes how the select tools pick; no undo step, as for tools. */
export function setPicking(store: Store, change: Partial<Picking>): void {
  writable(store).history.amend((scene) => ({ ...scene, picking: { ...scene.picking, ...change } }));
}
