import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { AboutHost } from '#host-api';
import type { App } from '../commands/app.ts';
import { closeDialog } from '../commands/dialogs.ts';
import { openManual } from '../commands/manual-actions.ts';
import { copyText } from '../host/copy-text.ts';
import { DialogFrame } from '../widgets/dialog-frame.tsx';

/** Help > About: the versions of what runs, to copy into a report, and the licences of what ships. */
export function AboutDialog({ app }: { app: App }): JSX.Element | null {
  return app.shell.dialog.value === 'about' ? <Dialog app={app} /> : null;
}

function Dialog({ app: { session, shell, store } }: { app: App }): JSX.Element {
  const [about, setAbout] = useState<AboutHost | null>(null);
  useEffect(() => {
    void session.about().then(setAbout);
  }, []);
  const close = (): void => closeDialog(shell, 'about');
  const showPage = (place: string): void => {
    close();
    openManual(shell, place);
  };
  const versions = versionsOf(about, store.frame.value?.renderer ?? null);
  return (
    <DialogFrame title="About Boxwood" kind="about" testId="about" onClose={close}>
      <div class="about-body">
        <p>Boxwood shows what a physics engine will see of a mesh. MIT licence.</p>
        <dl class="facts">{versions.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}</dl>
      </div>
      <footer>
        <button type="button" class="button" data-testid="licences" onClick={() => showPage('licences.md')}>
          Licences
        </button>
        <button type="button" class="button" onClick={() => showPage('../../CHANGELOG.md')}>
          What's new
        </button>
        <button type="button" class="button" onClick={() => void copyText(versions.map((row) => row.join(': ')).join('\n'))}>
          Copy
        </button>
      </footer>
    </DialogFrame>
  );
}

function versionsOf(about: AboutHost | null, renderer: string | null): readonly (readonly [name: string, value: string])[] {
  const browser = /(?:Chrome|Firefox|Version)\/[\d.]+/.exec(navigator.userAgent)?.[0].replace('/', ' ') ?? 'unknown';
  return [
    ['Version', about?.version ?? '…'],
    ['Shell', about === null ? '…' : about.electron === null ? `Browser, ${browser}` : `Electron ${about.electron}, ${browser}`],
    ['Node', about?.node ?? '…'],
    ['Graphics', renderer ?? 'nothing drawn yet'],
  ];
}
