import { partOfTriangle } from '#core/mesh';
import type { PageDocument, Scene } from '../store/records.ts';
import type { Clearance, ClearanceSide, ClearanceState } from './measure-kinds.ts';

/** Returns the surface that a triangle belongs to: its part, or its document if that has one part only. */
export function sideOfTriangle({ summary, mesh }: PageDocument, triangle: number): ClearanceSide {
  const parts = mesh?.mesh.parts ?? [];
  const part = mesh === null || parts.length < 2 ? null : partOfTriangle(mesh.mesh, triangle);
  return { document: summary.id, part };
}

/** Returns the surfaces after another one was chosen: a third one begins again, and the one that was chosen last cannot be chosen twice. */
export function withSide(sides: readonly ClearanceSide[], side: ClearanceSide): readonly ClearanceSide[] {
  if (sides.length === 1 && isSameSide(sides[0]!, side)) return sides;
  return sides.length < 2 ? [...sides, side] : [side];
}

function isSameSide(a: ClearanceSide, b: ClearanceSide): boolean {
  return a.document === b.document && a.part === b.part;
}

/** Returns the moving mesh and its fixed mesh as two surfaces, the fixed one first; `null` without a moving mesh. */
export function sidesOfPair({ movingMesh }: Pick<Scene, 'movingMesh'>): readonly ClearanceSide[] | null {
  if (movingMesh === null) return null;
  return [
    { document: movingMesh.fixed, part: null },
    { document: movingMesh.document, part: null },
  ];
}

/** Returns the result to show, also while a newer one is computed. */
export function shownClearance(state: ClearanceState): Clearance | null {
  if (state.kind === 'done') return state.clearance;
  return state.kind === 'running' ? state.last : null;
}
