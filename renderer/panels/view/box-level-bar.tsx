import type { JSX } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { nodesAtLevel } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { setBoxLevel, revertPreview, previewDisplay } from '../../commands/actions.ts';
import { commandOf, type CommandId } from '../../commands/commands.ts';
import { runCommand } from '../../commands/keymap.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { formatMany } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { capital, volumeWords } from '../../text/volume-words.ts';

const toggles: readonly CommandId[] = ['boxes', 'path', 'fill', 'exactBoxes'];

/** Selects which level of the tree is drawn, and how. The bar keeps its position while the tree is being built, so that nothing moves. */
export function BoxLevelBar({ app }: { app: App }): JSX.Element | null {
  const { store } = app;
  // Arrow keys on the slider while it has the focus are one undo step, and so is a drag.
  const burst = useRef(Symbol('level'));
  const beginBurst = (): void => void (burst.current = Symbol('level'));
  const tree = store.activeTree.value?.tree ?? null;
  const level = store.scene.value.display.boxLevel;
  const count = useMemo(() => (tree === null || level === null ? 0 : nodesAtLevel(tree, level).length), [tree, level]);
  if (tree?.nodeCount === 0) return null;
  const words = volumeWords(tree?.kind ?? 'aabb');
  const deepest = tree?.depth ?? 0;
  const preview = (value: number): void => previewDisplay(store, { boxLevel: value });
  return (
    <div class="floating view-bar level-bar" data-testid="box-level" inert={tree === null}>
      <NumberField
        // A new field for another tree: the error of a value too deep for this one no longer applies.
        key={`${tree?.kind ?? ''} ${deepest}`}
        label="Tree level"
        caption={`${capital(words.many)} at level`}
        value={level ?? 0}
        min={0}
        max={deepest}
        integer
        step={1}
        testId="box-level-field"
        onPreview={preview}
        onCommit={(value) => setBoxLevel(store, value)}
        onRevert={() => revertPreview(store)}
      />
      <input
        class="slider"
        type="range"
        aria-label="Tree level"
        min={0}
        max={deepest}
        step={1}
        value={level ?? 0}
        onFocus={beginBurst}
        onPointerDown={beginBurst}
        onInput={(event) => preview(event.currentTarget.valueAsNumber)}
        onChange={(event) => setBoxLevel(store, event.currentTarget.valueAsNumber, burst.current)}
      />
      <span class="count">{level === null ? 'none shown' : formatMany(count, words.one, words.many)}</span>
      <span class="segments">
        {toggles.map((id) => (
          <button
            key={id}
            type="button"
            aria-pressed={commandOf(id).checked?.(app) ?? false}
            title={commandTip(id)}
            data-command={id}
            onClick={() => runCommand(app, id)}
          >
            {shortTitles.get(id)}
          </button>
        ))}
      </span>
    </div>
  );
}

const shortTitles = new Map<CommandId, string>([
  ['boxes', 'Level'],
  ['path', 'Path'],
  ['fill', 'Fill'],
  ['exactBoxes', 'Exact'],
]);
