import type { JSX } from 'preact';
import { type OptionTable, walkOptions, type WalkOptions } from '#core/options';
import type { WalkBody } from '#core/sweep';
import type { App } from '../../commands/app.ts';
import { changeWalk } from '../../commands/walk-actions.ts';
import type { WalkSession } from '../../state/walk/walk-session.ts';
import { formatCount } from '../../text/format-number.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { OptionField } from '../option-field.tsx';
import { Facts } from './facts.tsx';
import { LengthField } from './length-field.tsx';
import { lengthsOf } from './scene-lengths.ts';

const shown = ['mode', 'stepHeight', 'slopeLimit', 'gravity', 'jumpSpeed', 'edgePercent', 'sides', 'chaseDistance'] as const;
type Shown = (typeof shown)[number];

const shapes = [
  { value: 'capsule', title: 'Capsule', meaning: 'An upright capsule' },
  { value: 'sphere', title: 'Sphere', meaning: 'A sphere; mode article has no other body' },
] as const;

/** The body and the settings of the walk. A change replays the recorded inputs with it. */
export function WalkProperties({ app, walk: session }: { app: App; walk: WalkSession }): JSX.Element {
  const { body, settings } = session.walk;
  const lengths = lengthsOf(app.store, session.document);
  return (
    <>
      <p class="quiet">The recorded walk is replayed after each change of these settings.</p>
      <div class="setting">
        <span class="label">Body</span>
        <Segmented label="Body" value={body.shape} choices={shapes} onChange={(shape) => changeShape(app, session, shape)} />
      </div>
      <LengthField
        label="Radius"
        {...lengths}
        meaning="Radius of the body, above 0"
        value={body.radius}
        testId="walk-radius"
        onPreview={() => {}}
        onCommit={(_, radius) => changeWalk(app, { body: { ...body, radius } })}
        onRevert={() => {}}
      />
      {body.shape === 'capsule' && (
        <LengthField
          label="Height"
          {...lengths}
          meaning="Height of the capsule with both round ends: at least two radii"
          value={body.height}
          testId="walk-height"
          onPreview={() => {}}
          onCommit={(_, height) => changeWalk(app, { body: { ...body, height } })}
          onRevert={() => {}}
        />
      )}
      {shown
        .filter((name) => isUsed(name, settings))
        .map((name) => (
          <div key={name} class="setting" title={(walkOptions as OptionTable)[name]!.meaning} data-testid={`walk-${name}`}>
            <OptionField
              option={walkOptions[name]}
              name={`walk-${name}`}
              value={settings[name]}
              lengths={lengths}
              onChange={(value) => changeSettings(app, session, { [name]: value })}
            />
          </div>
        ))}
      <WalkContacts session={session} />
    </>
  );
}

/** Fields of the other mode, and of the other camera, make no difference. */
function isUsed(name: Shown, { mode, view }: WalkOptions): boolean {
  if (name === 'edgePercent') return mode === 'article';
  if (name === 'chaseDistance') return view === 'chase';
  return mode === 'swept' || (name !== 'stepHeight' && name !== 'sides');
}

/** The article moves a sphere only. */
function changeSettings(app: App, { walk: { body, settings } }: WalkSession, change: Partial<WalkOptions>): void {
  const next = { ...settings, ...change };
  changeWalk(app, { settings: next, body: next.mode === 'article' ? { shape: 'sphere', radius: body.radius } : body });
}

function changeShape(app: App, { walk: { body, settings } }: WalkSession, shape: WalkBody['shape']): void {
  const { radius } = body;
  const next: WalkBody = shape === 'sphere' ? { shape, radius } : { shape, radius, height: 6 * radius };
  changeWalk(app, { body: next, settings: shape === 'capsule' ? { ...settings, mode: 'swept' } : settings });
}

function WalkContacts({ session: { last, walker } }: { session: WalkSession }): JSX.Element {
  const triangles = last?.contacts.map(({ triangle }) => formatCount(triangle)) ?? [];
  return (
    <Facts
      facts={[
        ['Contacts', <span data-testid="walk-contacts">{formatCount(triangles.length)}</span>],
        ['Triangles', <span title={triangles.join(', ')}>{triangles.slice(0, 6).join(', ') || 'none'}</span>],
        ['Nodes', `${formatCount(walker.stats.nodesVisited)} visited`],
      ]}
    />
  );
}
