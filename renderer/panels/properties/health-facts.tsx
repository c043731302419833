import type { JSX } from 'preact';
import type { HealthReport } from '#core/health';
import type { FigureName } from '../../text/figures.ts';
import { formatCount } from '../../text/format-number.ts';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { HeldFacts } from './engine-facts.tsx';
import { Facts, type Fact } from './facts.tsx';
import { MassFacts } from './mass-facts.tsx';
import { MeasureText } from './length-text.tsx';

/** Counts and measures of the last check. Vertices at exactly equal positions count as one. */
export function HealthFactsTable({
  report: { facts: whole, bodyFacts, findings, mass, colliders, colliderMass, engine },
  lengths,
}: {
  report: HealthReport;
  lengths: ShownLengths;
}): JSX.Element {
  const { units } = lengths;
  const facts = bodyFacts ?? whole;
  const pairs = findings.find(({ code }) => code === 'self-intersections');
  // Bodies may intersect each other: only the pairs inside one of them are findings.
  const ownPairs = pairs === undefined ? 0 : pairs.isAtLeast ? null : pairs.count;
  const intersecting = bodyFacts === null || whole.selfIntersectingPairs === null ? whole.selfIntersectingPairs : ownPairs;
  const wrong = (label: FigureName, count: number): Fact => [
    label,
    <span class={count > 0 ? 'warning-text' : ''}>{formatCount(count)}</span>,
  ];
  const rows: Fact[] = [
    ['Welded vertices', formatCount(facts.weldedVertices)],
    ['Edges', formatCount(facts.edges)],
    wrong('Boundary edges', facts.boundaryEdges),
    wrong('Non-manifold edges', facts.nonManifoldEdges),
    wrong('Inconsistent edges', facts.inconsistentEdges),
    wrong('Duplicate triangles', facts.duplicateTriangles),
    wrong('Repeated-vertex triangles', facts.repeatedVertexTriangles),
    wrong('Zero-area triangles', facts.zeroAreaTriangles),
    wrong('Non-finite vertices', facts.nonFiniteVertices),
    ['Components', formatCount(facts.components)],
    intersecting === null ? ['Self-intersecting pairs', 'not all counted'] : wrong('Self-intersecting pairs', intersecting),
    [lengthLabel('Area', units, 2), <MeasureText value={facts.area} units={units} power={2} />],
    [lengthLabel('Signed volume', units, 3), <MeasureText value={facts.signedVolume} units={units} power={3} />],
  ];
  return (
    <div class="health-facts" data-testid="health-facts">
      <span
        class="label"
        title={bodyFacts === null ? undefined : 'The rendered mesh and each collider are counted by themselves, as the checks see them.'}
      >
        Exact facts{bodyFacts === null ? '' : `, sum of ${formatCount(bodyFacts.bodies)} bodies`}
      </span>
      <Facts facts={rows} />
      {engine !== null && <HeldFacts engine={engine} lengths={lengths} />}
      {mass !== null && (
        <MassFacts title={colliders.length === 0 ? 'Mass properties' : 'Mass of rendered parts'} mass={mass} lengths={lengths} />
      )}
      {colliderMass !== null && (
        <MassFacts
          title={colliders.length === 1 ? 'Mass of the collider' : `Mass of ${formatCount(colliders.length)} colliders`}
          mass={colliderMass}
          lengths={lengths}
        />
      )}
    </div>
  );
}
