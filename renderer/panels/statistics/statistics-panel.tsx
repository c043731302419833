import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { engineTitles, type TreeStatistics } from '#core/tree';
import type { DocumentId, TreeSummary } from '#host-api';
import type { App } from '../../commands/app.ts';
import { selectLeaves } from '../../commands/node-actions.ts';
import { groupText, type LeafGroup } from '../../state/nodes/leaf-group.ts';
import { depthColour } from '../../scene/depth-colour.ts';
import { formatBytes, formatCount, formatFixed, formatMany, formatMilliseconds, formatNumber } from '../../text/format-number.ts';
import { playedIn, PoseNote } from '../properties/pose-note.tsx';
import { Facts } from '../properties/facts.tsx';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { binsOf, meanOf, type Bin } from './bins.ts';
import { Histogram, type HistogramProps } from './histogram.tsx';
import { timesOf } from './times.ts';

/** Statistics of the tree, and the time of each step of loading. */
export function StatisticsPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const document = store.activeDocument.value;
  const tree = store.activeTree.value;
  if (document === null)
    return (
      <div class="properties">
        <p class="quiet">Open a mesh to see statistics.</p>
      </div>
    );
  return (
    <div class="properties statistics" role="group" aria-label="Statistics" tabIndex={0} data-testid="statistics">
      <PoseNote
        store={store}
        document={document.summary.id}
        atRest="The SAH cost is of the tree refitted to this pose. All other values are of the tree as built."
      />
      {tree !== null && (
        <TreeFacts
          app={app}
          document={document.summary.id}
          {...tree.summary}
          posedCost={playedIn(store, document.summary.id)?.figures?.cost ?? null}
        />
      )}
      <Times times={timesOf(document, tree)} />
    </div>
  );
}

interface OfDocument {
  readonly app: App;
  readonly document: DocumentId;
}

/** `posedCost` replaces the cost as built while a pose is shown. */
function TreeFacts({
  app,
  document,
  statistics,
  posedCost,
}: OfDocument & Pick<TreeSummary, 'statistics'> & { readonly posedCost: number | null }): JSX.Element {
  const { nodes, leaves, depth, sahCost, bytes, bytesPerTriangle, engine, queryEngine } = statistics;
  return (
    <>
      <Facts
        two
        facts={[
          ['Nodes', formatCount(nodes)],
          ['Leaves', formatCount(leaves)],
          ['Depth', formatCount(depth)],
          ['SAH cost', costText(posedCost ?? sahCost)],
          ['Bytes', formatBytes(bytes)],
          ['Bytes per tri.', Number.isFinite(bytesPerTriangle) ? `${formatFixed(bytesPerTriangle, 1)} B` : 'none'],
        ]}
      />
      <Facts
        facts={[
          ['Build engine', engine === null ? 'from file' : engineTitles[engine]],
          ['Query engine', engineTitles[queryEngine]],
        ]}
      />
      {leaves > 0 && <Histograms app={app} document={document} {...statistics} />}
    </>
  );
}

function costText(cost: number | null): string {
  return cost === null ? 'none' : formatNumber(cost, 4);
}

/** Histograms of leaf depths and leaf sizes. A click on a bar selects and lists its leaves. */
function Histograms({ app, document, depth, leafDepths, leafSizes }: OfDocument & TreeStatistics): JSX.Element {
  const depthPairs = useMemo(() => [...leafDepths.entries()], [leafDepths]);
  const depths = useMemo(() => binsOf(depthPairs), [depthPairs]);
  const sizes = useMemo(() => binsOf(leafSizes), [leafSizes]);
  const props = (measure: LeafGroup['measure']): Pick<HistogramProps, 'textOf' | 'onPick'> => {
    const groupOf = ({ from, to }: Bin): LeafGroup => ({ document, measure, from, to });
    return {
      textOf: (bin) => `${formatMany(bin.count, 'leaf', 'leaves')} ${groupText(groupOf(bin))}`,
      onPick: (bin) => selectLeaves(app, groupOf(bin)),
    };
  };
  return (
    <>
      <div class="sub-title">
        <b>
          <FigureTitle label="Leaf depth" />
        </b>
        <span>mean {formatFixed(meanOf(depthPairs), 1)}</span>
      </div>
      <Histogram label="Leaves by depth" bins={depths} colourOf={(bin) => depthColour(bin.from, depth)} {...props('depth')} />
      <div class="sub-title">
        <b>
          <FigureTitle label="Triangles per leaf" />
        </b>
        <span>mean {formatFixed(meanOf(leafSizes), 2)}</span>
      </div>
      <Histogram label="Leaves by number of triangles" bins={sizes} colourOf={() => null} {...props('triangles')} />
    </>
  );
}

function Times({ times }: { times: ReturnType<typeof timesOf> }): JSX.Element {
  const total = times.reduce((sum, { milliseconds }) => sum + (milliseconds ?? 0), 0);
  return (
    <>
      <div class="sub-title">
        <b>
          <FigureTitle label="Load time" />
        </b>
        <span>{formatMilliseconds(total)}</span>
      </div>
      <div class="times-bar" aria-hidden="true">
        {times.map(({ name, milliseconds }, i) =>
          milliseconds === null ? null : (
            <span key={name} class={`time-${i}`} style={{ flexGrow: Math.max(milliseconds, 1e-3) }} title={name} />
          ),
        )}
      </div>
      <div class="times" data-testid="times">
        {times.map(({ name, milliseconds, givenUp }, i) => [
          <span key={`${name} swatch`} class={`swatch time-${i}`} />,
          <span key={name} class="label">
            <FigureTitle label={name} />
          </span>,
          <span key={`${name} value`} class="value">
            {milliseconds === null ? (givenUp === true ? 'none' : '…') : formatMilliseconds(milliseconds)}
          </span>,
        ])}
      </div>
    </>
  );
}
