import type { JSX } from 'preact';
import { trianglePath } from '#core/tree/node-path';
import type { App } from '../../commands/app.ts';
import { documentOf, partName, select } from '../../commands/actions.ts';
import { touchIndex, touchOf } from '../../state/sphere-query.ts';
import { formatCount, formatNumber, plainNumber } from '../../ui/format-number.ts';
import { lengthLabel } from '../../ui/length-label.ts';
import { featureLabel } from '../feature-label.ts';
import { Facts } from './facts.tsx';
import { VectorRow } from './vector-row.tsx';

export function TouchProperties({ app: { store }, triangle }: { app: App; triangle: number }): JSX.Element {
  const outcome = store.sphere.value;
  if (outcome === null || touchIndex(outcome, triangle) === null) return <p class="quiet">The sphere no longer touches triangle {formatCount(triangle)}.</p>;
  const touch = touchOf(outcome, triangle);
  const { document } = outcome.input;
  const units = documentOf(store, document)?.summary.mesh?.units ?? null;
  const showTriangle = (): void => {
    const tree = store.scene.peek().trees.get(document)?.tree;
    const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
    select(store, { kind: 'triangle', document, triangle, node });
  };
  return (
    <>
      <div class="title">
        <span class="name">Touch of triangle {formatCount(triangle)}</span>
        <span class="kind">{featureLabel(touch)}</span>
      </div>
      <VectorRow label={lengthLabel('Closest', units)} values={touch.point} />
      <VectorRow label="Direction" values={touch.direction} />
      <Facts
        facts={[
          [lengthLabel('Depth', units), <span title={plainNumber(touch.depth)}>{formatNumber(touch.depth, 6)}</span>],
          [lengthLabel('Distance', units), <span title={plainNumber(touch.distance)}>{formatNumber(touch.distance, 6)}</span>],
          ['Part', touch.part === null ? 'none' : partName(store, document, touch.part)],
        ]}
      />
      <button type="button" class="button" title="Selects the triangle, and opens the path to its leaf" onClick={showTriangle}>
        Show triangle
      </button>
    </>
  );
}
