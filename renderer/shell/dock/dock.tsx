import { useSignalEffect } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import '../../theme/dock.css';
import { Segmented } from '../../widgets/segmented.tsx';
import type { DockState, Side } from './dock-state.ts';
import { followQueries } from './follow-queries.ts';
import { SinglePanel, TabbedPanels } from './panel-group.tsx';
import { panelOf, type PanelContext } from './panel-list.tsx';
import { isLow } from './fit-sizes.ts';
import { Splitter } from './splitter.tsx';
import { workspaces } from './workspaces.ts';

/** The fixed layout: documents on the left, the selection on the right, lists at the bottom, the view between them. */
export function Dock({ dock, context }: { dock: DockState; context: PanelContext }): JSX.Element {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => followSize(element.current!, dock), [dock]);
  useEffect(() => followQueries(context.app, dock), [dock, context]);
  // The manual covers this column in a narrow window.
  useSignalEffect(() => element.current!.parentElement!.style.setProperty('--right-column', `${dock.sizes.value.right}px`));
  const { left, right, meshes, bottom } = dock.sizes.value;
  const isHidden = (side: Side): boolean => dock.isNarrow.value && dock.side.value !== side;
  const View = panelOf('view').content;
  return (
    <div ref={element} class="dock" data-low={isLow(dock.area.value) || undefined}>
      <div class="dock-columns">
        <aside class={dock.isNarrow.value ? 'dock-side moved' : 'dock-side'} aria-label="Meshes and hierarchy" hidden={isHidden('left')}>
          <div class="dock-column" style={{ width: `${left}px` }}>
            <SideSwitch dock={dock} />
            <SinglePanel id="meshes" height={meshes} context={context} />
            <Splitter of="meshes" dock={dock} />
            <SinglePanel id="hierarchy" context={context} />
          </div>
          <Splitter of={dock.isNarrow.value ? 'right' : 'left'} dock={dock} />
        </aside>
        <div class="dock-view" data-region="">
          <View {...context} isShown />
        </div>
        <aside class="dock-side" aria-label="Properties and tree" hidden={isHidden('right')}>
          <Splitter of="right" dock={dock} />
          <div class="dock-column" style={{ width: `${right}px` }}>
            <SideSwitch dock={dock} />
            <RightPanels dock={dock} context={context} />
          </div>
        </aside>
      </div>
      <section class="dock-bottom" aria-label="Lists">
        {!dock.folded.value && <Splitter of="bottom" dock={dock} />}
        <TabbedPanels group="bottom" height={bottom} dock={dock} context={context} />
      </section>
    </div>
  );
}

/** The switch between the side columns, where the window has room for one only. */
function SideSwitch({ dock: { isNarrow, side } }: { dock: DockState }): JSX.Element | null {
  if (!isNarrow.value) return null;
  return (
    <div class="side-switch" data-testid="side-switch">
      <Segmented
        label="Column"
        value={side.value}
        choices={[
          { value: 'left', title: 'Meshes', meaning: 'Meshes, parts and the hierarchy' },
          { value: 'right', title: 'Properties', meaning: 'Properties, tree, display and checks' },
        ]}
        onChange={(value) => {
          side.value = value;
          // The switch of the other column takes the focus of this one.
          requestAnimationFrame(() => document.querySelector<HTMLElement>('.dock-side:not([hidden]) .side-switch [tabindex="0"]')?.focus());
        }}
      />
    </div>
  );
}

/** The panels of the workspace; the last one takes the rest of the height. */
function RightPanels({ dock, context }: { dock: DockState; context: PanelContext }): JSX.Element {
  const { properties, tree } = dock.sizes.value;
  const { right } = workspaces[dock.workspace.value];
  return (
    <>
      {right.map((panel, i) => {
        const isLast = i === right.length - 1;
        if (panel === 'tabs')
          return [
            <TabbedPanels key="tabs" group="right" {...(isLast ? {} : { height: tree })} dock={dock} context={context} />,
            !isLast && <Splitter key="tabs splitter" of="tree" dock={dock} />,
          ];
        return [
          <SinglePanel
            key={panel}
            id={panel}
            {...(isLast ? {} : { height: properties, fits: dock.fitsProperties.value })}
            context={context}
          />,
          !isLast && <Splitter key={`${panel} splitter`} of="properties" dock={dock} />,
        ];
      })}
    </>
  );
}

function followSize(element: HTMLElement, dock: DockState): () => void {
  const measure = (): void => {
    dock.area.value = { width: element.clientWidth, height: element.clientHeight };
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  return () => observer.disconnect();
}
