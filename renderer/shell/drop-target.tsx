import type { JSX } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { declineTour } from '../commands/tour-actions.ts';
import { Icon } from '../widgets/icon.tsx';
import { readDrop } from './read-drop.ts';

/** The whole window accepts files, and shows what a drop will do. Files dropped together are opened together. */
export function DropTarget({ app }: { app: App }): JSX.Element | null {
  const [count, setCount] = useState(0);
  // An effect would wait for a frame, and a file that is dropped before would be lost.
  useLayoutEffect(() => {
    const stop = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void): void =>
      window.addEventListener(name, listener, { signal: stop.signal });
    on('dragenter', (event) => {
      if (!hasFiles(event)) return;
      // Without this, a drop is refused until the next `dragover`: also when the overlay appears under the pointer.
      event.preventDefault();
      setCount(fileCount(event));
    });
    on('dragover', (event) => {
      // Other drags, as of text, are not ours.
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    });
    on('dragleave', (event) => event.relatedTarget === null && setCount(0));
    on('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setCount(0);
      declineTour(app.shell);
      if (event.dataTransfer !== null) void app.projects.open(readDrop(event.dataTransfer), wantsMovingMesh(app) ? 'movingMesh' : 'mesh');
    });
    return () => stop.abort();
  }, [app]);
  if (count === 0) return null;
  return (
    <div class="drop-overlay" data-testid="drop-overlay">
      <Icon name="drop" large />
      <b>{wantsMovingMesh(app) ? 'Open as moving mesh' : count === 1 ? 'Open 1 file' : `Open ${count} files`}</b>
      <span class="secondary">Open documents stay open. Files dropped together can reference each other.</span>
    </div>
  );
}

/** With the moving mesh tool and no moving mesh, a dropped file becomes the moving mesh. */
function wantsMovingMesh({ store }: App): boolean {
  const { tool, movingMesh } = store.scene.value;
  return tool === 'movingMesh' && movingMesh === null && store.activeDocument.value?.mesh != null;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Browsers report the number of files before the drop, not their names. Where they do not, it is one or more. */
function fileCount(event: DragEvent): number {
  return Math.max(1, [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length);
}
