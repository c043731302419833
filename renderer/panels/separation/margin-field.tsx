import type { JSX } from 'preact';
import { withMargin } from '#core/convex';
import { convexPairOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { setSeparation } from '../../commands/separation-actions.ts';
import type { HullPairFound } from '../../state/convex/convex-messages.ts';
import { pairSize } from '../../state/pair/pair-size.ts';
import { formatNumber } from '../../text/format-number.ts';
import { shownLength, type ShownUnit, withLengthSign } from '../../text/shown-unit.ts';
import { LengthField } from '../properties/length-field.tsx';
import { lengthDigits } from './length-digits.ts';

interface MarginFieldProps {
  readonly app: App;
  readonly found: HullPairFound;
  readonly units: ShownUnit;
}

/** The convex radius of engines, and what both hulls have with it. */
export function MarginField({ app, found, units }: MarginFieldProps): JSX.Element {
  const { margin } = app.store.separation.value;
  const { movingMesh } = app.store.scene.value;
  const change = (radius: number): void => setSeparation(app.store, { margin: radius });
  return (
    <>
      <LengthField
        label={convexPairOptions.margin.title}
        units={units}
        size={movingMesh === null ? 1 : pairSize(app.store, movingMesh)}
        meaning={convexPairOptions.margin.meaning}
        value={margin}
        testId="separation-margin"
        onPreview={change}
        onCommit={(_, radius) => change(radius)}
        onRevert={() => undefined}
      />
      {margin > 0 && (
        <p class="quiet" data-testid="separation-with-margin">
          {marginText(withMargin(found.result, margin), (value) =>
            withLengthSign(formatNumber(shownLength(units, value), lengthDigits), units),
          )}
        </p>
      )}
    </>
  );
}

function marginText({ overlap, depth, distance, isShallow }: ReturnType<typeof withMargin>, length: (value: number) => string): string {
  if (!overlap) return `With the margin: apart, distance ${length(distance)}.`;
  return `With the margin: overlap, depth ${length(depth)}${isShallow ? '. Only the margins overlap, so GJK alone gives the depth' : ''}.`;
}
