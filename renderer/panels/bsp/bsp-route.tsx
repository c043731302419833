import type { JSX } from 'preact';
import { formatError } from '#core/error';
import type { FollowedObject } from '#core/sweep';
import type { App } from '../../commands/app.ts';
import { setBspLook, setBspRoute } from '../../commands/bsp-actions.ts';
import type { BspRoute, SeenCells } from '../../state/bsp/bsp-state.ts';
import { formatCount, formatFixed, formatMany } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { VectorField } from '../properties/vector-field.tsx';

/** The ends and the radius of a moving object, and how it was followed from cell to cell. */
export function BspRouteFields({ app, route }: { app: App; route: BspRoute }): JSX.Element {
  const { store, bsp } = app;
  const { seen } = store.bsp.value;
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
      <div class="bsp-buttons">
        <button
          type="button"
          class="button small"
          title="Move the object from From to To, from cell to cell"
          data-testid="bsp-follow"
          onClick={() => bsp.follow()}
        >
          Follow object
        </button>
        <button
          type="button"
          class="button small"
          title="Find the cells that may be seen from the cell of From, and whether it leaks"
          data-testid="bsp-look"
          onClick={() => {
            setBspLook(store, { cells: 'visible' });
            bsp.look();
          }}
        >
          Look from start
        </button>
      </div>
      {store.bsp.value.work !== null && <Working app={app} fraction={store.bsp.value.work} />}
      {route.problem !== null && (
        <p class="error-text" role="alert">
          {formatError(route.problem)}
        </p>
      )}
      {route.followed !== null && <Followed followed={route.followed} />}
      {seen !== null && <p data-testid="bsp-seen">{seenText(seen)}</p>}
    </section>
  );
}

/** How an object was followed, and how many triangles its steps test in three ways. */
function Followed({ followed }: { followed: FollowedObject }): JSX.Element {
  const { visits, steps, allTriangles, cellTriangles, treeTriangles } = followed;
  const rows = [
    ['Whole mesh', allTriangles],
    ['Cells of the object', cellTriangles],
    ['AABB tree', treeTriangles],
  ] as const;
  return (
    <>
      <p data-testid="bsp-followed">{followedText(followed)}</p>
      {visits.length > 0 && steps > 0 && (
        <table class="bsp-tests" data-testid="bsp-tests">
          <thead>
            <tr>
              <th scope="col">Tested against</th>
              <th scope="col">Triangles</th>
              <th scope="col">Per step</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, triangles]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{formatCount(triangles)}</td>
                <td>{formatFixed(triangles / steps, 1)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The progress of a query of the worker, with a button that cancels it. */
function Working({ app: { bsp }, fraction }: { app: App; fraction: number }): JSX.Element {
  const percent = Math.floor(100 * fraction);
  return (
    <div class="check-bar" role="status" data-testid="bsp-work">
      <progress class="progress-bar" max={100} value={percent} aria-label="Moving in the BSP tree" />
      <span class="figure">{percent} %</span>
      <button type="button" class="button small" data-testid="bsp-cancel-work" onClick={() => bsp.cancel()}>
        Cancel
      </button>
    </div>
  );
}

function seenText({ cell, visible, inFront, leak }: SeenCells): string {
  if (cell === null || visible === null || inFront === null) return 'From is in no cell: in the solid, or outside the box.';
  const way =
    leak === null || leak.length === 0
      ? 'Solid encloses it.'
      : `It leaks: the line leads to the outside over ${formatMany(leak.length, 'point')}.`;
  return `The cell of From sees at most ${formatMany(visible, 'cell')}, of ${formatCount(inFront)} in front of its portals. ${way}`;
}

function followedText({ state, visits, steps, contacts, differences }: FollowedObject): string {
  if (visits.length === 0) return state === 'outside' ? 'Starts outside the box around the mesh.' : 'Starts in the solid.';
  const end = { arrived: 'Arrived', blocked: 'Stopped by solid', outside: 'Left the box' }[state];
  const same = differences === 0 ? 'all results are the same' : `${formatMany(differences, 'result')} differ`;
  return `${end}, over ${formatMany(visits.length, 'cell')}. ${formatMany(steps, 'step')}, ${formatCount(contacts)} with contact; ${same}.`;
}
