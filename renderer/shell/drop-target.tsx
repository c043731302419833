import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { App } from '../commands/app.ts';
import { Icon } from '../widgets/icon.tsx';
import { readDrop } from './read-drop.ts';

/** The whole window takes files; while some are over it, it says what will happen. The files of one drop go together. */
export function DropTarget({ app }: { app: App }): JSX.Element | null {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    const on = (name: 'dragenter' | 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void): void =>
      window.addEventListener(name, listener, { signal: stop.signal });
    on('dragenter', (event) => hasFiles(event) && setCount(fileCount(event)));
    on('dragover', (event) => {
      // Tabs of the dock are dragged too; those are not ours.
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    });
    on('dragleave', (event) => event.relatedTarget === null && setCount(0));
    on('drop', (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setCount(0);
      if (event.dataTransfer !== null) void app.session.open(readDrop(event.dataTransfer), wantsMovingMesh(app) ? 'movingMesh' : 'mesh');
    });
    return () => stop.abort();
  }, [app]);
  if (count === 0) return null;
  return (
    <div class="drop-overlay" data-testid="drop-overlay">
      <Icon name="drop" large />
      <b>{wantsMovingMesh(app) ? 'Open as the moving mesh' : count === 1 ? 'Open this file' : `Open these ${count} files`}</b>
      <span class="secondary">What is open stays open. Files of one drop find each other.</span>
    </div>
  );
}

/** With the moving mesh tool in hand and nothing to move yet, what is dropped is to be moved. */
function wantsMovingMesh({ store }: App): boolean {
  const { tool, movingMesh } = store.scene.value;
  return tool === 'movingMesh' && movingMesh === null && store.activeDocument.value?.mesh != null;
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false;
}

/** Browsers tell the number of files before the drop, not their names; where they do not, it is one or more. */
function fileCount(event: DragEvent): number {
  return Math.max(1, [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file').length);
}
