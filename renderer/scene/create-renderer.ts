import { WebGLRenderer } from 'three';
import type { Store } from '../state/store/store.ts';
import { writeLog } from '../state/store/write-log.ts';

/** three on WebGL2, see-through where nothing is drawn; `null` without it, and then the view and the log say so. */
export function createRenderer(root: HTMLElement, store: Store): WebGLRenderer | null {
  try {
    const renderer = new WebGLRenderer({ antialias: true, alpha: true, stencil: true, powerPreference: 'high-performance' });
    // Each layer says whether the section cuts it.
    renderer.localClippingEnabled = true;
    return renderer;
  } catch (thrown) {
    const text = 'The view needs WebGL2, which this browser does not offer. Lists, statistics and queries work without it.';
    const note = document.createElement('p');
    note.className = 'no-view';
    note.textContent = text;
    root.append(note);
    writeLog(store, 'error', text, thrown instanceof Error ? thrown.message : String(thrown));
    return null;
  }
}
