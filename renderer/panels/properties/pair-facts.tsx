import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { pairOptions } from '#core/options';
import { contactCount } from '#core/pair';
import { engineTitles } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { changePairOptions } from '../../commands/moving-actions.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { maxContacts, shownOutcome, type PairContacts, type PairOutcome, type PairsFound } from '../../state/pair/pair-query.ts';
import type { MovingInput } from '../../state/store/records.ts';
import type { FigureName } from '../../text/figures.ts';
import { formatCount, formatMany, formatMilliseconds } from '../../text/format-number.ts';
import { loopsText } from '../../text/loops-text.ts';
import type { NamedFigure } from '../../widgets/figure-title.tsx';
import { OptionField } from '../option-field.tsx';
import { CurvePlot } from './curve-plot.tsx';
import { Facts } from './facts.tsx';

/** Live facts of the two meshes: whether they intersect, their contacts, triangles and contact curves, and the cost of the query. */
export function PairFacts({ app, movingMesh }: { app: App; movingMesh: MovingInput }): JSX.Element {
  const { store } = app;
  const pair = store.pair.value;
  const { status } = pair;
  const outcome = shownOutcome(pair, movingMesh) ?? (pair.outcome?.input === movingMesh ? pair.outcome : null);
  return (
    <>
      {status.kind === 'waiting' && (
        <p class="quiet" data-testid="pair-waiting">
          {status.text}.
        </p>
      )}
      {(status.kind === 'failed' || status.kind === 'too-many') && (
        <div class="callout" role="alert" data-testid="pair-problem">
          {formatError(status.problem)}
        </div>
      )}
      {status.kind === 'too-many' && (
        <div class="setting" title={pairOptions.maxPairs.meaning}>
          <OptionField
            option={pairOptions.maxPairs}
            name="maxPairs"
            value={movingMesh.options.maxPairs}
            onChange={(value) => changePairOptions(store, `Max pairs ${formatCount(Number(value))}`, { maxPairs: Number(value) })}
          />
        </div>
      )}
      {hasCounts(status.kind) && <Counts outcome={outcome} isRunning={status.kind === 'running'} />}
      {hasCounts(status.kind) && outcome?.pairContacts != null && (
        <CurvePlot store={store} outcome={{ ...outcome, pairContacts: outcome.pairContacts }} />
      )}
      {status.kind === 'running' && status.late && (
        <div class="pair-progress" role="status" data-testid="pair-running">
          <progress class="progress-bar" max={100} value={Math.floor(100 * status.fraction)} aria-label="Counting contacts" />
          <button type="button" class="button small" title={commandTip('cancel')} onClick={() => runCommand(app, 'cancel')}>
            Stop
          </button>
        </div>
      )}
    </>
  );
}

function hasCounts(kind: string): boolean {
  return kind === 'running' || kind === 'done' || kind === 'too-many';
}

/** A count that is not known yet is an ellipsis, so that the panel keeps its layout while the moving mesh is dragged. */
function Counts({ outcome, isRunning }: { outcome: PairOutcome | null; isRunning: boolean }): JSX.Element {
  const found = outcome?.found ?? null;
  const pairContacts = outcome?.pairContacts ?? null;
  const contacts = pairContacts === null ? found?.pairCount : contactCount(pairContacts.contacts);
  const count = (value: number | undefined): string => (value === undefined ? '…' : formatCount(value));
  const overlap = outcome === null ? '…' : outcome.overlap ? 'intersect' : 'apart';
  return (
    <div class="pair-facts" data-testid="pair-facts">
      <Facts
        two
        facts={[
          [
            'Surfaces',
            <b class={overlap} data-testid="pair-overlap">
              {overlap}
            </b>,
          ],
          ['Contacts', <span data-testid="pair-count">{count(contacts)}</span>],
          [marked('contact-a', 'Triangles A'), <span data-testid="pair-triangles-a">{count(found?.trianglesA.length)}</span>],
          [marked('contact-b', 'Triangles B'), <span data-testid="pair-triangles-b">{count(found?.trianglesB.length)}</span>],
        ]}
      />
      <Facts facts={[[marked('crossing', 'Contact curves'), <span data-testid="pair-loops">{linesText(outcome)}</span>]]} />
      <p class="quiet cost" title={costMeaning(found)} data-testid="pair-cost">
        {found !== null ? costText(found, pairContacts) : isRunning ? 'Counting…' : ''}
      </p>
    </div>
  );
}

/** The line has no room for the engine. The list of contacts shows it too. */
function costMeaning(found: PairsFound | null): string {
  const by = found === null ? '' : ` in ${engineTitles[found.stats.engine]}`;
  return `Node pairs and triangle pairs tested${by}; time to find intersecting pairs + time to compute contacts`;
}

function costText({ stats, milliseconds }: PairsFound, pairContacts: PairContacts | null): string {
  const { nodePairsTested, trianglePairsTested } = stats;
  const where =
    pairContacts === null || pairContacts.contacts.kinds.length === 0 ? '' : ` + ${formatMilliseconds(pairContacts.milliseconds)}`;
  return `${formatCount(nodePairsTested)} node and ${formatMany(trianglePairsTested, 'triangle pair')} tested, ${formatMilliseconds(milliseconds)}${where}`;
}

/** Returns the contact curves in words: `3 closed loops, 1 open curve`. */
function linesText(outcome: PairOutcome | null): string {
  const { found = null, pairContacts = null } = outcome ?? {};
  if (pairContacts !== null) return loopsText(pairContacts.loops) ?? 'none';
  return found !== null && found.pairCount > maxContacts ? `none beyond ${formatMany(maxContacts, 'contact')}` : '…';
}

/** Returns the name of a figure with its colour in the view. */
function marked(kind: string, figure: FigureName): NamedFigure {
  return {
    figure,
    text: (
      <span class="marked">
        <span class={`swatch ${kind}`} aria-hidden="true" />
        {figure}
      </span>
    ),
  };
}
