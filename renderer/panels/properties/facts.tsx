import type { ComponentChildren, JSX } from 'preact';
import type { FigureLabel } from '../../text/figures.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import type { NamedFigure } from '../../widgets/figure-title.tsx';

export type Fact = readonly [label: FigureLabel | NamedFigure, value: ComponentChildren];

/** A table of facts: names left, values right. */
export function Facts({ facts, two = false }: { facts: readonly Fact[]; two?: boolean }): JSX.Element {
  return (
    <dl class={two ? 'facts two' : 'facts'}>
      {facts.map(([label, value], i) => [
        <dt key={`name ${i}`}>
          <FigureTitle label={label} />
        </dt>,
        <dd key={i}>{value}</dd>,
      ])}
    </dl>
  );
}
