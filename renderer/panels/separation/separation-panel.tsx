import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatError } from '#core/error';
import type { App } from '../../commands/app.ts';
import { openProjectionExample, setSeparation } from '../../commands/separation-actions.ts';
import { documentOf } from '../../commands/actions.ts';
import { shownHulls } from '../../state/convex/separation.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { LeftOutNote } from '../left-out-note.tsx';
import { AxisTable } from './axis-table.tsx';
import { AxisIntervals } from './axis-intervals.tsx';
import { MarginField } from './margin-field.tsx';
import { MeshPushOut } from './mesh-push-out.tsx';
import { MethodFacts } from './method-facts.tsx';
import { ProjectionFigure } from './projection-figure.tsx';

/** The tests of the convex hulls of the moving mesh and the fixed mesh, and the push-out of the meshes. */
export function SeparationPanel({ app, isShown }: { app: App; isShown: boolean }): JSX.Element {
  const { store } = app;
  useEffect(() => setSeparation(store, { isShown }), [store, isShown]);
  const { movingMesh } = store.scene.value;
  return (
    <div class="separation-panel" data-testid="separation">
      {movingMesh === null ? <NoPair app={app} /> : <Pair app={app} />}
    </div>
  );
}

function NoPair({ app }: { app: App }): JSX.Element {
  return (
    <section>
      <p class="empty-note">No moving mesh. Choose one (G) to test its convex hull against that of the fixed mesh.</p>
      <ExampleButton app={app} />
    </section>
  );
}

function ExampleButton({ app }: { app: App }): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      data-testid="separation-example"
      title="Opens two wedges: the projections of the article report a collision, and a product of edges proves a gap"
      onClick={() => void openProjectionExample(app)}
    >
      Example of a false collision
    </button>
  );
}

function Pair({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const state = store.separation.value;
  const { hulls, axis } = state;
  const outcome = shownHulls(state);
  const { movingMesh } = store.scene.value;
  const documents = [movingMesh?.fixed, movingMesh?.document].map((id) => (id === undefined ? null : documentOf(store, id)));
  const [fixed = null, moving = null] = documents;
  const units = unitsOf(store, fixed);
  if (hulls.kind === 'failed')
    return (
      <p class="error-text" role="alert" data-testid="separation-problem">
        {formatError(hulls.problem)}
      </p>
    );
  if (outcome === null) return <p class="empty-note">{hulls.kind === 'waiting' ? `${hulls.text}.` : 'Testing the convex hulls…'}</p>;
  const { found } = outcome;
  const shownAxis = found.axes[axis] ?? found.axes[0]!;
  return (
    <>
      <section class="separation-methods" aria-label="Methods">
        <LeftOutNote document={fixed} mesh="A" />
        <LeftOutNote document={moving} mesh="B" />
        <MethodFacts app={app} found={found} units={units} />
        <MarginField app={app} found={found} units={units} />
        <ExampleButton app={app} />
      </section>
      <section class="separation-axes" aria-label="Axes">
        <AxisIntervals axis={shownAxis} units={units} />
        <AxisTable app={app} axes={found.axes} chosen={axis} units={units} />
      </section>
      <section class="separation-projection" aria-label="Projections">
        <ProjectionFigure app={app} result={found.result} units={units} />
      </section>
      <section class="separation-push-out" aria-label="Push-out of the meshes">
        <MeshPushOut app={app} units={units} />
      </section>
    </>
  );
}
