import { useSignal } from '@preact/signals';
import type { JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { pageScale } from '../../widgets/page-scale.ts';
import type { DockState } from './dock-state.ts';
import type { PanelSizes } from './fit-sizes.ts';

/** Step of an arrow key, CSS pixels. */
const keyStep = 16;

/** Which coordinate each splitter follows, and whether the panel that it resizes grows with it (1) or against it (-1). */
const directions = {
  left: { axis: 'x', sign: 1, label: 'Left column width' },
  right: { axis: 'x', sign: -1, label: 'Right column width' },
  meshes: { axis: 'y', sign: 1, label: 'Meshes height' },
  properties: { axis: 'y', sign: 1, label: 'Properties height' },
  tree: { axis: 'y', sign: 1, label: 'Tree height' },
  bottom: { axis: 'y', sign: -1, label: 'Lists height' },
} as const satisfies Record<keyof PanelSizes, { readonly axis: 'x' | 'y'; readonly sign: 1 | -1; readonly label: string }>;

/** The line between two panels: dragged, moved by arrow keys, reset by a double click. */
export function Splitter({ of, dock }: { of: keyof PanelSizes; dock: DockState }): JSX.Element {
  const start = useRef<{ readonly at: number; readonly size: number } | null>(null);
  const { axis, sign, label } = directions[of];
  const line = useRef<HTMLDivElement>(null);
  const size = dock.sizes.value[of];
  const shown = usePanelHeight(line, of === 'properties') ?? size;
  const { width, height } = dock.area.value;
  const pointerAt = (event: PointerEvent): number => (axis === 'x' ? event.clientX : event.clientY) / pageScale();
  /** The properties may be lower than their size. */
  const shownSize = (splitter: Element): number =>
    of === 'properties' ? (splitter.previousElementSibling as HTMLElement).offsetHeight : size;
  const keys = axis === 'x' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  return (
    <div
      ref={line}
      class={`splitter splitter-${axis}`}
      role="separator"
      tabIndex={0}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuenow={shown}
      aria-valuemin={0}
      aria-valuemax={axis === 'x' ? width : height}
      data-testid={`splitter-${of}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: pointerAt(event), size: shownSize(event.currentTarget) };
      }}
      onPointerMove={(event) => {
        if (start.current !== null) dock.resize(of, start.current.size + sign * (pointerAt(event) - start.current.at));
      }}
      onLostPointerCapture={() => (start.current = null)}
      onDblClick={() => dock.resetSize(of)}
      onKeyDown={(event) => {
        const way = keys.indexOf(event.key);
        if (way < 0) return;
        event.preventDefault();
        event.stopPropagation();
        dock.resize(of, shownSize(event.currentTarget) + sign * (way === 0 ? -keyStep : keyStep));
      }}
    />
  );
}

/** Returns the height on screen of the panel before a splitter, CSS pixels; `null` before the first layout, and where it is not wanted. */
function usePanelHeight(splitter: RefObject<HTMLElement | null>, isWanted: boolean): number | null {
  const height = useSignal<number | null>(null);
  useLayoutEffect(() => {
    const panel = isWanted ? (splitter.current!.previousElementSibling as HTMLElement) : null;
    height.value = panel?.offsetHeight ?? null;
    if (panel === null) return;
    const observer = new ResizeObserver(() => (height.value = panel.offsetHeight));
    observer.observe(panel);
    return () => observer.disconnect();
  }, [isWanted]);
  return height.value;
}
