import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { FollowedObject } from '#core/sweep';
import type { App } from '../../commands/app.ts';
import { setBspRoute } from '../../commands/bsp-actions.ts';
import type { BspRoute } from '../../state/bsp/bsp-state.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { VectorField } from '../properties/vector-field.tsx';

/** The ends and the radius of a moving object, and how it was followed from cell to cell. */
export function BspRouteFields({ app, route }: { app: App; route: BspRoute }): JSX.Element {
  const { store, bsp } = app;
  const revert = (): void => {};
  return (
    <section class="bsp-route" aria-label="Object in the BSP tree">
      {(['from', 'to'] as const).map((end) => (
        <VectorField
          key={end}
          label={end === 'from' ? 'From' : 'To'}
          values={route[end]}
          testId={`bsp-${end}`}
          onPreview={revert}
          onCommit={(_, value) => setBspRoute(store, { [end]: value })}
          onRevert={revert}
        />
      ))}
      <div class="option-row">
        <NumberField
          label="Object radius"
          caption="Object radius"
          isHalf
          value={route.radius}
          min={0}
          testId="bsp-radius"
          onCommit={(radius) => setBspRoute(store, { radius })}
        />
      </div>
      <button type="button" class="button small" data-testid="bsp-follow" onClick={() => bsp.follow()}>
        Follow object
      </button>
      {route.problem !== null && (
        <p class="error-text" role="alert">
          {formatError(route.problem)}
        </p>
      )}
      {route.followed !== null && <p data-testid="bsp-followed">{followedText(route.followed)}</p>}
    </section>
  );
}

function followedText({ state, visits, steps, contacts, cellTriangles, allTriangles, differences }: FollowedObject): string {
  if (visits.length === 0) return state === 'outside' ? 'Starts outside the box around the mesh.' : 'Starts in the solid.';
  const end = { arrived: 'Arrived', blocked: 'Stopped by solid', outside: 'Left the box' }[state];
  const same = differences === 0 ? 'all results are the same' : `${formatMany(differences, 'result')} differ`;
  return `${end}, over ${formatMany(visits.length, 'cell')}. ${formatMany(steps, 'step')}, ${formatCount(contacts)} with contact: ${formatMany(cellTriangles, 'triangle')} tested in its cells, ${formatCount(allTriangles)} in the whole mesh; ${same}.`;
}
