import type { JSX } from 'preact';
import { type BakeTargetName, bakeFormats, bakeTargetNames, bakeTargets } from '#core/bake';
import { formatError } from '#core/error';
import { formatMany } from '../text/format-number.ts';
import { inAppWords } from '../text/in-app-words.ts';
import type { BakeOutcome } from '../state/store/store.ts';

interface MoreTargetsProps {
  /** The target of the form, which is baked in any case. */
  readonly first: BakeTargetName;
  readonly chosen: readonly BakeTargetName[];
  readonly onChange: (chosen: readonly BakeTargetName[]) => void;
}

/** Selects further targets, which are baked after the first, each into its own file. */
export function MoreTargets({ first, chosen, onChange }: MoreTargetsProps): JSX.Element {
  const others = bakeTargetNames.filter((name) => name !== first);
  const count = chosen.filter((name) => name !== first).length;
  return (
    <details class="bake-more" data-testid="bake-more">
      <summary>{count === 0 ? 'More targets' : `More targets: ${count}`}</summary>
      <fieldset>
        <legend class="visually-hidden">More targets</legend>
        {others.map((name) => (
          <label key={name} title={bakeTargets[name].meaning}>
            <input
              type="checkbox"
              data-testid={`bake-more-${name}`}
              checked={chosen.includes(name)}
              onChange={(event) => onChange(event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name))}
            />
            <span>{bakeTargets[name].title}</span>
            <span class="quiet">.{bakeFormats[bakeTargets[name].format].extension}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** A target of a bake of several, with its result. */
export interface TargetOutcome {
  readonly target: BakeTargetName;
  readonly outcome: BakeOutcome;
}

/** The results of a bake of several targets, a line each. */
export function TargetOutcomes({ outcomes }: { outcomes: readonly TargetOutcome[] }): JSX.Element {
  return (
    <div role="status">
      <ul class="bake-outcomes" data-testid="bake-outcomes">
        {outcomes.map(({ target, outcome }) => (
          <li key={target} class={'file' in outcome ? undefined : 'bake-problem'}>
            <b>{bakeTargets[target].title}</b>:{' '}
            {'file' in outcome
              ? `${outcome.file.name}, ${formatMany(outcome.file.byteLength, 'byte')}, verified`
              : outcome.problem.code === 'cancelled'
                ? 'cancelled; no file was written'
                : formatError(inAppWords(outcome.problem))}
          </li>
        ))}
      </ul>
    </div>
  );
}
