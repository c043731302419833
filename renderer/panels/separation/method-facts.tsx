import type { JSX } from 'preact';
import { judgeMethods } from '#core/convex';
import type { Vec3 } from '#core/math';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { hullPushOut } from '../../commands/separation-actions.ts';
import type { HullFacts, HullPairFound } from '../../state/convex/convex-messages.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { lengthLabel, shownLength, type ShownUnit, shownVector, withLengthSign } from '../../text/shown-unit.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { lengthDigits } from './length-digits.ts';
import { featureText, rightMethodText } from './separation-words.ts';

interface MethodFactsProps {
  readonly app: App;
  readonly found: HullPairFound;
  readonly units: ShownUnit;
}

/** What each method finds of the two hulls, which one is right, and the button that applies the push-out. */
export function MethodFacts({ app, found, units }: MethodFactsProps): JSX.Element {
  const { result, a, b } = found;
  const { overlap, isExact, bound, sat, gjk, article, disagreement } = result;
  const length = (value: number): string => formatNumber(shownLength(units, value), lengthDigits);
  const verdict = rightMethodText(judgeMethods(result), overlap, withLengthSign(length(disagreement), units));
  const isFalse = article !== null && article.overlap && !overlap;
  return (
    <>
      <p class="separation-result" data-testid="separation-result" data-overlap={overlap}>
        The convex hulls {overlap ? 'overlap' : 'are apart'}
        {isExact ? ' (decided exactly)' : ''}.
      </p>
      <table class="separation-table" data-testid="separation-methods">
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Result</th>
            <th scope="col">{lengthLabel(overlap ? 'Depth' : 'Distance', units)}</th>
          </tr>
        </thead>
        <tbody>
          <tr data-method="sat" title={`${featureText(sat.feature)}; ${formatMany(sat.axesTested, 'axis', 'axes')} tested`}>
            <th scope="row">Separating axis</th>
            <td>{sat.gap > 0 ? 'gap' : overlap ? 'overlap' : 'no gap'}</td>
            <td>{length(overlap ? sat.depth : sat.gap)}</td>
          </tr>
          <tr
            data-method="gjk"
            title={`${formatMany(gjk.steps, 'step')}; bounds ${length(gjk.lower)} to ${withLengthSign(length(gjk.upper), units)}`}
          >
            <th scope="row">{overlap ? 'GJK and EPA' : 'GJK'}</th>
            <td>{overlap ? 'overlap' : 'apart'}</td>
            <td>{length(overlap ? gjk.depth : gjk.distance)}</td>
          </tr>
          <tr data-method="article" class={isFalse ? 'warning-text' : undefined}>
            <th scope="row">Projections</th>
            <td>{article === null ? 'none' : article.overlap ? 'overlap' : 'apart'}</td>
            <td>{article === null ? '' : length(Math.abs(article.gap))}</td>
          </tr>
        </tbody>
      </table>
      <p class={disagreement > 0 ? 'warning-text' : 'quiet'} data-testid="separation-verdict">
        {verdict} Rounding error at most {withLengthSign(formatNumber(shownLength(units, bound), 2), units)}.
      </p>
      <dl class="separation-facts" data-testid="separation-facts">
        <LabelledValue
          label={overlap ? lengthLabel('Push-out', units) : 'Axis'}
          value={vectorText(overlap ? shownVector(units, sat.pushOut) : sat.axis)}
        />
        <LabelledValue
          label={lengthLabel(overlap ? 'Touches A at' : 'Nearest on A', units)}
          value={vectorText(shownVector(units, gjk.witness.a))}
        />
        <LabelledValue
          label={lengthLabel(overlap ? 'Touches B at' : 'Nearest on B', units)}
          value={vectorText(shownVector(units, gjk.witness.b))}
        />
        <LabelledValue label="Vertices" value={`${hullText(a)} of A, ${hullText(b)} of B`} />
      </dl>
      <div class="button-row">
        <button
          type="button"
          class="button small primary"
          data-command="applyHullPushOut"
          title={commandTip('applyHullPushOut')}
          disabled={hullPushOut(app.store) === null}
          onClick={() => runCommand(app, 'applyHullPushOut')}
        >
          Apply push-out
        </button>
        <CopyCommandButton app={app} subject="separation" />
      </div>
    </>
  );
}

export function LabelledValue({ label, value }: { label: string; value: string }): JSX.Element {
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function vectorText(vector: Vec3): string {
  return vector.map((value) => formatNumber(value, lengthDigits)).join(', ');
}

/** A mesh that is not convex is smaller than the hull that is tested. */
function hullText({ vertices, isConvex }: HullFacts): string {
  return `${formatCount(vertices)}${isConvex === false ? ' (not convex)' : ''}`;
}
