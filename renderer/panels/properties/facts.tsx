import type { ComponentChildren, JSX } from 'preact';

export type Fact = readonly [label: string, value: ComponentChildren];

/** Names left, values right. */
export function Facts({ facts, two = false }: { facts: readonly Fact[]; two?: boolean }): JSX.Element {
  return (
    <dl class={two ? 'facts two' : 'facts'}>
      {facts.map(([label, value]) => [<dt key={`${label} name`}>{label}</dt>, <dd key={label}>{value}</dd>])}
    </dl>
  );
}
