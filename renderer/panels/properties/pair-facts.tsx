import type { JSX } from 'preact';
import { formatError } from '#core/error';
import { pairOptions } from '#core/options/pair-options';
import { contactCount } from '#core/pair/contact/contacts';
import { engineTitles } from '#core/tree/engine';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { changePairOptions } from '../../commands/moving-actions.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { maxContacts, shownOutcome, type PairMeeting, type PairOutcome, type PairsFound } from '../../state/pair/pair-query.ts';
import type { MovingInput } from '../../state/store/records.ts';
import { formatCount, formatMany, formatMilliseconds } from '../../text/format-number.ts';
import { loopsText } from '../../text/loops-text.ts';
import { OptionField } from '../option-field.tsx';
import { Facts } from './facts.tsx';

/** How the two meshes meet, live: whether, how often, in which triangles, along which lines, and what it cost to know. */
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
          <span class="label">{pairOptions.maxPairs.title}</span>
          <OptionField
            option={pairOptions.maxPairs}
            name="maxPairs"
            value={movingMesh.options.maxPairs}
            onChange={(value) => changePairOptions(store, `Most pairs ${formatCount(Number(value))}`, { maxPairs: Number(value) })}
          />
        </div>
      )}
      {isAsked(status.kind) && <Counts outcome={outcome} isRunning={status.kind === 'running'} />}
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

function isAsked(kind: string): boolean {
  return kind === 'running' || kind === 'done' || kind === 'too-many';
}

/** Until a count is known it is an ellipsis: the panel keeps its shape while the moving mesh is dragged. */
function Counts({ outcome, isRunning }: { outcome: PairOutcome | null; isRunning: boolean }): JSX.Element {
  const found = outcome?.found ?? null;
  const meeting = outcome?.meeting ?? null;
  const contacts = meeting === null ? found?.pairCount : contactCount(meeting.contacts);
  const count = (value: number | undefined): string => (value === undefined ? '…' : formatCount(value));
  const overlap = outcome === null ? '…' : outcome.overlap ? 'meet' : 'apart';
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
          [
            <Marked kind="contact-a" title="Triangles of the still mesh that meet the moving mesh">
              Still
            </Marked>,
            <span data-testid="pair-triangles-a">{count(found?.trianglesA.length)}</span>,
          ],
          [
            <Marked kind="contact-b" title="Triangles of the moving mesh that meet the still mesh">
              Moving mesh
            </Marked>,
            <span data-testid="pair-triangles-b">{count(found?.trianglesB.length)}</span>,
          ],
        ]}
      />
      <Facts
        facts={[
          [
            <Marked kind="crossing" title="Segments of contacts, joined where they have an end in common">
              Lines
            </Marked>,
            <span data-testid="pair-loops">{linesText(outcome)}</span>,
          ],
        ]}
      />
      <p class="quiet cost" title={costMeaning(found)} data-testid="pair-cost">
        {found !== null ? costText(found, meeting) : isRunning ? 'Counting…' : ''}
      </p>
    </div>
  );
}

/** The line has no room for who did it; the list of contacts says it too. */
function costMeaning(found: PairsFound | null): string {
  const by = found === null ? '' : ` by ${engineTitles[found.stats.engine]}`;
  return `Pairs of boxes, and of triangles, that were tested${by}; the time to find those that meet, and where`;
}

function costText({ stats, milliseconds }: PairsFound, meeting: PairMeeting | null): string {
  const { nodePairsTested, trianglePairsTested } = stats;
  const where = meeting === null || meeting.contacts.kinds.length === 0 ? '' : ` + ${formatMilliseconds(meeting.milliseconds)}`;
  return `${formatMany(nodePairsTested, 'box', 'boxes')}, ${formatMany(trianglePairsTested, 'triangle')} tested, ${formatMilliseconds(milliseconds)}${where}`;
}

/** `3 closed loops, 1 open line`. */
function linesText(outcome: PairOutcome | null): string {
  const { found = null, meeting = null } = outcome ?? {};
  if (meeting !== null) return loopsText(meeting.loops) ?? 'none';
  return found !== null && found.pairCount > maxContacts ? `not followed beyond ${formatMany(maxContacts, 'contact')}` : '…';
}

function Marked({ kind, title, children }: { kind: string; title: string; children: string }): JSX.Element {
  return (
    <span class="marked" title={title}>
      <span class={`swatch ${kind}`} aria-hidden="true" />
      {children}
    </span>
  );
}
