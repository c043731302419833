import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatError } from '#core/error';
import { countPossiblePairs, leftOutOf, type NarrowFacts } from '#core/scene';
import type { App } from '../../commands/app.ts';
import { runSceneAgain } from '../../commands/scene-actions.ts';
import { instanceColour } from '../../scene/instance-colour.ts';
import { maxPairLines } from '../../scene/pairs-layer.ts';
import { instanceGroups } from '../../state/instances/instance-groups.ts';
import { instanceCount, type SceneInput } from '../../state/instances/scene-input.ts';
import type { SceneFrame } from '../../state/instances/scene-messages.ts';
import type { PageDocument } from '../../state/store/records.ts';
import type { Store } from '../../state/store/store.ts';
import { figureMarks, type FigureName } from '../../text/figures.ts';
import { formatCount, formatMany, formatMilliseconds } from '../../text/format-number.ts';

/** Colours in the key; the others are summed up. */
const maxKeys = 8;

/** How many pairs are left after each phase of the shown step, with what the step cost, and the key of the colours. */
export function SceneFunnel({ app: { store }, scene }: { app: App; scene: SceneInput }): JSX.Element {
  const { frame, status, look, replaced } = store.sceneRun.value;
  const groups = useMemo(
    () => instanceGroups(scene.packed, look.colourBy, frame, scene.packed.meshes).groups,
    [scene.packed, look.colourBy, frame],
  );
  const possible = useMemo(() => countPossiblePairs(scene.packed, instanceCount(scene)), [scene.packed]);
  return (
    <div class="scene-funnel">
      {status.kind === 'failed' && (
        <p class="error-text" role="alert" data-testid="scene-problem">
          {formatError(status.problem)}{' '}
          <button
            type="button"
            class="button small"
            data-testid="scene-again"
            title="Runs the scene again at this step"
            onClick={() => runSceneAgain(store)}
          >
            Run again
          </button>
        </p>
      )}
      {status.kind === 'running' && frame === null && (
        <p class="quiet" role="status">
          Finding pairs
        </p>
      )}
      {frame !== null && <Funnel frame={frame} possible={possible} />}
      {frame !== null && <Cost frame={frame} replaced={replaced} />}
      <ColourKey groups={groups} />
      <DrawnNote store={store} scene={scene} />
    </div>
  );
}

interface FunnelRow {
  readonly title: FigureName;
  readonly count: number | null;
  readonly testId: string;
  readonly token: string;
}

