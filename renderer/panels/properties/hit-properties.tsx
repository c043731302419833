import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { documentOf } from '../../commands/actions.ts';
import { placementOf } from '../../state/pair/placement.ts';
import { isCutAway } from '../../state/section/cut-away.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { PartCell } from '../hidden-mark.tsx';
import { Facts } from './facts.tsx';
import { ShowTriangle } from './show-triangle.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { LengthText } from './length-text.tsx';

export function HitProperties({ app: { store }, hit: index }: { app: App; hit: number }): JSX.Element {
  const ray = store.ray.value;
  const hit = ray?.result.hits[index];
  if (ray === null || hit === undefined) return <p class="quiet">The ray no longer has this hit.</p>;
  const { document } = ray.input;
  const lengths = lengthsOf(store, document);
  const { units } = lengths;
  return (
    <>
      <div class="title">
        <span class="name">Hit {index + 1}</span>
        <span class="kind">of {ray.result.hits.length}</span>
      </div>
      <OwnSpaceNote store={store} document={document} />
      <VectorRow label="Position" lengths={lengths} values={hit.position} />
      <VectorRow label="Normal" values={hit.normal} />
      <VectorRow label="Barycentric" axes={['U', 'V', 'W']} values={hit.barycentric} />
      <Facts
        facts={[
          [lengthLabel('Distance', units), <LengthText value={hit.distance} lengths={lengths} />],
          ['Triangle', formatCount(hit.triangle)],
          ...(isCutAway(store.kept.value, placementOf(store.scene.value, document), hit.position)
            ? [['Section', <span class="warning-text">in the part that is cut away</span>] as const]
            : []),
          ['Part', hit.part === null ? 'none' : <PartCell store={store} document={document} part={hit.part} triangle={hit.triangle} />],
          ...surfaceFacts(documentOf(store, document)?.mesh?.mesh, hit.triangle),
        ]}
      />
      <ShowTriangle store={store} document={document} triangle={hit.triangle} />
    </>
  );
}
