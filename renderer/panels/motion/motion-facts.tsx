import type { JSX } from 'preact';
import { trianglePath } from '#core/tree';
import type { MotionFeature } from '#core/sweep';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { frame, select, setHover } from '../../commands/actions.ts';
import type { MotionOutcome } from '../../state/motion/motion-search.ts';
import type { Selection } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { featureLabel } from '../../text/feature-label.ts';
import { formatCount, formatMany, formatMilliseconds, formatNumber, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts, type Fact } from '../properties/facts.tsx';
import { LengthText } from '../properties/length-text.tsx';
import { lengthsOf } from '../properties/scene-lengths.ts';
import { motionStateMeaning, motionStateText } from './motion-words.ts';
import { RivalRows } from './rival-rows.tsx';
import { VolumeRows } from './volume-rows.tsx';

/** The first contact: state, interval, features, cost; and the older methods next to it. */
export function MotionFacts({ app, outcome }: { app: App; outcome: MotionOutcome }): JSX.Element {
  const { store } = app;
  const { result, milliseconds, rivals } = outcome;
  const { state, interval, freeUntil, tolerance, witness, stats } = result;
  const lengths = lengthsOf(store, outcome.a);
  const { units } = lengths;
  const facts: Fact[] = [
    [
      'Motion state',
      <b class={`motion-${state}`} title={motionStateMeaning[state]} data-testid="motion-state">
        {motionStateText[state]}
      </b>,
    ],
    ['Contact interval', <IntervalText interval={interval} />],
    ['Free until', <span title={plainNumber(freeUntil)}>{formatNumber(freeUntil, 6)}</span>],
    [{ figure: 'Motion tolerance', text: lengthLabel('Tolerance', units) }, <LengthText value={tolerance} lengths={lengths} />],
  ];
  if (witness !== null) {
    facts.push(
      ['Triangle A', <FeatureButton store={store} document={outcome.a} feature={witness.a} testId="motion-witness-a" />],
      ['Triangle B', <FeatureButton store={store} document={outcome.b} feature={witness.b} testId="motion-witness-b" />],
      [
        { figure: 'Clearance', text: lengthLabel('Clearance', units) },
        <span data-testid="motion-distance">
          <LengthText value={witness.distance} lengths={lengths} />
        </span>,
      ],
    );
  }
  return (
    <div class="motion-facts" role="group" aria-label="First contact" tabIndex={0}>
      <Facts facts={facts} />
      <p class="quiet cost" data-testid="motion-cost">
        {formatCount(stats.nodePairsTested)} node and {formatMany(stats.trianglePairsTested, 'triangle pair')} tested,{' '}
        {formatMany(stats.steps, 'step')}, {formatMilliseconds(milliseconds)}
      </p>
      <RivalRows app={app} rivals={rivals} />
      <VolumeRows store={store} outcome={outcome} />
    </div>
  );
}

function IntervalText({ interval }: { interval: readonly [number, number] | null }): JSX.Element {
  if (interval === null) return <span data-testid="motion-interval">none</span>;
  const [lo, hi] = interval;
  return (
    <span
      data-testid="motion-interval"
      data-lo={plainNumber(lo)}
      data-hi={plainNumber(hi)}
      title={`${plainNumber(lo)} to ${plainNumber(hi)}`}
    >
      {formatNumber(lo, 7)} to {formatNumber(hi, 7)}
    </span>
  );
}

interface FeatureButtonProps {
  readonly store: Store;
  readonly document: DocumentId;
  readonly feature: MotionFeature;
  readonly testId: string;
}

/** A triangle of the witness: previewed, selected by a click, framed by a double-click. */
function FeatureButton({ store, document, feature, testId }: FeatureButtonProps): JSX.Element {
  const chosen = (): Extract<Selection, { kind: 'triangle' }> => {
    const tree = store.scene.peek().trees.get(document)?.tree;
    const node = tree === undefined ? null : (trianglePath(tree, feature.triangle)?.at(-1) ?? null);
    return { kind: 'triangle', document, triangle: feature.triangle, node };
  };
  return (
    <button
      type="button"
      class="link-button"
      title="Select this triangle"
      data-testid={testId}
      data-triangle={feature.triangle}
      onClick={() => select(store, chosen())}
      onDblClick={() => frame(store, chosen())}
      onMouseEnter={() => setHover(store, chosen())}
      onMouseLeave={() => setHover(store, null)}
    >
      {formatCount(feature.triangle)}, {featureLabel(feature)}
    </button>
  );
}
