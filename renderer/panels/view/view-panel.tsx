import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { createSceneView } from '../../scene/scene-view.ts';
import { sceneBounds } from '../../state/camera/scene-size.ts';
import { shownSecond } from '../../state/store/scene-edits.ts';
import { SecondView } from './second-view.tsx';
import { BoxLevelBar } from './box-level-bar.tsx';
import { Notices } from './notices.tsx';
import { EmptyState } from './empty-state.tsx';
import { FlyBar } from './fly-bar.tsx';
import { HeatBar } from './heat-bar.tsx';
import { HeatOverlay } from './heat-overlay.tsx';
import type { PointedPixel } from './heat-views.ts';
import { HiddenBar } from './hidden-bar.tsx';
import { HintLine } from './hint-line.tsx';
import { obstaclesOver } from './obstacles-over.ts';
import { LegendCard } from './legend-card.tsx';
import { PickBar } from './pick-bar.tsx';
import { RepairBar } from './repair-bar.tsx';
import { ShadingBar } from './shading-bar.tsx';
import { SlackBar } from './slack-bar.tsx';
import { ToolStrip } from './tool-strip.tsx';
import { ViewNav } from './view-nav.tsx';

/** The view with its floating controls. */
export function ViewPanel({ app }: { app: App }): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  const pointed = useMemo(() => signal<PointedPixel | null>(null), [app]);
  const second = useMemo(() => computed(() => shownSecond(app.store.scene.value)), [app]);
  useEffect(() => {
    if (container.current === null) return;
    const view = createSceneView(container.current, app.store, { leads: true, obstacles: () => obstaclesOver(container.current) });
    return () => view.dispose();
  }, [app]);
  const empty = app.store.activeDocument.value?.mesh == null;
  // Over other meshes, which stay visible, the text would be theirs: there the notice is enough.
  const isBlank = app.store.activeDocument.value?.mesh?.bounds === null && sceneBounds(app.store) === null;
  return (
    <main class={second.value === null ? 'view' : 'view split'} data-testid="view" aria-label="View">
      <div ref={container} class="view-canvas" />
      <HeatOverlay app={app} view="left" pointed={pointed} />
      {second.value !== null && <SecondView app={app} tree={second.value} pointed={pointed} />}
      {isBlank && (
        <div class="empty-state passive" data-testid="no-triangle">
          <p>{app.store.activeDocument.value?.summary.name} has no usable triangle. See the Findings panel.</p>
        </div>
      )}
      {empty ? (
        <EmptyState app={app} />
      ) : (
        <>
          <ToolStrip app={app} />
          <div class="view-top">
            <div class="view-bars">
              <BoxLevelBar app={app} />
              <SlackBar app={app} />
              <HeatBar app={app} pointed={pointed} />
              <PickBar app={app} />
              <RepairBar app={app} />
              <ShadingBar app={app} />
            </div>
            <ViewNav app={app} />
          </div>
          <FlyBar app={app} />
        </>
      )}
      <div class="view-foot">
        {!empty && <HiddenBar app={app} />}
        {!empty && <LegendCard app={app} />}
        <Notices app={app} />
      </div>
      <HintLine app={app} />
    </main>
  );
}
