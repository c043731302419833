import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { defaultValues, placeOptions, type PlaceOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { leftScene } from '../../commands/scene-actions.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { AxisView } from './axis-view.tsx';
import { InstancesList } from './instances-list.tsx';
import { PairsList } from './pairs-list.tsx';
import { PlaceForm } from './place-form.tsx';
import { SceneBar } from './scene-bar.tsx';
import { SceneFunnel } from './scene-funnel.tsx';

const views = {
  pairs: { title: 'Pairs', meaning: 'The pairs of instances at this step' },
  instances: { title: 'Instances', meaning: 'The instances with their sets, layers, masks and motions, which can be changed' },
  place: { title: 'Place', meaning: 'Place instances of open meshes as another scene' },
  axis: { title: 'Axis', meaning: 'The boxes along one axis, as sweep and prune sorts and cuts them' },
} as const;

type ViewName = keyof typeof views;

/** The scene of many instances: its run, the pairs of each phase, and what sweep and prune does. */
export function ScenePanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const [view, setView] = useState<ViewName>('pairs');
  const [options, setOptions] = useState<PlaceOptions>(defaultValues(placeOptions));
  const scene = store.scene.value.instances;
  if (scene === null)
    return (
      <div class="list-panel">
        <p class="empty-note" data-testid="scene">
          No scene. Open a .boxwood-scene.json file together with its meshes, or place instances of open meshes.
        </p>
        <BackToScene app={app} />
        <PlaceForm app={app} options={options} setOptions={setOptions} />
      </div>
    );
  const choices = (Object.keys(views) as ViewName[]).map((value) => ({ value, ...views[value] }));
  return (
    <div class="list-panel" data-testid="scene">
      <SceneBar app={app} scene={scene} />
      <div class="scene-body">
        <SceneFunnel app={app} scene={scene} />
        <div class="scene-view-of">
          <div class="scene-views">
            <Segmented label="Scene list" value={view} choices={choices} onChange={setView} />
            <button
              type="button"
              class="button small"
              data-command="compareScene"
              title={commandTip('compareScene')}
              onClick={() => runCommand(app, 'compareScene')}
            >
              Compare methods
            </button>
          </div>
          {view === 'pairs' && <PairsList app={app} scene={scene} />}
          {view === 'instances' && <InstancesList app={app} scene={scene} />}
          {view === 'place' && <PlaceForm app={app} options={options} setOptions={setOptions} />}
          {view === 'axis' && <AxisView app={app} />}
        </div>
      </div>
    </div>
  );
}

/** The way back from a pair that was opened as two meshes, or from a closed scene. */
function BackToScene({ app }: { app: App }): JSX.Element | null {
  const left = leftScene(app.store);
  if (left === null) return null;
  return (
    <div class="panel-foot">
      <span class="name">{left.name} was left, with its step and options.</span>
      <button
        type="button"
        class="button small"
        data-command="backToScene"
        title={commandTip('backToScene')}
        onClick={() => runCommand(app, 'backToScene')}
      >
        Back to scene
      </button>
    </div>
  );
}
