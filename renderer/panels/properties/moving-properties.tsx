import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import type { CommandId } from '../../commands/commands.ts';
import { revertPreview } from '../../commands/actions.ts';
import { runCommand, withShortcut } from '../../commands/keymap.ts';
import { changeMovingMesh, previewMovingMesh, takeGizmo, useAsMovingMesh } from '../../commands/moving-actions.ts';
import { fixedFor } from '../../state/pair/choose-fixed.ts';
import { documentLabel } from '../../state/documents/document-label.ts';
import type { Gizmo, MovingInput, MovingPose } from '../../state/store/records.ts';
import { scaleRange } from '../../state/store/scene-edits.ts';
import type { Store } from '../../state/store/store.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { formatNumber } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { CopyCommandButton } from '../copy-command-button.tsx';
import { MotionEndField, MotionFields } from './motion-fields.tsx';
import { PairFacts } from './pair-facts.tsx';
import { QueriedField } from './queried-field.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorField } from './vector-field.tsx';

/** The moving mesh: its pose as editable numbers, and live facts of its intersection with the fixed mesh. */
export function MovingProperties({ app }: { app: App }): JSX.Element {
  const { movingMesh } = app.store.scene.value;
  return movingMesh === null ? <ChooseMovingMesh app={app} /> : <MovingMesh app={app} movingMesh={movingMesh} />;
}

/** Further documents are in the Meshes panel, each with the same button. */
const maxChoices = 8;

function ChooseMovingMesh({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const choices = store.documents.value.filter(({ summary, mesh }) => mesh !== null && fixedFor(store, summary.id) !== null);
  return (
    <>
      <p class="quiet">
        {choices.length === 0
          ? 'Open or drop a second mesh to move it against this one.'
          : 'Choose the moving mesh (B) and the fixed mesh (A).'}
      </p>
      {choices.slice(0, maxChoices).map(({ summary }) => (
        <button key={summary.id} type="button" class="button" onClick={() => useAsMovingMesh(store, summary.id)}>
          Move {labelOf(store, summary.id)} against {labelOf(store, fixedFor(store, summary.id) ?? summary.id)}
        </button>
      ))}
      <button type="button" class="button" title={commandTip('openAsMovingMesh')} onClick={() => runCommand(app, 'openAsMovingMesh')}>
        Open as moving mesh…
      </button>
    </>
  );
}

function MovingMesh({ app, movingMesh }: { app: App; movingMesh: MovingInput }): JSX.Element {
  const { store } = app;
  const { gizmo, motion } = store.scene.value;
  const name = labelOf(store, movingMesh.document);
  return (
    <>
      <div class="title">
        <span class="swatch moving" aria-hidden="true" />
        <span class="name" title={name}>
          {name}
        </span>
        <span class="kind" title="Fixed mesh (A). Values are in its space.">
          against {labelOf(store, movingMesh.fixed)}
        </span>
      </div>
      <QueriedField store={store} />
      <div class="setting">
        <span class="label">Handles</span>
        <span class="handles">
          <Segmented label="Handle mode" value={gizmo.mode} choices={modeChoices()} onChange={(mode) => takeGizmo(store, { mode })} />
          <Segmented label="Handle axes" value={gizmo.axes} choices={axesChoices()} onChange={(axes) => takeGizmo(store, { axes })} />
        </span>
      </div>
      <MotionEndField app={app} />
      <PoseFields store={store} movingMesh={movingMesh} />
      {motion !== null && <MotionFields app={app} motion={motion} />}
      <PairFacts app={app} movingMesh={movingMesh} />
      <MovingButtons app={app} />
    </>
  );
}

/** The pose of the moving mesh, in the space of the fixed mesh. */
function PoseFields({ store, movingMesh }: { store: Store; movingMesh: MovingInput }): JSX.Element {
  const fields = {
    onPreview: (change: Partial<MovingPose>) => previewMovingMesh(store, change),
    onCommit: (title: string, change: Partial<MovingPose>) => changeMovingMesh(store, `Moving mesh: ${title.toLowerCase()}`, change),
    onRevert: () => revertPreview(store),
  };
  return (
    <>
      <VectorField
        label="Move"
        lengths={lengthsOf(store, movingMesh.fixed)}
        values={movingMesh.translate}
        digits={6}
        testId="moving-move"
        onPreview={(translate) => fields.onPreview({ translate })}
        onCommit={(title, translate) => fields.onCommit(title, { translate })}
        onRevert={fields.onRevert}
      />
      <VectorField
        label="Rotate"
        unit="°"
        values={movingMesh.rotateDegrees}
        digits={6}
        step={1}
        coarseStep={15}
        testId="moving-turn"
        onPreview={(rotateDegrees) => fields.onPreview({ rotateDegrees })}
        onCommit={(title, rotateDegrees) => fields.onCommit(title, { rotateDegrees })}
        onRevert={fields.onRevert}
      />
      <div class="setting">
        <NumberField
          label="Scale"
          caption="Scale"
          isHalf
          meaning="Uniform scale, applied before rotation and translation"
          value={movingMesh.scale}
          {...scaleRange}
          initial={1}
          testId="moving-scale"
          onPreview={(scale) => fields.onPreview({ scale })}
          onCommit={(scale) => fields.onCommit(`Scale ${formatNumber(scale)}`, { scale })}
          onRevert={fields.onRevert}
        />
      </div>
    </>
  );
}

function MovingButtons({ app }: { app: App }): JSX.Element {
  return (
    <div class="button-row">
      <CommandButtonText app={app} id="movingCentre" text="Centre" />
      <CommandButtonText app={app} id="movingReset" text="Reset" />
      <CommandButtonText app={app} id="movingRemove" text="Release" />
      <CopyCommandButton app={app} subject="pair" />
    </div>
  );
}

type Choices<Value> = readonly { readonly value: Value; readonly title: string; readonly meaning: string }[];

/** Their tooltips have keys, which the user may change. */
function modeChoices(): Choices<Gizmo['mode']> {
  return [
    { value: 'move', title: 'Move', meaning: commandTip('movingMove') },
    { value: 'rotate', title: 'Rotate', meaning: commandTip('movingRotate') },
    { value: 'scale', title: 'Scale', meaning: commandTip('movingScale') },
  ];
}

function axesChoices(): Choices<Gizmo['axes']> {
  const world = 'Handles follow the world axes, which are those of the fixed mesh';
  return [
    { value: 'fixed', title: 'World', meaning: withShortcut(world, 'movingAxes') },
    { value: 'movingMesh', title: 'Local', meaning: withShortcut('Handles follow the axes of the moving mesh', 'movingAxes') },
  ];
}

function CommandButtonText({ app, id, text }: { app: App; id: CommandId; text: string }): JSX.Element {
  return (
    <button type="button" class="button small" title={commandTip(id)} data-command={id} onClick={() => runCommand(app, id)}>
      {text}
    </button>
  );
}

function labelOf({ documents }: Store, document: DocumentId): string {
  return documentLabel(documents.value, document);
}
