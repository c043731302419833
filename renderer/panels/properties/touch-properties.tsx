import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { documentOf } from '../../commands/actions.ts';
import { touchIndex, touchOf } from '../../state/sphere/sphere-query.ts';
import { placementOf } from '../../state/pair/placement.ts';
import { isCutAway } from '../../state/section/cut-away.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { featureLabel } from '../../text/feature-label.ts';
import { PartCell } from '../hidden-mark.tsx';
import { Facts } from './facts.tsx';
import { ShowTriangle } from './show-triangle.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { LengthText } from './length-text.tsx';

export function TouchProperties({ app: { store }, triangle }: { app: App; triangle: number }): JSX.Element {
  const outcome = store.sphere.value;
  if (outcome === null || touchIndex(outcome, triangle) === null)
    return <p class="quiet">The sphere no longer overlaps triangle {formatCount(triangle)}.</p>;
  const touch = touchOf(outcome, triangle);
  const { document } = outcome.input;
  const lengths = lengthsOf(store, document);
  const { units } = lengths;
  return (
    <>
      <div class="title">
        <span class="name">Overlap with triangle {formatCount(triangle)}</span>
        <span class="kind">{featureLabel(touch)}</span>
      </div>
      <OwnSpaceNote store={store} document={document} />
      <VectorRow label="Closest" lengths={lengths} values={touch.point} />
      <VectorRow label="Direction" values={touch.direction} />
      <Facts
        facts={[
          [{ figure: 'Overlap depth', text: lengthLabel('Depth', units) }, <LengthText value={touch.depth} lengths={lengths} />],
          [lengthLabel('Distance', units), <LengthText value={touch.distance} lengths={lengths} />],
          ...(isCutAway(store.kept.value, placementOf(store.scene.value, document), touch.point)
            ? [['Section', <span class="warning-text">in the part that is cut away</span>] as const]
            : []),
          ['Part', touch.part === null ? 'none' : <PartCell store={store} document={document} part={touch.part} triangle={triangle} />],
          ...surfaceFacts(documentOf(store, document)?.mesh?.mesh, touch.triangle),
        ]}
      />
      <ShowTriangle store={store} document={document} triangle={triangle} />
    </>
  );
}
