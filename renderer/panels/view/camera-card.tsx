import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import {
  deleteBookmark,
  moveCamera,
  recallBookmark,
  renameBookmark,
  setPictureOptions,
  setProjection,
  storeBookmark,
  worldFrame,
} from '../../commands/camera-actions.ts';
import { runCommand } from '../../commands/keymap.ts';
import { axesOf, eyeOf, sum, type CameraBookmark, type CameraPose, type Projection } from '../../state/camera/camera-pose.ts';
import type { PictureOptions } from '../../state/camera/picture.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { Icon } from '../../widgets/icon.tsx';
import { NumberField } from '../../widgets/number-field.tsx';
import { Segmented } from '../../widgets/segmented.tsx';
import { worldLengths } from '../properties/scene-lengths.ts';
import { VectorField } from '../properties/vector-field.tsx';
import { FlySpeedField } from './fly-speed-field.tsx';
import { TurntableSettings } from './turntable-settings.tsx';

const projections = [
  { value: 'perspective', title: 'Perspective', meaning: 'Near things are larger.' },
  { value: 'orthographic', title: 'Orthographic', meaning: 'Parallel edges stay parallel.' },
] as const satisfies readonly { readonly value: Projection; readonly title: string; readonly meaning: string }[];

/** The camera as numbers, and the stored cameras. */
export function CameraCard({ app }: { app: App }): JSX.Element | null {
  const { store, shell } = app;
  const pose = store.camera.value?.pose;
  if (!shell.cameraOpen.value || pose === undefined) return null;
  return (
    <section class="floating camera-card" aria-label="Camera" data-testid="camera-card">
      <header>
        <h2>Camera</h2>
        <button
          type="button"
          class="icon-button"
          title={commandTip('cameraPanel')}
          aria-label="Close camera card"
          onClick={() => (shell.cameraOpen.value = false)}
        >
          <Icon name="close" small />
        </button>
      </header>
      <PoseFields app={app} pose={pose} />
      <h3>Bookmarks</h3>
      {store.bookmarks.value.length === 0 && <p class="quiet">Store the camera to return to it later.</p>}
      <ul class="bookmarks">
        {store.bookmarks.value.map((bookmark, i) => (
          <Bookmark key={`${i} ${bookmark.name}`} app={app} bookmark={bookmark} index={i} />
        ))}
      </ul>
      <button
        type="button"
        class="button"
        data-testid="store-camera"
        title={commandTip('storeCamera')}
        onClick={() => storeBookmark(store)}
      >
        Store camera
      </button>
      <Picture app={app} />
      <TurntableSettings app={app} />
    </section>
  );
}

const scales = ([1, 2, 4] as const).map((scale) => ({
  value: `${scale}`,
  title: `${scale}×`,
  meaning: `${scale === 1 ? 'As many' : `${scale} times as many`} pixels along a side as on the screen.`,
}));

