import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { engineLimits } from '#core/convex';
import { formatError } from '#core/error';
import type { ColliderRecord } from '#core/job';
import { openEdgesText } from '#core/mesh';
import type { ColliderComparison, DocumentId } from '#host-api';
import { documentOf } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount, formatFixed, formatMilliseconds, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';
import { bestText } from './best-text.ts';
import { ParetoPlot } from './pareto-plot.tsx';

/** The colliders of every method as a table and a plot; a click opens one. */
export function ColliderComparisonView({ app, document }: { app: App; document: DocumentId }): JSX.Element | null {
  const { comparison } = app.store.colliders.value;
  if (comparison === null || comparison.document !== document) return null;
  if ('problem' in comparison)
    return comparison.problem.code === 'cancelled' ? null : (
      <section class="colliders-comparison" aria-label="Comparison of colliders">
        <p class="error-text" role="alert">
          {formatError(comparison.problem)}
        </p>
      </section>
    );
  return <Compared app={app} document={document} compared={comparison.compared} />;
}

interface ComparedProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly compared: ColliderComparison;
}

const heads: readonly (readonly [title: string, meaning: string, power?: 1 | 3])[] = [
  ['Collider', 'The method'],
  ['Bodies', 'Shapes that an engine stores'],
  ['Cost', 'Vertices of hulls, triangles of surfaces, and 1 for a primitive shape'],
  ['Error', 'Phantom and missing volume over the volume of the mesh; for an open mesh the larger deviation over its diagonal'],
  ['Phantom', 'Volume in the collider but not in the mesh', 3],
  ['Missing', 'Volume in the mesh but not in the collider', 3],
  ['Outward', 'Largest distance of a point of the collider outside the mesh', 1],
  ['Inward', 'Largest distance of a point of the mesh outside the collider', 1],
  ['Nodes per ray', 'Nodes visited by a first hit on the surface of the collider'],
  ['Limits', 'Engines whose limit of a convex hull is exceeded'],
];

function Compared({ app, document, compared: { colliders, skipped, openEdges, volume, milliseconds } }: ComparedProps): JSX.Element {
  const [pointed, setPointed] = useState<string | null>(null);
  const units = unitsOf(app.store, documentOf(app.store, document));
  const keep = (row: string): void => void app.session.colliders.keep(document, row);
  return (
    <section class="colliders-comparison" aria-label="Comparison of colliders">
      <ParetoPlot colliders={colliders} pointed={pointed} onPoint={setPointed} onKeep={keep} />
      <div class="colliders-table" tabIndex={0} role="region" aria-label="Table of colliders">
        <table data-testid="collider-table">
          <thead>
            <tr>
              {heads.map(([title, meaning, power]) => (
                <th key={title} title={meaning} scope="col">
                  {power === undefined ? title : lengthLabel(title, units, power)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {colliders.map((row) => (
              <tr
                key={row.id}
                data-row={row.id}
                class={row.id === pointed ? 'pointed' : undefined}
                onPointerEnter={() => setPointed(row.id)}
                onPointerLeave={() => setPointed(null)}
              >
                <th scope="row">
                  <button
                    type="button"
                    class="link"
                    data-testid={`collider-keep-${row.id}`}
                    title="Open this collider over the mesh"
                    onClick={() => keep(row.id)}
                  >
                    {row.title}
                  </button>{' '}
                  <Best row={row} />
                </th>
                {cellsOf(row, units).map((cell, i) => (
                  <td key={i}>{cell}</td>
                ))}
                <td title={row.overLimit.map((name) => engineLimits[name].title).join(', ')}>{limitsText(row.overLimit)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {skipped.map(({ id, title, reason }) => (
          <p key={id} class="quiet">
            {title}: skipped. {reason}.
          </p>
        ))}
        <p class="quiet">
          {volume === null
            ? `The mesh is open, so volumes are unknown: ${openEdgesText(openEdges)}.`
            : `Volume of the mesh: ${withLengthSign(formatNumber(shownLength(units, volume, 3)), units, 3)}.`}{' '}
          Compared in {formatMilliseconds(milliseconds)}.
        </p>
      </div>
    </section>
  );
}

function Best({ row }: { row: ColliderRecord }): JSX.Element | null {
  const best = bestText(row);
  return best === null ? null : (
    <span class="badge" title={best.meaning}>
      {best.mark}
    </span>
  );
}

/** Returns the engines in short: a hull over the limit of PhysX is over the lower one on the GPU too. */
function limitsText(names: ColliderRecord['overLimit']): string {
  const named = names.filter((name) => name !== 'physx-gpu' || !names.includes('physx'));
  return named.map((name) => (name === 'physx-gpu' ? 'PhysX GPU' : engineLimits[name].title)).join(', ');
}

function cellsOf(
  { bodies, cost, error, phantomVolume, missingVolume, maxDeviation, queryCost }: ColliderRecord,
  units: ShownUnit,
): readonly string[] {
  const volumeText = (value: number | null): string => (value === null ? 'open' : formatNumber(shownLength(units, value, 3), 3));
  return [
    formatCount(bodies.length),
    formatCount(cost),
    `${formatNumber(100 * error, 3)} %`,
    volumeText(phantomVolume),
    volumeText(missingVolume),
    formatNumber(shownLength(units, maxDeviation.outward), 3),
    formatNumber(shownLength(units, maxDeviation.inward), 3),
    formatFixed(queryCost.nodesVisited, 1),
  ];
}
