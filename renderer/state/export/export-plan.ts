import {
  bakeFormats,
  type Conversion,
  convertedBounds,
  expectedBytes,
  type ExportFacts,
  exportFacts,
  changesNothing,
  planConversion,
  type TriangleRuns,
} from '#core/bake';
import { formatError, toErrorData } from '#core/error';
import { type Bounds, partLabel, type SourceSpace, type TriangleMesh, unitName } from '#core/mesh';
import type { TreeSummary } from '#host-api';
import { decimalsFor, formatBytes, formatCoordinate, formatMany } from '../../text/format-number.ts';
import { lengthSign, shownUnit } from '../../text/shown-unit.ts';
import type { DocumentRole } from '../documents/document-role.ts';
import type { PageDocument } from '../store/records.ts';
import type { Store } from '../store/store.ts';
import type { ExportForm } from './export-form.ts';

/** What an export will write. */
export interface ExportPlan {
  readonly conversion: Conversion;
  readonly facts: ExportFacts;
  readonly bounds: Bounds | null;
  readonly bytes: number;
  readonly runs: TriangleRuns | null;
}

interface PlanInput {
  readonly mesh: TriangleMesh;
  readonly space: SourceSpace;
  readonly form: ExportForm;
  readonly runs: TriangleRuns | null;
  /** Of `exportFacts` for these runs. */
  readonly facts: ExportFacts;
  readonly trees: readonly TreeSummary[];
}

/** Returns the active document as the host has it and writes it: without a pose of its animation, and without a role of the whole document. */
export function documentAsRead({ documents, scene }: Pick<Store, 'documents' | 'scene'>): PageDocument | null {
  return documents.value.find(({ summary }) => summary.id === scene.value.activeDocument) ?? null;
}

/** Returns what an export will write, or the reason why it cannot. */
export function exportPlan({ mesh, space, form, runs, facts, trees }: PlanInput): ExportPlan | { readonly problem: string } {
  try {
    const conversion = planConversion(space, form.options);
    const bounds = facts.bounds === null ? null : convertedBounds(facts.bounds, conversion);
    const sizes = trees.map(({ statistics: { bytes, nodes } }) => ({ bytes, nodes }));
    return { conversion, facts, bounds, bytes: expectedBytes(form.format, mesh, { runs, conversion, facts, trees: sizes }), runs };
  } catch (thrown) {
    return { problem: formatError(toErrorData(thrown)).replace(/ \(--[^)]+\)/, '') };
  }
}

/** Returns the facts of runs, computed again only for another mesh or other runs. */
export function factsMemory(): (mesh: TriangleMesh, runs: TriangleRuns | null) => ExportFacts {
  let last: { readonly mesh: TriangleMesh; readonly runs: TriangleRuns | null; readonly facts: ExportFacts } | null = null;
  return (mesh, runs) => {
    if (last?.mesh !== mesh || !sameRuns(last.runs, runs)) last = { mesh, runs, facts: exportFacts(mesh, runs) };
    return last.facts;
  };
}

/** `Writes 12 triangles of 1 part, about 1,234 B.` */
export function contentSentence({ facts, bytes }: ExportPlan, form: ExportForm): string {
  const { triangles, parts } = facts;
  const treed = bakeFormats[form.format].hasTree ? ' with a tree' : '';
  return `Writes ${formatMany(triangles, 'triangle')} of ${formatMany(parts, 'part')}${treed}, about ${formatBytes(bytes)}.`;
}

/** `Size 600 × 600 × 400 cm, from 0, 0, 0 to 600, 600, 400.` */
export function boundsSentence({ bounds, conversion: { space } }: ExportPlan): string {
  if (bounds === null) return 'No coordinate is finite.';
  const { min, max } = bounds;
  const units = unitName(space.metresPerUnit);
  const size = max.map((value, k) => value - min[k]!);
  const decimals = decimalsFor(Math.max(...size));
  const list = (values: readonly number[], separator: string): string =>
    values.map((value) => trimmed(formatCoordinate(value, decimals))).join(separator);
  const unit = units === null ? 'in units of the document, whose length is unknown' : lengthSign(shownUnit(units));
  return `Size ${list(size, ' × ')} ${unit}, from (${list(min, ', ')}) to (${list(max, ', ')}).`;
}

/** `Z up, left-handed; triangles are flipped so that outward normals stay outward.` */
export function axesSentence({ conversion: { space, axes, flips } }: ExportPlan): string {
  const up = space.up === null ? 'Up axis unknown' : `${space.up.toUpperCase().replace('-', '−')} up`;
  const hand = space.handedness === null ? 'handedness unknown' : `${space.handedness}-handed`;
  if (axes.mirrors)
    return `${up}, ${hand}. The axes mirror the mesh; ${flips ? 'its triangles are flipped, so that outward normals stay outward' : 'its triangles keep their corners, so that outward normals point inward'}.`;
  return `${up}, ${hand}.${flips ? ' All triangles are flipped.' : ''}`;
}

/** Returns the name of the only exported part; `null` for several parts, or for all parts of the mesh. */
export function onlyPart({ parts }: TriangleMesh, runs: TriangleRuns | null, facts: ExportFacts): string | null {
  if (runs === null || facts.parts !== 1) return null;
  const at = parts.findIndex(({ firstTriangle, triangleCount }) => runs[0]! >= firstTriangle && runs[0]! < firstTriangle + triangleCount);
  return partLabel(parts[at]?.name, at);
}

/** Returns a note where a Boxwood bake leaves out what was about the whole mesh in its own coordinates; `null` where it does not. */
export function sourceNote({ format }: ExportForm, { conversion, runs }: ExportPlan): string | null {
  if (format !== 'boxwood' || (runs === null && changesNothing(conversion))) return null;
  return 'Source, findings and ignored findings are not written: they are about the whole mesh in its own coordinates.';
}

/** Returns a note where the document has a role that the file does not get; `null` where it has none. @param mesh as it was read */
export function roleNote({ format }: ExportForm, role: DocumentRole | null, { parts }: TriangleMesh): string | null {
  if (role === null || bakeFormats[format].shapes === undefined) return null;
  const written = parts.every((part) => part.role === undefined)
    ? 'each part is written as a rendered mesh that is also a collider'
    : 'parts are written with the roles of their file';
  return `The role of the document is not written: ${written}.`;
}

/** Returns a note where the format fixes unit and axes that the document does not state; `null` where it states them. */
export function unstatedNote({ format }: ExportForm, { conversion: { space } }: ExportPlan): string | null {
  if (bakeFormats[format].engineUp === undefined) return null;
  const [noUnit, noAxes] = [space.metresPerUnit === null, space.up === null];
  if (!noUnit && !noAxes) return null;
  const what = noUnit && noAxes ? 'unit and axes' : noUnit ? 'unit' : 'axes';
  return `The document does not state its ${what}: coordinates keep them, and the reader assumes those of the format.`;
}

/** Returns a note where a GLB differs from what every reader of glTF assumes; `null` where it does not. */
export function gltfNote(form: ExportForm, { conversion: { space } }: ExportPlan): string | null {
  if (form.format !== 'glb') return null;
  const { metresPerUnit, up, handedness } = space;
  if (metresPerUnit === 1 && up === '+y' && handedness === 'right') return null;
  return 'Readers of GLB assume metres, Y up and right-handed axes: choose the preset glTF, unless the reader converts nothing.';
}

function sameRuns(a: TriangleRuns | null, b: TriangleRuns | null): boolean {
  return a === b || (a !== null && b !== null && a.length === b.length && a.every((value, i) => value === b[i]));
}

/** Without zeros at the end of a fraction. */
function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
