import type { JSX } from 'preact';
import { engineLimits } from '#core/convex';
import type { Vec3 } from '#core/math';
import { boundsRadius, openEdgesText } from '#core/mesh';
import { colliderOptions, sameValues } from '#core/options';
import { compareMeshes } from '../../commands/change-actions.ts';
import { type ColliderSubject, editShownCollider, frameDeviation } from '../../commands/collider-actions.ts';
import type { App } from '../../commands/app.ts';
import type { ColliderState, MadeFigures } from '../../state/convex/collider-state.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import type { PageDocument } from '../../state/store/records.ts';
import { ColliderRegionList } from './collider-regions.tsx';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';

/** How far the shown collider, or that of the options, is from the mesh; with the edits of its selected parts. */
export function ColliderFigures({ app, subject }: { app: App; subject: ColliderSubject }): JSX.Element {
  const { collider } = subject;
  const shown = shownFigures(app.store.colliders.value, subject, app.store.documents.value);
  return (
    <section class="colliders-figures" aria-label="Figures of the collider">
      <p class={shown.isOld ? 'warning-text name' : 'quiet name'} data-testid="collider-figures-of">
        {shown.title}
      </p>
      {collider !== null && <Edits app={app} subject={subject} />}
      {shown.made !== null && <Figures app={app} subject={subject} made={shown.made} />}
      <ColliderRegionList app={app} subject={subject} />
    </section>
  );
}

/** Figures with what they are about. */
interface ShownFigures {
  readonly made: MadeFigures | null;
  readonly title: string;
  /** Whether the options were changed since. */
  readonly isOld?: true;
}

/** Live figures are those of the options; else those of the shown collider count. */
function shownFigures(state: ColliderState, { source, collider }: ColliderSubject, documents: readonly PageDocument[]): ShownFigures {
  const { preview, isLive, options } = state;
  const ofOptions = preview !== null && preview.document === source.summary.id && 'made' in preview ? preview.made : null;
  const ofShown = collider === null ? undefined : state.made.get(collider.summary.id);
  const isSame = ofShown !== undefined && ofShown.made === ofOptions;
  if (isLive && !isSame)
    return ofOptions === null
      ? { made: null, title: preview === null ? 'Computing the figures…' : 'No figures of these options.' }
      : { made: ofOptions, title: 'Of these options, not made yet' };
  if (collider === null)
    return ofOptions === null
      ? { made: null, title: 'Make a collider, or turn on live figures, to see how far it is from the mesh.' }
      : { made: ofOptions, title: 'Of these options' };
  if (ofShown === undefined)
    return { made: null, title: 'This collider was not measured here. Edit it or make another one to see figures.' };
  const name = documentLabel(documents, collider.summary.id);
  const isOld = ofShown.options !== null && !sameValues(colliderOptions, ofShown.options, options);
  return isOld
    ? { made: ofShown.made, title: `Of ${name}, which has other options. Make a collider to see theirs.`, isOld }
    : { made: ofShown.made, title: `Of ${name}` };
}

interface FiguresProps {
  readonly app: App;
  readonly subject: ColliderSubject;
  readonly made: MadeFigures;
}

