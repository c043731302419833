import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { ColliderRegions } from '#core/job';
import type { DocumentId } from '#host-api';
import { type ColliderSubject, findShownRegions, frameDeviation } from '../../commands/collider-actions.ts';
import type { App } from '../../commands/app.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';

type Region = NonNullable<ColliderRegions['invisibleWall']>;

const kinds = [
  { key: 'invisibleWall', name: 'Invisible wall', meaning: 'Part of the collider far outside the mesh' },
  { key: 'fallThrough', name: 'Fall-through', meaning: 'Part of the mesh far outside the collider' },
] as const;

/** The connected regions where the collider is far from the mesh, as findings; a click frames one. */
export function ColliderRegionList({ app, subject: { source, collider } }: { app: App; subject: ColliderSubject }): JSX.Element | null {
  const { regions } = app.store.colliders.value;
  if (collider === null) return null;
  const found = regions !== null && regions.document === collider.summary.id ? regions : null;
  return (
    <div class="colliders-regions">
      <button
        type="button"
        class="button small"
        data-testid="collider-find-regions"
        title="Find the connected parts of both surfaces that are farther apart than a hundredth of the mesh, with their areas"
        disabled={!app.store.connected.value}
        onClick={() => findShownRegions(app)}
      >
        Find regions
      </button>
      {found !== null && 'problem' in found && found.problem.code !== 'cancelled' && (
        <p class="error-text" role="alert">
          {formatError(found.problem)}
        </p>
      )}
      {found !== null && 'regions' in found && <Regions app={app} document={source.summary.id} regions={found.regions} />}
    </div>
  );
}

/** Rows of each kind, the farthest first. */
const maxRows = 50;

interface RegionsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly regions: ColliderRegions;
}

function Regions({ app, document, regions }: RegionsProps): JSX.Element {
  const all = kinds.flatMap(({ key, ...kind }) => {
    const found: Region | null = regions[key];
    return found === null || found.regionCount === 0 ? [] : [{ key, ...kind, found }];
  });
  if (all.length === 0)
    return (
      <p class="quiet" data-testid="collider-no-regions">
        No part is farther outside the other surface than {formatNumber(regions.tolerance, 3)}.
      </p>
    );
  return (
    <>
      {all.map(({ key, name, meaning, found }) => (
        <section key={key} data-testid={`collider-regions-${key}`}>
          <h4 title={meaning}>
            {name}: area {formatNumber(found.area, 4)} in {formatMany(found.regionCount, 'region')}
          </h4>
          <ul class="colliders-deviations">
            {found.regions.slice(0, maxRows).map(({ area, distance, location, triangles }, i) => (
              <li key={i} data-region={i}>
                <button
                  type="button"
                  class="link"
                  title={`Frame this region of ${formatMany(triangles, 'triangle')}`}
                  onClick={() => frameDeviation(app, document, location, Math.max(distance, regions.tolerance))}
                >
                  Area {formatNumber(area, 4)}, up to {formatNumber(distance, 4)}
                </button>
              </li>
            ))}
          </ul>
          {found.regionCount > Math.min(maxRows, found.regions.length) && (
            <p class="quiet">and {formatCount(found.regionCount - Math.min(maxRows, found.regions.length))} more</p>
          )}
        </section>
      ))}
    </>
  );
}
