import type { JSX } from 'preact';
import type { SceneChoice } from '#core/import';

/** Selects which scene of the file is shown. A change reloads the file. */
export function SceneField({ scenes, onChoose }: { scenes: SceneChoice; onChoose: (scene: number) => void }): JSX.Element {
  return (
    <label class="setting">
      <span class="label">Scene</span>
      <select value={String(scenes.chosen)} data-testid="scene" onChange={(event) => onChoose(Number(event.currentTarget.value))}>
        {scenes.names.map((name, i) => (
          <option key={i} value={String(i)}>
            {name === '' ? `Scene ${i}` : `${i}: ${name}`}
          </option>
        ))}
      </select>
    </label>
  );
}
