import type { JSX } from 'preact';
import { distanceText, repairs, type RepairStep, type SurfaceChange } from '#core/health';
import { repairOptions } from '#core/options';
import type { ComparedFinding, RepairReport } from '#core/job';
import { formatError } from '#core/error';
import type { RepairDone, RepairOutcome } from '../../state/repair/repair-outcome.ts';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';
import { Icon } from '../../widgets/icon.tsx';

interface RepairOutcomeProps {
  readonly outcome: RepairOutcome | null;
  /** Whether it is of the options that are shown. */
  readonly isCurrent: boolean;
  readonly units: ShownUnit;
}

/** What repairs change: the findings before and after, then each repair with its counts and its largest surface change. */
export function RepairOutcomeView({ outcome, isCurrent, units }: RepairOutcomeProps): JSX.Element {
  if (outcome === null) return <p class="empty-note">Choose repairs and press Preview to see what they change.</p>;
  if ('problem' in outcome) {
    return (
      <p class="bake-problem" role="alert" data-testid="repair-problem">
        {outcome.problem.code === 'cancelled' ? 'Repair cancelled. Nothing was changed.' : formatError(outcome.problem)}
      </p>
    );
  }
  return (
    <div class={isCurrent ? undefined : 'outdated'} data-testid="repair-report">
      {!isCurrent && (
        <p class="secondary" role="status">
          The options have changed: preview again.
        </p>
      )}
      <Raised outcome={outcome} />
      <Findings report={outcome.report} />
      {outcome.report.steps.map((step) => (
        <Step key={step.repair} step={step} units={units} />
      ))}
    </div>
  );
}

/** A warning for each kind of error or warning that the repairs raise. */
function Raised({ outcome }: { outcome: RepairDone }): JSX.Element | null {
  const { findings, raised } = outcome.report;
  if (raised.length === 0) return null;
  const canAvoid = raised.some(({ code, repairs: names }) => code === 'self-intersections' && names.includes('fill-holes'));
  return (
    <div class="repair-raised" role="alert" data-testid="repair-raised">
      <strong>Warning: more findings than before</strong>
      <ul>
        {raised.map(({ code, before, after, repairs: names }) => (
          <li key={code}>
            {findings.find((finding) => finding.code === code)!.title}: {formatCount(before)} to {formatCount(after)}
            {names.length > 0 && ` (${names.map(titleOf).join(', ')})`}
          </li>
        ))}
      </ul>
      {canAvoid && outcome.options.avoidCrossings !== true && (
        <span>{`Turn on “${repairOptions.avoidCrossings.title}” under Fill holes to avoid new self-intersections.`}</span>
      )}
    </div>
  );
}

function titleOf(repair: RepairStep['repair']): string {
  return repairs.find(({ name }) => name === repair)!.title;
}

function Findings({ report: { findings, triangles, vertices } }: { report: RepairReport }): JSX.Element {
  return (
    <table data-testid="repair-findings">
      <thead>
        <tr>
          <th scope="col">Finding</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {findings.map((finding) => (
          <tr key={finding.code} class={changeClass(finding)} data-code={finding.code}>
            <th scope="row">
              <span class={`severity ${finding.severity}`}>
                <Icon name={finding.severity} small />
              </span>
              {finding.title}
            </th>
            <td>{formatCount(finding.before)}</td>
            <td>{formatCount(finding.after)}</td>
          </tr>
        ))}
        <tr class="size">
          <th scope="row">Triangles</th>
          <td>{formatCount(triangles.before)}</td>
          <td>{formatCount(triangles.after)}</td>
        </tr>
        <tr class="size">
          <th scope="row">Vertices</th>
          <td>{formatCount(vertices.before)}</td>
          <td>{formatCount(vertices.after)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function changeClass({ severity, before, after }: ComparedFinding): string {
  if (after < before) return 'better';
  // More infos are neither.
  return after > before && severity !== 'info' ? 'worse' : '';
}

function Step({ step: { repair, counts, surface }, units }: { step: RepairStep; units: ShownUnit }): JSX.Element {
  return (
    <section data-repair={repair}>
      <h3>{titleOf(repair)}</h3>
      {counts.length === 0 ? (
        <p class="quiet">Nothing to do.</p>
      ) : (
        <dl>
          {counts.map(({ what, count }) => [
            <dt key={what}>{what.charAt(0).toUpperCase() + what.slice(1)}</dt>,
            <dd key={`${what} count`}>{formatCount(count)}</dd>,
          ])}
          <SurfaceRows surface={surface} units={units} />
        </dl>
      )}
    </section>
  );
}

function SurfaceRows({ surface: { removed, added }, units }: { surface: SurfaceChange; units: ShownUnit }): JSX.Element {
  if (removed?.atMost === 0 && added?.atMost === 0) {
    return (
      <>
        <dt>Surface change</dt>
        <dd>none</dd>
      </>
    );
  }
  const text = (length: number): string => formatNumber(shownLength(units, length));
  const whole = (lengths: string): string => withLengthSign(lengths, units);
  return (
    <>
      <dt title="Largest distance from the surface before to the surface after: what is missing.">Largest distance, before to after</dt>
      <dd>{distanceText(removed, text, whole)}</dd>
      <dt title="Largest distance from the surface after to the surface before: what is new.">Largest distance, after to before</dt>
      <dd>{distanceText(added, text, whole)}</dd>
    </>
  );
}
