import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { sliceColour } from '../../scene/slice-colour.ts';
import { shownSlice, type SliceState } from '../../state/probe/slice-state.ts';
import { formatPercent } from '../../text/format-number.ts';
import { lengthText, type ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel, withLengthSign } from '../../text/shown-unit.ts';
import { Facts } from '../properties/facts.tsx';
import { LengthText } from '../properties/length-text.tsx';

const shares = Array.from({ length: 25 }, (_, i) => i / 12 - 1);

interface SliceFactsProps {
  readonly slice: SliceState;
  /** The distance under the pointer; `null` where there is none. */
  readonly value: number | null;
  readonly lengths: ShownLengths;
}

/** The colour scale of a slice, with its smallest and largest distance, and how far it is measured. */
export function SliceFacts({ slice, value, lengths }: SliceFactsProps): JSX.Element | null {
  const { units, decimals } = lengths;
  if (slice.kind === 'none') return null;
  if (slice.kind === 'failed')
    return (
      <div class="callout" role="alert" data-testid="slice-problem">
        {formatError(slice.problem)}
      </div>
    );
  const picture = shownSlice(slice);
  const reach = picture === null ? 0 : Math.max(-picture.min, picture.max);
  return (
    <div class="slice-facts" data-testid="slice" data-state={slice.kind}>
      {picture !== null && (
        <>
          <div class="slice-scale" aria-hidden="true">
            {shares.map((share) => (
              <span key={share} style={{ background: sliceColour(share) }} />
            ))}
          </div>
          <div class="slice-ends">
            <span>{withLengthSign(lengthText(-reach, units, decimals), units)}</span>
            <span>inside · 0 · outside</span>
            <span>{withLengthSign(lengthText(reach, units, decimals), units)}</span>
          </div>
          <Facts
            two
            facts={[
              [
                { figure: 'Signed distance', text: lengthLabel('Min', units) },
                <span data-testid="slice-min">
                  <LengthText value={picture.min} lengths={lengths} />
                </span>,
              ],
              [
                { figure: 'Signed distance', text: lengthLabel('Max', units) },
                <span data-testid="slice-max">
                  <LengthText value={picture.max} lengths={lengths} />
                </span>,
              ],
              [
                { figure: 'Signed distance', text: lengthLabel('Pointer', units) },
                <span data-testid="slice-value">
                  {value === null ? 'not on the slice' : <LengthText value={value} lengths={lengths} />}
                </span>,
              ],
            ]}
          />
        </>
      )}
      {slice.kind === 'running' && (
        <p class="quiet" role="status">
          Measuring{picture === null ? '' : ' finer'}, {formatPercent(slice.fraction)} %
        </p>
      )}
    </div>
  );
}
