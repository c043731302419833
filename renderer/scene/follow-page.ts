import type { Store } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';

/** Calls `changed` when the theme changes. */
export function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Reports the size in CSS pixels and the device pixel ratio, immediately and at every change. */
export function followSize(element: HTMLElement, changed: (width: number, height: number, ratio: number) => void): () => void {
  const report = (): void => changed(element.clientWidth, element.clientHeight, devicePixelRatio);
  const observer = new ResizeObserver(report);
  observer.observe(element);
  report();
  const stop = new AbortController();
  const followRatio = (): void => {
    // A media query covers one ratio only, so each change adds the next one.
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => (report(), followRatio()), {
      once: true,
      signal: stop.signal,
    });
  };
  followRatio();
  return () => {
    observer.disconnect();
    stop.abort();
  };
}

/**
 * Follows WebGL context loss, for instance when the machine sleeps. three restores its own state. Our objects are rebuilt
 * at the loss: disposal needs no context then, and the first frame after the restore uploads the new ones.
 */
export function followContext(canvas: HTMLCanvasElement, store: Store, lost: () => void, restored: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  canvas.addEventListener(
    'webglcontextlost',
    () => {
      writeLog(store, 'warning', 'WebGL context lost; restoring the view.');
      lost();
    },
    { signal },
  );
  canvas.addEventListener(
    'webglcontextrestored',
    () => {
      writeLog(store, 'info', 'WebGL context restored.');
      restored();
    },
    { signal },
  );
  return () => stop.abort();
}
