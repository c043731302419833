import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { commands } from '../../commands/commands.ts';
import { formatMany } from '../../text/format-number.ts';

const buttons = ['walkView', 'replayWalk', 'openWalk', 'saveWalk'] as const;

/** Steps, contacts and ground of the walk, with its commands; nothing without a walk. */
export function WalkFacts({ app }: { app: App }): JSX.Element | null {
  const walk = app.store.walk.value;
  if (walk === null) return null;
  const { last, done, replays, walker, recordedEnd, recorded } = walk;
  const contacts = last?.contacts.length ?? 0;
  const isSame = done === recorded && recordedEnd.every((value, k) => value === walker.position[k]);
  return (
    <>
      <span
        class="count"
        data-testid="walk-facts"
        data-steps={done}
        data-recorded={recorded}
        data-contacts={contacts}
        data-grounded={walker.grounded}
        data-position={walker.position.join()}
        data-at-end={isSame}
        data-tunnelled={last?.tunnelled ?? false}
      >
        {replays ? 'Replay: ' : ''}
        {formatMany(done, 'step')}, {formatMany(contacts, 'contact')}, {walker.grounded ? 'on the ground' : 'in the air'}
      </span>
      {buttons.map((id) => {
        const { title, meaning, when, run } = commands[id];
        const isOn = id === 'walkView' ? commands[id].checked(app) : undefined;
        return (
          <button
            key={id}
            type="button"
            class="button small"
            data-command={id}
            title={meaning}
            aria-pressed={isOn}
            disabled={!when(app)}
            onClick={() => run(app)}
          >
            {title}
          </button>
        );
      })}
    </>
  );
}
