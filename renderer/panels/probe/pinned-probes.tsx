import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { removePin, renamePin, repeatPin } from '../../commands/pin-actions.ts';
import { copyProbe, whyNoText } from '../../commands/probe-lines.ts';
import { probeSpecs } from '../../state/probe/probe-shapes.ts';
import type { PinnedProbe } from '../../state/probe/probe.ts';
import { formatMany } from '../../text/format-number.ts';
import { Icon, type IconName } from '../../widgets/icon.tsx';

/** The pinned probes: each can be named, made current, copied and removed. */
export function PinnedProbes({ app }: { app: App }): JSX.Element | null {
  const { pins } = app.store.scene.value;
  if (pins.length === 0) return null;
  return (
    <section class="pinned-probes" aria-label="Pinned probes" data-testid="pinned">
      <h3>{formatMany(pins.length, 'pinned probe')}</h3>
      <ul>
        {pins.map((pin) => (
          <PinRow key={pin.id} app={app} pin={pin} />
        ))}
      </ul>
    </section>
  );
}

function PinRow({ app, pin }: { app: App; pin: PinnedProbe }): JSX.Element {
  const { store } = app;
  const isSlice = pin.shape.kind === 'slice';
  const [typed, setTyped] = useState<string | null>(null);
  const commit = (): void => {
    if (typed !== null) renamePin(store, pin.id, typed);
    setTyped(null);
  };
  return (
    <li data-pin={pin.id} title={probeSpecs[pin.shape.kind].title}>
      <input
        type="text"
        aria-label={`Name of ${pin.name}`}
        value={typed ?? pin.name}
        maxLength={200}
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape' && typed !== null) {
            event.stopPropagation();
            setTyped(null);
          }
        }}
      />
      <PinButton icon="check" label={`Make ${pin.name} current`} onClick={() => repeatPin(store, pin.id)} />
      <PinButton
        icon="copy"
        label={`Copy the command line of ${pin.name}`}
        whyNot={isSlice ? whyNoText(pin, 'command line') : null}
        onClick={() => copyProbe(app, pin, 'command')}
      />
      <PinButton
        icon="code"
        label={`Copy the code of ${pin.name}`}
        whyNot={isSlice ? whyNoText(pin, 'code') : null}
        onClick={() => copyProbe(app, pin, 'code')}
      />
      <PinButton icon="close" label={`Remove ${pin.name}`} onClick={() => removePin(store, pin.id)} />
    </li>
  );
}

interface PinButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly whyNot?: string | null;
  readonly onClick: () => void;
}

function PinButton({ icon, label, whyNot = null, onClick }: PinButtonProps): JSX.Element {
  return (
    <button type="button" class="icon-button" disabled={whyNot !== null} title={whyNot ?? label} aria-label={label} onClick={onClick}>
      <Icon name={icon} small />
    </button>
  );
}
