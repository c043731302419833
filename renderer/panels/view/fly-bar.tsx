import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { flySpeed, setFlies } from '../../commands/camera-actions.ts';
import { Icon } from '../../widgets/icon.tsx';
import { FlySpeedField } from './fly-speed-field.tsx';
import { WalkFacts } from './walk-facts.tsx';

/** The speed of the camera, while keys move it, and the facts of a walk. */
export function FlyBar({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  if (!store.flies.value && !store.isLooking.value) return null;
  return (
    <div class="floating view-bar fly-bar" data-testid="fly-bar" data-speed={flySpeed(store)}>
      <FlySpeedField store={store} caption={store.walk.value !== null ? 'Walk' : store.flies.value ? 'Fly' : 'Look'} />
      <WalkFacts app={app} />
      {store.flies.value && (
        <button
          type="button"
          class="icon-button"
          title="Leave the fly mode (Esc)"
          aria-label="Leave the fly mode"
          onClick={() => setFlies(store, false)}
        >
          <Icon name="close" small />
        </button>
      )}
    </div>
  );
}