function Figures({
  app,
  subject: { source, collider },
  made: { bodies, packs, notes, openEdges, rating, overLimit, vertices },
}: FiguresProps): JSX.Element {
  const units = unitsOf(app.store, source);
  const largest = Math.max(...bodies.map((body) => body.vertices));
  const rows: readonly (readonly [label: string, value: string])[] = [
    ['Bodies', formatCount(bodies.length)],
    ['Vertices', `${formatCount(vertices)}${largest > 0 ? `, at most ${formatCount(largest)} in one hull` : ''}`],
    [lengthLabel('Phantom volume', units, 3), volumeText(rating?.phantomVolume ?? null, openEdges, units)],
    [lengthLabel('Missing volume', units, 3), volumeText(rating?.missingVolume ?? null, openEdges, units)],
  ];
  return (
    <>
      <dl class="facts" data-testid="collider-figures">
        {rows.map(([label, value]) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {packs.length > 0 && <Packs packs={packs} units={units} />}
      {notes.map(({ message }, i) => (
        <p key={i} class="quiet" data-testid="collider-note">
          {message}.
        </p>
      ))}
      {overLimit.length > 0 && (
        <p class="warning-text" role="status">
          A hull is over the limit of {overLimit.map((name) => engineLimits[name].title).join(', ')}.
        </p>
      )}
      {rating !== null && <Deviations app={app} subject={{ source, collider }} rating={rating} />}
    </>
  );
}

function volumeText(volume: number | null, openEdges: MadeFigures['openEdges'], units: ShownUnit): string {
  if (volume !== null) return formatNumber(shownLength(units, volume, 3));
  return openEdges.length === 0 ? 'unknown without the mesh' : `unknown, the mesh is open: ${openEdgesText(openEdges)}`;
}

/** What was proven of packs of spheres. */
function Packs({ packs, units }: Pick<MadeFigures, 'packs'> & { readonly units: ShownUnit }): JSX.Element {
  return (
    <ul class="colliders-deviations" data-testid="collider-packs">
      {packs.map(({ name, spheres, contains, maxOutside }, i) => (
        <li key={i} class={contains ? 'quiet' : 'warning-text'}>
          <span>
            {name}: {formatMany(spheres, 'sphere')} {contains ? 'contain every point of the surface (exact)' : 'do not contain the surface'}
            , at most {withLengthSign(formatNumber(shownLength(units, maxOutside), 4), units)} outside
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Part of the size of the mesh from which a deviation is marked, as in `boxwood deviation`. */
const farShare = 0.01;

interface DeviationsProps {
  readonly app: App;
  readonly subject: Pick<ColliderSubject, 'source' | 'collider'>;
  readonly rating: NonNullable<MadeFigures['rating']>;
}

function Deviations({ app, subject: { source, collider }, rating: { maxDeviation } }: DeviationsProps): JSX.Element {
  const { outward, inward, outwardAtMost, inwardAtMost, outwardAt, inwardAt } = maxDeviation;
  const units = unitsOf(app.store, source);
  const bounds = source.mesh?.bounds ?? null;
  const far = bounds === null ? 0 : 2 * boundsRadius(bounds) * farShare;
  const row = (name: string, meaning: string, distance: number, atMost: number, at: Vec3 | null, testId: string): JSX.Element => (
    <li class={distance > far ? 'warning-text' : 'quiet'} title={meaning} data-testid={testId}>
      <span>
        {name}, {intervalText(distance, atMost, units)}
      </span>
      {at !== null && (
        <button type="button" class="button small" onClick={() => frameDeviation(app, source.summary.id, at, Math.max(distance, far))}>
          Frame
        </button>
      )}
    </li>
  );
  return (
    <ul class="colliders-deviations">
      {row(
        'Invisible wall',
        'Largest distance of a point of the collider outside the mesh',
        outward,
        outwardAtMost,
        outwardAt,
        'collider-outward',
      )}
      {row(
        'Fall-through',
        'Largest distance of a point of the mesh outside the collider',
        inward,
        inwardAtMost,
        inwardAt,
        'collider-inward',
      )}
      {collider !== null && (
        <li>
          <button
            type="button"
            class="button small"
            data-testid="collider-compare-with"
            title="Compare the surfaces, with a heat map of the distance"
            onClick={() =>
              compareMeshes(app, { document: source.summary.id, parts: 'all' }, { document: collider.summary.id, parts: 'all' })
            }
          >
            Compare with mesh
          </button>
        </li>
      )}
    </ul>
  );
}

/** Both ends of the interval of a largest distance, where they are not one number. */
function intervalText(found: number, atMost: number, units: ShownUnit): string {
  const [low, high] = [formatNumber(shownLength(units, found)), formatNumber(shownLength(units, atMost))];
  return withLengthSign(low === high ? `up to ${high}` : `between ${low} and ${high}`, units);
}

const refits = ['hull', 'box', 'sphere', 'capsule', 'cylinder'] as const;

/** Buttons that change the selected parts of the collider, once there are any. Above the figures, so that they are in sight in a low list. */
function Edits({ app, subject: { collider, colliderParts: parts } }: { app: App; subject: ColliderSubject }): JSX.Element {
  const count = collider?.mesh?.mesh.parts.length ?? 0;
  if (parts.length === 0)
    return (
      <p class="quiet" data-testid="collider-selected">
        Select parts to merge, split, delete or refit them.
      </p>
    );
  const button = (kind: 'merge' | 'split' | 'delete', label: string, meaning: string, isOff: boolean): JSX.Element => (
    <button
      type="button"
      class="button small"
      data-testid={`collider-${kind}`}
      title={meaning}
      disabled={isOff || !app.store.connected.value}
      onClick={() => editShownCollider(app, { kind, parts })}
    >
      {label}
    </button>
  );
  return (
    <div class="colliders-edits" role="group" aria-label="Edit the selected parts">
      <span class="quiet" data-testid="collider-selected">
        {formatMany(parts.length, 'part')} selected
      </span>
      {button('merge', 'Merge', 'Replace the selected parts by the convex hull of all', parts.length < 2)}
      {button('split', 'Split', 'Cut each selected part in two across its longest side', false)}
      {button('delete', 'Delete', 'Remove the selected parts', parts.length === count)}
      <select
        aria-label="Refit"
        data-testid="collider-refit"
        title="Replace each selected part by the shape that contains its vertices"
        value=""
        onChange={(event) => {
          const shape = refits.find((name) => name === event.currentTarget.value);
          event.currentTarget.value = '';
          if (shape !== undefined) editShownCollider(app, { kind: 'refit', parts, shape });
        }}
      >
        <option value="">Refit…</option>
        {refits.map((shape) => (
          <option key={shape} value={shape}>
            {shape}
          </option>
        ))}
      </select>
    </div>
  );
}
