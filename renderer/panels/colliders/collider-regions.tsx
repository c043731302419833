import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { ColliderRegions } from '#core/job';
import { type ColliderSubject, findShownRegions, frameDeviation } from '../../commands/collider-actions.ts';
import type { App } from '../../commands/app.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { shownLength, withLengthSign } from '../../text/shown-unit.ts';

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
      {found !== null && 'regions' in found && <Regions app={app} source={source} regions={found.regions} />}
    </div>
  );
}

/** Rows of each kind, the farthest first. */
const maxRows = 50;

interface RegionsProps {
  readonly app: App;
  readonly source: PageDocument;
  readonly regions: ColliderRegions;
}

function Regions({ app, source, regions }: RegionsProps): JSX.Element {
  const units = unitsOf(app.store, source);
  const length = (value: number, power: 1 | 2 = 1): string =>
    withLengthSign(formatNumber(shownLength(units, value, power), 4), units, power);
  const all = kinds.flatMap(({ key, ...kind }) => {
    const found: Region | null = regions[key];
    return found === null || found.regionCount === 0 ? [] : [{ key, ...kind, found }];
  });
  if (all.length === 0)
    return (
      <p class="quiet" data-testid="collider-no-regions">
        No part is farther outside the other surface than {length(regions.tolerance)}.
      </p>
    );
  return (
    <>
      {all.map(({ key, name, meaning, found }) => (
        <section key={key} data-testid={`collider-regions-${key}`}>
          <h4 title={meaning}>
            {name}: area {length(found.area, 2)} in {formatMany(found.regionCount, 'region')}
          </h4>
          <ul class="colliders-deviations">
            {found.regions.slice(0, maxRows).map(({ area, distance, location, triangles }, i) => (
              <li key={i} data-region={i}>
                <button
                  type="button"
                  class="link"
                  title={`Frame this region of ${formatMany(triangles, 'triangle')}`}
                  onClick={() => frameDeviation(app, source.summary.id, location, Math.max(distance, regions.tolerance))}
                >
                  Area {length(area, 2)}, up to {length(distance)}
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
