import { addFinding, type FindingKind, type FindingList } from '../finding-list.ts';
import { baseRun, type ElementRun, type GltfSource } from './accessor-layout.ts';
import { readComponent } from './read-accessor.ts';

const invalidFloat: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'An accessor has numbers that are not finite',
  fix: 'Correct the mesh in the program that made the file',
  detail: 'ACCESSOR_INVALID_FLOAT',
};

const minMismatch: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The declared bounds of positions do not match the data',
  fix: 'The data were used; programs that trust the bounds cull or place the mesh wrongly',
  detail: 'ACCESSOR_MIN_MISMATCH',
};
const maxMismatch: FindingKind = { ...minMismatch, detail: 'ACCESSOR_MAX_MISMATCH' };

/** Adds the findings that glTF-Validator would report on float values, for every accessor, used or not. */
export function checkFloats(source: GltfSource, findings: FindingList): void {
  for (const [i, accessor] of (source.document.accessors ?? []).entries()) {
    if (accessor.componentType !== 5126 || accessor.bufferView === undefined) continue;
    // Compressed data that no mesh uses is not decoded. The view is empty then, or has a fallback.
    const view = source.document.bufferViews?.[accessor.bufferView];
    if (view === undefined || ((source.buffers[view.buffer] ?? null) === null && !source.views.has(accessor.bufferView))) continue;
    const run = baseRun(source, i);
    if (run !== null && hasNonFinite(run)) addFinding(findings, invalidFloat, { pointer: `/accessors/${i}` });
  }
}

/** Hot. */
function hasNonFinite(run: ElementRun): boolean {
  for (let i = 0; i < run.count; i++) {
    for (let k = 0; k < run.components; k++) if (!Number.isFinite(readComponent(run, i, k))) return true;
  }
  return false;
}

/** Adds findings if the declared bounds of positions differ from the stored positions (before any normalisation). */
export function checkBounds(source: GltfSource, index: number, stored: Float64Array, findings: FindingList): void {
  const { min, max, normalized, componentType } = source.document.accessors?.[index] ?? {};
  if (stored.length === 0 || normalized === true) return;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < stored.length; i += 3) {
      if (stored[i] < low) low = stored[i];
      if (stored[i] > high) high = stored[i];
    }
    const round = componentType === 5126 ? Math.fround : Number;
    if (min?.[axis] !== undefined && round(min[axis]) !== low)
      addFinding(findings, minMismatch, { pointer: `/accessors/${index}/min/${axis}` });
    if (max?.[axis] !== undefined && round(max[axis]) !== high)
      addFinding(findings, maxMismatch, { pointer: `/accessors/${index}/max/${axis}` });
  }
}
