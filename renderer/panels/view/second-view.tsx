import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { buildOptions, type BuildOptions, type ChoiceOption } from '#core/options';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { createSceneView } from '../../scene/scene-view.ts';
import { createSecondStore } from '../../state/store/second-store.ts';
import type { FetchedTree } from '../../state/store/records.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { formatMany, formatNumber } from '../../text/format-number.ts';
import { Icon } from '../../widgets/icon.tsx';
import { Select } from '../../widgets/select.tsx';
import { HeatNote } from './heat-note.tsx';
import { HeatOverlay } from './heat-overlay.tsx';
import { obstaclesOver } from './obstacles-over.ts';
import type { PointedPixel } from './heat-views.ts';

interface SecondViewProps {
  readonly app: App;
  readonly tree: FetchedTree;
  readonly pointed: Signal<PointedPixel | null>;
}

/**
 * A second view of the same scene with another tree. Captions over both show which tree it is, and its ray cost while the heat map is on.
 */
export function SecondView({ app, tree, pointed }: SecondViewProps): JSX.Element {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (container.current === null) return;
    const second = createSecondStore(app.store);
    const view = createSceneView(container.current, second.store, {
      leads: false,
      obstacles: () => obstaclesOver(container.current),
    });
    const stopHeat = app.followHeat(second.store);
    return () => {
      stopHeat();
      view.dispose();
      second.dispose();
    };
  }, [app]);
  const { activeDocument } = app.store.scene.value;
  const mine = app.store.activeTree.value;
  const choose = (change: Partial<BuildOptions>): void => {
    if (activeDocument !== null) void app.session.showSecond(activeDocument, { ...tree.summary.options, ...change });
  };
  return (
    <>
      <div ref={container} class="view-canvas second" data-testid="view-second" />
      <HeatOverlay app={app} view="right" pointed={pointed} />
      {mine !== null && (
        <div class="view-caption left" data-testid="caption-left">
          <b>{titleOf(mine.summary.options)}</b> <span class="caption-facts">{factsOf(mine)}</span>{' '}
          <HeatNote app={app} view="left" pointed={pointed} />
        </div>
      )}
      <div class="floating view-bar view-second-bar" data-testid="second-view">
        <Select
          label="Kind of the second tree"
          value={tree.summary.options.kind}
          choices={choicesOf(buildOptions.kind)}
          testId="second-kind"
          onChange={(kind) => choose({ kind: kind as BuildOptions['kind'] })}
        />
        <Select
          label="Split of the second tree"
          value={tree.summary.options.split}
          choices={choicesOf(buildOptions.split)}
          testId="second-split"
          onChange={(split) => choose({ split: split as BuildOptions['split'] })}
        />
        <button
          type="button"
          class="icon-button"
          title={commandTip('secondView')}
          aria-label="Close second view"
          onClick={() => runCommand(app, 'secondView')}
        >
          <Icon name="close" small />
        </button>
      </div>
      <div class="view-caption right" data-testid="caption-right">
        <b>{titleOf(tree.summary.options)}</b> <span class="caption-facts">{factsOf(tree)}</span>{' '}
        <HeatNote app={app} view="right" pointed={pointed} />
      </div>
    </>
  );
}

function choicesOf({ choices }: ChoiceOption): { readonly value: string; readonly title: string; readonly meaning: string }[] {
  return Object.entries(choices).map(([value, texts]) => ({ value, ...texts }));
}

function titleOf({ kind, split }: BuildOptions): string {
  return `${buildOptions.kind.choices[kind].title}, ${buildOptions.split.choices[split].title}`;
}

function factsOf({ summary: { statistics } }: FetchedTree): string {
  const { nodes, depth, bytesPerTriangle } = statistics;
  return `${formatMany(nodes, 'node')}, depth ${depth}, ${formatNumber(bytesPerTriangle, 3)} B/triangle`;
}
