import type { Store } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';

/** Tells when the theme is another one. */
export function followTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Tells the size in CSS pixels and the device's pixel ratio, at once and at each change of either. */
export function followSize(element: HTMLElement, changed: (width: number, height: number, ratio: number) => void): () => void {
  const tell = (): void => changed(element.clientWidth, element.clientHeight, devicePixelRatio);
  const observer = new ResizeObserver(tell);
  observer.observe(element);
  tell();
  const stop = new AbortController();
  const followRatio = (): void => {
    // A query holds for one ratio only, so each change asks for the next.
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => (tell(), followRatio()), {
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
 * The GPU may take its memory back, for instance when the machine sleeps. three makes its own state anew. What we made
 * is made anew at the loss: what is given back then needs no context, and the new is handed over by the first frame after.
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
