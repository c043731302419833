import type { JSX } from 'preact';
import { flySpeed, setFlySpeed } from '../../commands/camera-actions.ts';
import { defaultSpeed, speedLimits } from '../../state/camera/fly-speed.ts';
import { sceneSize } from '../../state/camera/scene-size.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import type { Store } from '../../state/store/store.ts';
import { lengthSign, ownLength, shownLength } from '../../text/shown-unit.ts';
import { NumberField } from '../../widgets/number-field.tsx';

/** The speed of the camera as a field, with its label. */
export function FlySpeedField({ store, caption }: { store: Store; caption: string }): JSX.Element {
  const units = unitsOf(store, store.activeDocument.value);
  const size = sceneSize(store);
  const [min, max] = speedLimits(size);
  const speed = flySpeed(store);
  const shown = (value: number): number => shownLength(units, value);
  return (
    <NumberField
      label="Fly speed"
      caption={caption}
      meaning="Distance per second. The wheel changes it during a flight; Shift is four times as fast."
      value={shown(speed)}
      min={shown(min)}
      max={shown(max)}
      digits={3}
      initial={shown(defaultSpeed(size))}
      unit={`${units.name === null ? 'units' : lengthSign(units)}/s`}
      testId="fly-speed"
      onPreview={(value) => setFlySpeed(store, ownLength(units, value))}
      onCommit={(value) => setFlySpeed(store, ownLength(units, value))}
      onRevert={() => setFlySpeed(store, speed)}
    />
  );
}
