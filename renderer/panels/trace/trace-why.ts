import { explainPairOfTriangles, explainTriangleOfPair, pairVerdictText } from '#core/pair';
import { explainTriangle, verdictText, type TraceFormat } from '#core/query';
import { buildOptions } from '#core/options';
import type { Store } from '../../state/store/store.ts';
import type { TracedOne, TracedPair } from '../../state/trace/traced.ts';
import { formatCount } from '../../text/format-number.ts';

/** Why the selected triangle was tested or not, and the step that decided. */
export interface Why {
  readonly title: string;
  readonly text: string;
  /** The same for the tree of the second view. */
  readonly second: string | null;
  readonly step: number | null;
}

/** Returns `null` unless a triangle of the query's meshes, or a contact of the pair, is selected. */
export function whyOf(store: Store, traced: TracedOne | TracedPair, format: TraceFormat): Why | null {
  const { selection } = store.scene.value;
  if (traced.kind === 'pair') return whyOfPair(store, traced, format);
  const triangle = triangleOfSelection(store, traced);
  if (selection === null || triangle === null) return null;
  const { trace, tree, query, second } = traced;
  const verdict = explainTriangle(trace, tree, triangle);
  const other =
    second === null
      ? null
      : `${buildOptions.kind.choices[second.tree.kind].title}: ${verdictText(second.trace, second.tree, query.kind, triangle, explainTriangle(second.trace, second.tree, triangle), format)}`;
  return {
    title: `Triangle ${formatCount(triangle)}`,
    text: verdictText(trace, tree, query.kind, triangle, verdict, format),
    second: other,
    step: 'step' in verdict ? verdict.step : null,
  };
}

/** The selected triangle of the traced document; also that of a selected hit or overlap. */
function triangleOfSelection({ scene, ray }: Store, { document, query }: TracedOne): number | null {
  const { selection } = scene.value;
  if (selection?.kind === 'triangle') return selection.document === document ? selection.triangle : null;
  if (selection?.kind === 'hit' && query.kind === 'ray') return ray.value?.result.hits[selection.hit]?.triangle ?? null;
  return selection?.kind === 'touch' && query.kind !== 'ray' ? selection.triangle : null;
}

function whyOfPair({ scene }: Store, traced: TracedPair, format: TraceFormat): Why | null {
  const { selection } = scene.value;
  const { trace, query, a, b, documentA, documentB } = traced;
  if (selection?.kind === 'contact') {
    const verdict = explainPairOfTriangles(trace, a.tree, b.tree, selection.a, selection.b);
    const title = `Triangles ${formatCount(selection.a)} of A and ${formatCount(selection.b)} of B`;
    return { title, text: pairVerdictText(trace, query, verdict, format), second: null, step: 'step' in verdict ? verdict.step : null };
  }
  if (selection?.kind !== 'triangle' || (selection.document !== documentA && selection.document !== documentB)) return null;
  const ofB = selection.document === documentB;
  const verdict = explainTriangleOfPair(trace, (ofB ? b : a).tree, selection.triangle, ofB);
  const title = `Triangle ${formatCount(selection.triangle)} of ${ofB ? 'B' : 'A'}`;
  return { title, text: pairVerdictText(trace, query, verdict, format), second: null, step: 'step' in verdict ? verdict.step : null };
}
