import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { documentOf, partName, select } from '../../commands/actions.ts';
import { trianglePath } from '#core/tree/node-path';
import { formatCount, formatNumber, plainNumber } from '../../ui/format-number.ts';
import { lengthLabel } from '../../ui/length-label.ts';
import { Facts } from './facts.tsx';
import { VectorRow } from './vector-row.tsx';

export function HitProperties({ app: { store }, hit: index }: { app: App; hit: number }): JSX.Element {
  const ray = store.ray.value;
  const hit = ray?.answer.hits[index];
  if (ray === null || hit === undefined) return <p class="quiet">This hit is gone: the ray has changed.</p>;
  const { document } = ray.input;
  const units = documentOf(store, document)?.summary.mesh?.units ?? null;
  const showTriangle = (): void => {
    const tree = store.scene.peek().trees.get(document)?.tree;
    const node = tree === undefined ? null : (trianglePath(tree, hit.triangle)?.at(-1) ?? null);
    select(store, { kind: 'triangle', document, triangle: hit.triangle, node });
  };
  return (
    <>
      <div class="title">
        <span class="name">Hit {index + 1}</span>
        <span class="kind">of {ray.answer.hits.length}</span>
      </div>
      <VectorRow label={lengthLabel('Position', units)} values={hit.position} />
      <VectorRow label="Normal" values={hit.normal} />
      <VectorRow label="Weights" values={hit.barycentric} />
      <Facts
        facts={[
          [lengthLabel('Distance', units), <span title={plainNumber(hit.distance)}>{formatNumber(hit.distance, 6)}</span>],
          ['Triangle', formatCount(hit.triangle)],
          ['Part', hit.part === null ? 'none' : partName(store, document, hit.part)],
        ]}
      />
      <button type="button" class="button" title="Selects the triangle, and opens the path to its leaf" onClick={showTriangle}>
        Show triangle
      </button>
    </>
  );
}
