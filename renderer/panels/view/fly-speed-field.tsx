import type { JSX } from 'preact';
import { flySpeed, setFlySpeed } from '../../commands/camera-actions.ts';
import { defaultSpeed, speedLimits } from '../../state/camera/fly-speed.ts';
import { sceneSize } from '../../state/camera/scene-size.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import type { Store } from '../../state/store/store.ts';
import { lengthSign } from '../../text/length-label.ts';
import { NumberField } from '../../widgets/number-field.tsx';

/** The speed of the camera as a field. */
export function FlySpeedField({ store }: { store: Store }): JSX.Element {
  const units = unitsOf(store, store.activeDocument.value);
  const size = sceneSize(store);
  const [min, max] = speedLimits(size);
  const speed = flySpeed(store);
  return (
    <NumberField
      label="Fly speed"
      meaning="Distance per second. The wheel changes it during a flight; Shift is four times as fast."
      value={speed}
      min={min}
      max={max}
      digits={3}
      initial={defaultSpeed(size)}
      unit={`${units === null ? 'units' : lengthSign(units)}/s`}
      testId="fly-speed"
      onPreview={(value) => setFlySpeed(store, value)}
      onCommit={(value) => setFlySpeed(store, value)}
      onRevert={() => setFlySpeed(store, speed)}
    />
  );
}
