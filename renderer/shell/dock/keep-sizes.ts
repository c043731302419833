import { effect, type ReadonlySignal } from '@preact/signals';
import type { DockviewApi } from 'dockview-core';
import { leftWidth, rightWidth } from '../../widgets/measures.ts';
import type { PropertiesNeed } from '../../panels/properties/properties-need.ts';
import { fitSizes, type PanelSizes } from './fit-sizes.ts';

/** What the panels have at first: the properties all their rows, the statistics the rest. */
const firstSizes: PanelSizes = { left: leftWidth, right: rightWidth, meshes: 190, properties: 282, tree: 158 };
const needed: Readonly<Record<PropertiesNeed, number>> = { thing: firstSizes.properties, tool: 330, 'tool-and-thing': 600 };

export interface KeptSizes {
  /** Takes the sizes of the beginning. */
  reset(): void;
  /** Fits them again, when what is beside the columns has changed its size. */
  fit(): void;
  dispose(): void;
}

/**
 * Gives the properties the height that they need until a person sets another, and keeps the columns as they were set while the
 * window changes its size: the view gives and takes, and only a window that is too small for both squeezes the columns, for as
 * long as it is.
 */
export function keepSizes(element: HTMLElement, api: DockviewApi, need: ReadonlySignal<PropertiesNeed>): KeptSizes {
  /** What was dragged; `null` before. */
  let dragged: PanelSizes | null = null;
  const stop = new AbortController();
  const observer = new ResizeObserver(() => {
    // The dock itself follows a frame later; what it gave to the last column then would stay there.
    api.layout(element.clientWidth, element.clientHeight);
    apply();
  });
  observer.observe(element);
  // The dock tells of sizes that it chose itself too: only what was dragged is a wish.
  element.addEventListener(
    'pointerdown',
    (event) => {
      if (!(event.target instanceof Element) || event.target.closest('.dv-sash') === null) return;
      window.addEventListener('pointerup', () => (dragged = sizesNow()), { once: true, signal: stop.signal });
    },
    { capture: true, signal: stop.signal },
  );
  const stopFollowing = effect(() => apply(need.value));

  return {
    reset() {
      dragged = null;
      apply();
    },
    fit: () => apply(),
    dispose() {
      stopFollowing();
      stop.abort();
      observer.disconnect();
    },
  };

  function wishes(of = need.peek()): PanelSizes {
    return dragged ?? { ...firstSizes, properties: needed[of] };
  }

  function apply(of = need.peek()): void {
    if (api.width === 0 || api.height === 0) return;
    const { left, right, meshes, properties, tree } = fitSizes(wishes(of), api.width, api.height);
    set('meshes', { width: left, height: meshes });
    set('properties', { width: right, height: properties });
    set('tree', { height: tree });
  }

  function set(id: string, size: { width?: number; height?: number }): void {
    api.getPanel(id)?.group.api.setSize(size);
  }

  function sizesNow(): PanelSizes {
    const of = (id: string): { width: number; height: number } | undefined => api.getPanel(id)?.group.api;
    const wished = wishes();
    return {
      left: of('meshes')?.width ?? wished.left,
      right: of('properties')?.width ?? wished.right,
      meshes: of('meshes')?.height ?? wished.meshes,
      properties: of('properties')?.height ?? wished.properties,
      tree: of('tree')?.height ?? wished.tree,
    };
  }
}