/** How the view is saved as a picture. */
function Picture({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { scale, isTransparent } = store.pictureOptions.value;
  return (
    <>
      <h3>Picture</h3>
      <div class="picture-options">
        <Segmented
          label="Scale of the picture"
          value={`${scale}`}
          choices={scales}
          onChange={(value) => setPictureOptions(store, { scale: Number(value) as PictureOptions['scale'] })}
        />
        <label>
          <input
            type="checkbox"
            checked={isTransparent}
            onChange={(event) => setPictureOptions(store, { isTransparent: event.currentTarget.checked })}
          />
          Transparent
        </label>
      </div>
      <button type="button" class="button" title={commandTip('savePicture')} onClick={() => runCommand(app, 'savePicture')}>
        Save picture
      </button>
    </>
  );
}

function PoseFields({ app: { store }, pose }: { app: App; pose: CameraPose }): JSX.Element {
  /** Before a drag of a field. */
  const before = useRef<CameraPose | null>(null);
  const lengths = worldLengths(store);
  const frame = worldFrame(store);
  const preview = (next: CameraPose): void => {
    before.current ??= pose;
    moveCamera(store, () => next);
  };
  const commit = (next: CameraPose): void => {
    before.current = null;
    moveCamera(store, () => next);
  };
  const revert = (): void => {
    const last = before.current;
    before.current = null;
    if (last !== null) moveCamera(store, () => last);
  };
  const withEye = (eye: CameraPose['target']): CameraPose => ({
    ...pose,
    target: sum([eye, 1], [axesOf(pose, frame).back, -pose.distance]),
  });
  return (
    <>
      <Segmented
        label="Projection"
        value={pose.projection}
        choices={projections}
        onChange={(projection) => setProjection(store, projection)}
      />
      <VectorField
        label="Position"
        lengths={lengths}
        values={withoutNoise(eyeOf(pose, frame), pose.distance)}
        digits={4}
        testId="camera-eye"
        onPreview={(eye) => preview(withEye(eye))}
        onCommit={(_, eye) => commit(withEye(eye))}
        onRevert={revert}
      />
      <VectorField
        label="Target"
        lengths={lengths}
        values={pose.target}
        digits={4}
        testId="camera-target"
        onPreview={(target) => preview({ ...pose, target })}
        onCommit={(_, target) => commit({ ...pose, target })}
        onRevert={revert}
      />
      <div class="setting">
        <span class="label">Angles</span>
        <span class="two-fields">
          <AngleField label="Azimuth" name="azimuthRadians" limit={180} {...{ pose, preview, commit, revert }} />
          <AngleField label="Elevation" name="elevationRadians" limit={90} {...{ pose, preview, commit, revert }} />
        </span>
      </div>
      <div class="setting">
        <FlySpeedField store={store} caption="Fly speed" />
      </div>
    </>
  );
}

/** Returns a position without digits that are rounding errors of the camera's distance. */
function withoutNoise([x, y, z]: CameraPose['target'], distance: number): CameraPose['target'] {
  const step = 2 ** Math.floor(Math.log2(distance) - 40);
  const tidy = (value: number): number => (Math.abs(value) > 2 ** 52 * step ? value : Math.round(value / step) * step + 0);
  return [tidy(x), tidy(y), tidy(z)];
}

interface AngleFieldProps {
  readonly label: string;
  readonly name: 'azimuthRadians' | 'elevationRadians';
  /** Degrees. */
  readonly limit: number;
  readonly pose: CameraPose;
  readonly preview: (pose: CameraPose) => void;
  readonly commit: (pose: CameraPose) => void;
  readonly revert: () => void;
}

function AngleField({ label, name, limit, pose, preview, commit, revert }: AngleFieldProps): JSX.Element {
  const turned = (degrees: number): CameraPose => ({ ...pose, [name]: (degrees * Math.PI) / 180 });
  return (
    <NumberField
      label={label}
      value={Number(((pose[name] * 180) / Math.PI).toFixed(6))}
      min={-limit}
      max={limit}
      step={1}
      coarseStep={15}
      digits={4}
      unit="°"
      testId={`camera-${label.toLowerCase()}`}
      onPreview={(degrees) => preview(turned(degrees))}
      onCommit={(degrees) => commit(turned(degrees))}
      onRevert={revert}
    />
  );
}

function Bookmark({ app: { store }, bookmark, index }: { app: App; bookmark: CameraBookmark; index: number }): JSX.Element {
  const [isNaming, setNaming] = useState(false);
  const rename = (name: string): void => {
    setNaming(false);
    renameBookmark(store, index, name);
  };
  return (
    <li data-bookmark={bookmark.name}>
      {isNaming ? (
        <input
          type="text"
          class="bookmark-name"
          aria-label="Name of the bookmark"
          value={bookmark.name}
          ref={(input) => input?.select()}
          onBlur={(event) => rename(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.value = bookmark.name;
            if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
            event.stopPropagation();
          }}
        />
      ) : (
        <button type="button" class="recall" title={`Move the camera to ${bookmark.name}`} onClick={() => recallBookmark(store, index)}>
          {bookmark.name}
        </button>
      )}
      <button type="button" class="icon-button" title="Rename" aria-label={`Rename ${bookmark.name}`} onClick={() => setNaming(true)}>
        <Icon name="rename" small />
      </button>
      <button
        type="button"
        class="icon-button"
        title="Delete"
        aria-label={`Delete ${bookmark.name}`}
        onClick={() => deleteBookmark(store, index)}
      >
        <Icon name="remove" small />
      </button>
    </li>
  );
}
