import type { ComponentChildren, JSX } from 'preact';

export type Fact = readonly [label: ComponentChildren, value: ComponentChildren];

/** A table of facts: names left, values right. */
export function Facts({ facts, two = false }: { facts: readonly Fact[]; two?: boolean }): JSX.Element {
  return (
    <dl class={two ? 'facts two' : 'facts'}>
      {facts.map(([label, value], i) => [<dt key={`name ${i}`}>{label}</dt>, <dd key={i}>{value}</dd>])}
    </dl>
  );
}
