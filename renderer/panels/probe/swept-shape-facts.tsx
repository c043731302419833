import type { JSX } from 'preact';
import type { SweepResult } from '#core/sweep';
import { featureLabel } from '../../text/feature-label.ts';
import { formatCount, formatNumber, plainNumber } from '../../text/format-number.ts';
import { Facts, type Fact } from '../properties/facts.tsx';
import type { SceneLengths } from '../properties/scene-lengths.ts';
import { VectorRow } from '../properties/vector-row.tsx';

const states: Readonly<Record<SweepResult['state'], string>> = { miss: 'miss', hit: 'hit', startsInside: 'starts inside' };

/** The first contact of a shape that moves along a line: state, interval, triangle, position and normal, with its cost. */
export function SweptShapeFacts({ sweep, lengths }: { sweep: SweepResult; lengths: SceneLengths }): JSX.Element {
  const { state, interval, contact, stats } = sweep;
  const facts: Fact[] = [[{ figure: 'Sweep state', text: 'State' }, <b data-testid="sweep-state">{states[state]}</b>]];
  if (interval !== null) {
    const [lo, hi] = interval;
    facts.push([
      { figure: 'Contact interval', text: 'Interval' },
      <span
        data-testid="sweep-interval"
        data-lo={plainNumber(lo)}
        data-hi={plainNumber(hi)}
        title={`${plainNumber(lo)} to ${plainNumber(hi)}`}
      >
        {formatNumber(lo, 7)} to {formatNumber(hi, 7)}
      </span>,
    ]);
  }
  if (contact !== null)
    facts.push(['Triangle', <span data-testid="sweep-triangle">{formatCount(contact.triangle)}</span>], ['Feature', featureLabel(contact)]);
  facts.push(['Nodes', `${formatCount(stats.nodesVisited)} visited`], ['Triangles', `${formatCount(stats.trianglesTested)} tested`]);
  return (
    <>
      <Facts facts={facts} />
      {contact !== null && <VectorRow label="Position" lengths={lengths} values={contact.position} />}
      {contact?.normal != null && <VectorRow label="Normal" values={contact.normal} />}
    </>
  );
}
