import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { choosePair, frameInstances, hoverPair } from '../../commands/scene-actions.ts';
import { pairAt, scenePairRow } from '../../state/instances/frame-facts.ts';
import type { SceneInput } from '../../state/instances/scene-input.ts';
import type { SceneFrame } from '../../state/instances/scene-messages.ts';
import type { InstancePair } from '../../state/instances/scene-run-state.ts';
import { formatCount, formatMany } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { RecordList, type Column } from '../../widgets/record-list.tsx';

/** What each stage means for a pair, by number. */
const stageTitles = ['boxes', 'spheres', 'surfaces'] as const;

/** The pairs of the shown step. One that is chosen can be opened as two meshes. */
export function PairsList({ app, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { store } = app;
  const { frame, pair, hover } = store.sceneRun.value;
  if (frame === null) return <p class="empty-note">No step yet.</p>;
  const row = scenePairRow(frame, pair);
  const hovered = scenePairRow(frame, hover);
  return (
    <>
      <RecordList
        name="scene-pair"
        label="Pairs of instances"
        testId="scene-list"
        count={frame.stages.length}
        columns={columnsOf(scene, frame)}
        source={frame}
        rowAt={(index) => pairAt(frame, index)}
        marks={({ i, j }, index) => ({ 'data-i': i, 'data-j': j, 'data-stage': stageTitles[frame.stages[index]!]! })}
        chosen={row}
        isHovered={(_, index) => index === hovered}
        onChoose={(index) => choosePair(store, pairAt(frame, index))}
        onFrame={(index) => frameInstances(store, [frame.pairs[2 * index]!, frame.pairs[2 * index + 1]!])}
        onHover={(index) => hoverPair(store, index === null ? null : pairAt(frame, index))}
        empty="No pairs at this step."
      />
      <div class="panel-foot">
        <span class="name" data-testid="scene-foot">
          {formatMany(frame.stages.length, 'pair')} at step {formatCount(frame.step)}
          {pair !== null && row === null && `; instances ${formatCount(pair.i)} and ${formatCount(pair.j)} are no pair at this step`}
        </span>
        <button
          type="button"
          class="button small"
          data-command="openScenePair"
          title={commandTip('openScenePair')}
          disabled={pair === null}
          onClick={() => runCommand(app, 'openScenePair')}
        >
          Open as two meshes
        </button>
      </div>
    </>
  );
}

function columnsOf({ packed }: SceneInput, { pairs, stages }: SceneFrame): readonly Column<InstancePair>[] {
  const nameOf = (instance: number): string => packed.meshes[packed.meshOf[instance]!]!;
  const setOf = (instance: number): string => (packed.moving[instance] === 1 ? 'moving' : 'static');
  return [
    { title: 'Instance A', look: 'right', sortKey: (row) => pairs[2 * row]!, cell: ({ i }) => formatCount(i) },
    { title: 'Instance B', look: 'right', sortKey: (row) => pairs[2 * row + 1]!, cell: ({ j }) => formatCount(j) },
    {
      title: 'Stage',
      sortKey: (row) => stages[row]!,
      descendingFirst: true,
      cell: (_, row) => [<span key="mark" class={`stage-mark ${stageTitles[stages[row]!]}`} />, stageTitles[stages[row]!]],
    },
    { title: 'Set of A', figure: 'Set', cell: ({ i }) => setOf(i) },
    { title: 'Set of B', figure: 'Set', cell: ({ j }) => setOf(j) },
    { title: 'Mesh of A', figure: 'Instance mesh', look: 'name', cell: ({ i }) => nameOf(i) },
    { title: 'Mesh of B', figure: 'Instance mesh', look: 'name', cell: ({ j }) => nameOf(j) },
  ];
}
