import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { ColourSettings } from './colour-settings.tsx';
import { ClipBoxSettings, PlaneSettings, SectionViewSettings } from './section-settings.tsx';

/** What the view draws of the meshes: section, clip box and colours. */
export function DisplayPanel({ app }: { app: App }): JSX.Element {
  if (app.store.activeDocument.value?.mesh == null) {
    return (
      <div class="properties">
        <p class="quiet">Open a mesh to cut and colour it.</p>
      </div>
    );
  }
  return (
    <div class="properties" data-testid="display">
      <ColourSettings app={app} />
      <PlaneSettings app={app} />
      <ClipBoxSettings app={app} />
      <SectionViewSettings app={app} />
    </div>
  );
}
