import { computed, signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import type { CameraPose } from '../../scene/camera-link.ts';
import type { ViewRect } from '../../scene/lens.ts';
import { createSceneView } from '../../scene/scene-view.ts';
import { shownBeside } from '../../state/scene-edits.ts';
import { BesideView } from './beside-view.tsx';
import { BoxLevelBar } from './box-level-bar.tsx';
import { Notices } from '../../ui/shell/notices.tsx';
import { EmptyState } from './empty-state.tsx';
import { HeatBar } from './heat-bar.tsx';
import { HeatOverlay, type ViewPixel } from './heat-overlay.tsx';
import { HintLine } from './hint-line.tsx';
import { LegendCard } from './legend-card.tsx';
import { ShadingBar } from './shading-bar.tsx';
import { SlackBar } from './slack-bar.tsx';
import { ToolStrip } from './tool-strip.tsx';

/** The view with what floats over it. */
export function ViewPanel({ app }: { app: App }): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  const pose = useMemo(() => signal<CameraPose | null>(null), [app]);
  const pixel = useMemo(() => signal<ViewPixel | null>(null), [app]);
  const beside = useMemo(() => computed(() => shownBeside(app.store.scene.value)), [app]);
  useEffect(() => {
    if (container.current === null) return;
    const view = createSceneView(container.current, app.store, { pose, leads: true, obstacles: () => obstaclesOver(container.current) });
    return () => view.dispose();
  }, [app]);
  const empty = app.store.activeDocument.value?.mesh == null;
  const isBlank = !empty && app.store.activeDocument.value?.mesh?.bounds === null;
  return (
    <main class={beside.value === null ? 'view' : 'view split'} data-testid="view" aria-label="View">
      <div ref={container} class="view-canvas" />
      <HeatOverlay app={app} pixel={pixel} />
      {beside.value !== null && <BesideView app={app} tree={beside.value} pose={pose} />}
      {isBlank && (
        <div class="empty-state passive" data-testid="no-triangle">
          <p>{app.store.activeDocument.value?.summary.name} has no usable triangle: the Findings say why.</p>
        </div>
      )}
      {empty ? (
        <EmptyState app={app} />
      ) : (
        <>
          <ToolStrip app={app} />
          <div class="view-top">
            <BoxLevelBar app={app} />
            <SlackBar app={app} />
            <HeatBar app={app} pixel={pixel} />
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

/** What floats over the view's canvas, as rectangles of it. */
function obstaclesOver(canvas: HTMLElement | null): readonly ViewRect[] {
  if (canvas === null) return [];
  const own = canvas.getBoundingClientRect();
  const over = canvas.parentElement?.querySelectorAll('.floating, .legend, .notice, .view-caption') ?? [];
  return [...over].map((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return { left: left - own.left, top: top - own.top, right: right - own.left, bottom: bottom - own.top };
  });
}
