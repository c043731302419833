import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { effect } from '@preact/signals';
import type { Tree } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { formatCount } from '../../text/format-number.ts';
import { parseNumber } from '../../text/parse-number.ts';
import { Segmented } from '../../widgets/segmented.tsx';

const modes = [
  { value: 'tree', title: 'Tree', meaning: 'The hierarchy of nodes' },
  { value: 'list', title: 'Worst nodes', meaning: 'All nodes in one list, the worst first' },
] as const;

/** The switch between the hierarchy and the list of nodes, and the field that selects a node by its number. */
export function HierarchyBar({ app, tree, onGo }: { app: App; tree: Tree; onGo: (node: number) => void }): JSX.Element {
  const { nodes } = app;
  return (
    <div class="hierarchy-bar">
      <Segmented label="Hierarchy or list" value={nodes.mode.value} choices={modes} onChange={nodes.show} />
      <GoToNode app={app} nodeCount={tree.nodeCount} onGo={onGo} />
    </div>
  );
}

/** A field for the number of a node. Invalid text stays with its reason until it is corrected or Escape discards it. */
function GoToNode({ app: { shell }, nodeCount, onGo }: { app: App; nodeCount: number; onGo: (node: number) => void }): JSX.Element {
  const [text, setText] = useState('');
  const [reason, setReason] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    let seen = shell.nodeWanted.peek();
    return effect(() => {
      if (seen !== shell.nodeWanted.value) field.current?.focus();
      seen = shell.nodeWanted.value;
    });
  }, [shell]);
  const clear = (): void => {
    setText('');
    setReason(null);
  };
  const go = (): void => {
    const parsed = parseNumber(text, { integer: true, min: 0, max: nodeCount - 1 });
    if ('reason' in parsed) return setReason(text.trim() === '' ? null : parsed.reason);
    clear();
    onGo(parsed.value);
  };
  return (
    <span
      class={`field text go-to-node${reason === null ? '' : ' invalid'}`}
      title={reason ?? `A node from 0 to ${formatCount(nodeCount - 1)}`}
    >
      <input
        ref={field}
        type="text"
        inputMode="numeric"
        autocomplete="off"
        spellcheck={false}
        aria-label="Go to node"
        aria-invalid={reason !== null}
        placeholder="Go to node"
        data-testid="go-to-node"
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setReason(null);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          if (event.key !== 'Escape') return;
          clear();
          event.currentTarget.blur();
          event.stopPropagation();
        }}
      />
      {reason !== null && (
        <span class="go-to-node-reason" role="alert">
          {reason}
        </span>
      )}
    </span>
  );
}
