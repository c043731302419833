import type { ComponentChildren, JSX } from 'preact';
import { length, type Vec3 } from '#core/math';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { lengthLabel, type ShownUnit } from '../../text/shown-unit.ts';
import { Facts } from './facts.tsx';
import { LengthText } from './length-text.tsx';
import { VectorRow } from './vector-row.tsx';

interface PushedOut {
  readonly isInterrupted: boolean;
  readonly total: Vec3;
  readonly steps: readonly unknown[];
  readonly left: readonly unknown[];
  readonly leftDepth: number;
}

/** Vector, steps and remaining overlaps of a push-out, with the button that applies it. */
export function PushOutFacts(props: {
  result: PushedOut;
  units: ShownUnit;
  touches: number;
  advice: string;
  testId: string;
  children: ComponentChildren;
}): JSX.Element {
  const { units, touches, advice, testId, children } = props;
  const { isInterrupted, total, steps, left, leftDepth } = props.result;
  return (
    <div class="push-out" data-testid={testId} data-total={total.join(' ')}>
      <VectorRow label="Push-out" units={units} values={total} />
      <Facts
        two
        facts={[
          [lengthLabel('Length', units), <LengthText value={length(total)} units={units} digits={5} />],
          ['Steps', formatCount(steps.length)],
          ['Remaining', left.length === 0 ? 'none' : formatCount(left.length)],
          [lengthLabel('Remaining depth', units), <LengthText value={leftDepth} units={units} digits={5} />],
        ]}
      />
      {isInterrupted && (
        <p class="quiet">Stopped after {formatMany(steps.length, 'step')} to keep the app responsive. Apply it to continue.</p>
      )}
      {children}
      {left.length > touches && (
        <p class="warning-text" data-testid={`${testId}-worse`}>
          More than the {formatCount(touches)} now: leaving some triangles leads into others. {advice}
        </p>
      )}
    </div>
  );
}

/** Text of the button that applies a push-out. */
export function applyPushOutText({ left }: Pick<PushedOut, 'left'>): string {
  return `Apply push-out${left.length > 0 ? ` (${formatMany(left.length, 'overlap remains', 'overlaps remain')})` : ''}`;
}
