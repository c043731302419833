import type { ComponentChildren, JSX } from 'preact';
import { length, type Vec3 } from '#core/math';
import { formatCount, formatMany } from '../../text/format-number.ts';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
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
  lengths: ShownLengths;
  touches: number;
  advice: string;
  testId: string;
  children: ComponentChildren;
}): JSX.Element {
  const { lengths, touches, advice, testId, children } = props;
  const { isInterrupted, total, steps, left, leftDepth } = props.result;
  return (
    <div class="push-out" data-testid={testId} data-total={total.join(' ')}>
      <VectorRow label="Push-out" lengths={lengths} values={total} />
      <Facts
        two
        facts={[
          [lengthLabel('Length', lengths.units), <LengthText value={length(total)} lengths={lengths} />],
          ['Steps', formatCount(steps.length)],
          ['Remaining', left.length === 0 ? 'none' : formatCount(left.length)],
          [lengthLabel('Remaining depth', lengths.units), <LengthText value={leftDepth} lengths={lengths} />],
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