/** Bars of logarithmic length: each phase leaves a part of the pairs of the one before. */
function Funnel({ frame: { facts }, possible }: { frame: SceneFrame; possible: number | null }): JSX.Element {
  const rows: readonly FunnelRow[] = [
    { title: 'Possible pairs', count: possible, testId: 'scene-possible', token: '--text-quiet' },
    { title: 'Box tests', count: facts.tests, testId: 'scene-tests', token: '--text-quiet' },
    { title: 'Box pairs', count: facts.pairs, testId: 'scene-pairs', token: '--meaning-contact-b' },
    { title: 'Sphere pairs', count: facts.narrow?.spheres ?? null, testId: 'scene-spheres', token: '--meaning-hit' },
    { title: 'Surface pairs', count: facts.narrow?.overlaps ?? null, testId: 'scene-surfaces', token: '--meaning-contact-a' },
  ];
  const longest = Math.log1p(Math.max(...rows.map(({ count }) => count ?? 0))) || 1;
  return (
    <table class="funnel" aria-label="Pairs after each phase, bars on a log scale">
      <tbody>
        {rows.map(({ title, count, testId, token }) => (
          <tr key={title}>
            <th scope="row" {...figureMarks(title)}>
              {title}
            </th>
            <td class="bar" aria-hidden="true">
              <svg width="100%" height="8" preserveAspectRatio="none">
                <rect width={`${(100 * Math.log1p(count ?? 0)) / longest}%`} height="8" fill={`var(${token})`} />
              </svg>
            </td>
            <td class="count" data-testid={testId} data-count={count ?? undefined}>
              {count === null ? (title === 'Possible pairs' ? 'not counted' : 'off') : formatCount(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param replaced workers of the scene that were replaced */
function Cost({ frame: { facts }, replaced }: { frame: SceneFrame; replaced: number }): JSX.Element {
  const { milliseconds, swaps, sweep, tree, narrow } = facts;
  return (
    <p class="scene-cost" data-testid="scene-cost" data-swaps={swaps ?? undefined} {...figureMarks('Step time')}>
      Broad phase {formatMilliseconds(milliseconds)}
      {narrow !== null &&
        `, narrow phase ${formatMilliseconds(narrow.milliseconds)} with ${formatMany(narrow.byAxes, 'pair')} decided by separating axes`}
      {swaps !== null && `, ${formatMany(swaps, 'swap')} of the sort`}
      {sweep !== null &&
        `, ${sweep.segments.map(formatCount).join(' × ')} segments, ${formatMany(sweep.pieces, 'box', 'boxes')} after cuts`}
      {tree !== null && `, ${formatCount(tree.refitted)} refitted, ${formatCount(tree.reinserted)} reinserted`}
      {narrow !== null && narrow.undecided > 0 && `, ${undecidedText(narrow)}`}
      {narrow !== null && narrow.lost > 0 && `, ${formatMany(narrow.lost, 'thread')} replaced`}
      {replaced > 0 && `, ${formatMany(replaced, 'worker')} replaced`}
    </p>
  );
}

/** `1 pair not decided, its scales differ too much: 0 and 1` */
function undecidedText({ undecided, undecidedPairs }: NarrowFacts): string {
  const named = undecidedPairs.map(([i, j]) => `${i} and ${j}`).join(', ');
  const rest = undecided > undecidedPairs.length ? ', …' : '';
  return `${formatMany(undecided, 'pair')} not decided because scales differ too much: ${named}${rest}`;
}

function ColourKey({ groups }: { groups: ReturnType<typeof instanceGroups>['groups'] }): JSX.Element {
  const shown = groups.slice(0, maxKeys);
  return (
    <ul class="scene-key" aria-label="Colours of instances">
      {shown.map((group) => (
        <li key={group.title}>
          <svg width="10" height="10" aria-hidden="true">
            <rect width="10" height="10" rx="2" fill={instanceColour(group)} />
          </svg>
          <span class="name">{group.title}</span>
          <span class="count">{formatCount(group.count)}</span>
        </li>
      ))}
      {groups.length > shown.length && <li class="quiet">and {formatCount(groups.length - shown.length)} more</li>}
    </ul>
  );
}

/** Coordinates of the graphics card are f32, and their squares are too. */
const maxDrawn = 1e18;

/** Returns the number of boxes (6·n) that cannot be drawn where they are. */
function countBeyond(boxes: Float64Array): number {
  let count = 0;
  for (let at = 0; at < boxes.length; at += 6) {
    let reach = 0;
    for (let k = at; k < at + 6; k++) reach = Math.max(reach, Math.abs(boxes[k]!));
    if (reach > maxDrawn) count++;
  }
  return count;
}

/** Returns a sentence for each mesh with vertices that are not finite. */
function leftOutNotes(documents: readonly PageDocument[], scene: SceneInput): readonly string[] {
  return documents.flatMap(({ summary, mesh }) => {
    if (mesh === null || !scene.documents.includes(summary.id)) return [];
    const { nonFiniteVertices, trianglesLeftOut } = leftOutOf(mesh.mesh);
    if (nonFiniteVertices === 0) return [];
    const vertices = formatMany(nonFiniteVertices, 'vertex', 'vertices');
    return [`${summary.name}: ${vertices} not finite, ${formatMany(trianglesLeftOut, 'triangle')} left out.`];
  });
}

/** What the view simplifies, and what takes no part. */
function DrawnNote({ store, scene }: { store: Store; scene: SceneInput }): JSX.Element | null {
  const drawn = store.frame.value?.instances ?? null;
  const { frame, look } = store.sceneRun.value;
  const pairs = look.lines ? (frame?.stages.length ?? 0) : 0;
  const documents = store.documents.value;
  const leftOut = useMemo(() => leftOutNotes(documents, scene), [documents, scene]);
  const beyond = useMemo(() => (frame === null ? 0 : countBeyond(frame.boxes)), [frame]);
  const notes = [
    beyond === 0 ? null : `${formatMany(beyond, 'instance')} beyond the range of the graphics card: not drawn as placed.`,
    drawn === null
      ? null
      : `In sight: ${formatCount(drawn.meshes)} as meshes, ${formatCount(drawn.boxes)} as boxes, ${formatCount(drawn.points)} as points.`,
    pairs > maxPairLines ? `Lines of the first ${formatCount(maxPairLines)} pairs.` : null,
    ...leftOut,
  ].filter((note) => note !== null);
  return (
    <p class="quiet" data-testid="scene-note">
      {formatMany(instanceCount(scene), 'instance')}. {notes.join(' ')}
    </p>
  );
}
