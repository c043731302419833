import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { createSceneView } from '../../scene/scene-view.ts';
import { BoxLevelBar } from './box-level-bar.tsx';
import { Notices } from '../../ui/shell/notices.tsx';
import { EmptyState } from './empty-state.tsx';
import { HintLine } from './hint-line.tsx';
import { LegendCard } from './legend-card.tsx';
import { ShadingBar } from './shading-bar.tsx';
import { SlackBar } from './slack-bar.tsx';
import { ToolStrip } from './tool-strip.tsx';

/** The view with what floats over it. */
export function ViewPanel({ app }: { app: App }): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current === null) return;
    const view = createSceneView(container.current, app.store);
    return () => view.dispose();
  }, [app]);
  const empty = app.store.activeDocument.value?.mesh == null;
  return (
    <main class="view" data-testid="view" aria-label="View">
      <div ref={container} class="view-canvas" />
      {empty ? (
        <EmptyState app={app} />
      ) : (
        <>
          <ToolStrip app={app} />
          <div class="view-top">
            <BoxLevelBar app={app} />
            <SlackBar app={app} />
            <ShadingBar app={app} />
          </div>
          <LegendCard app={app} />
        </>
      )}
      <Notices app={app} />
      <HintLine app={app} />
    </main>
  );
}
