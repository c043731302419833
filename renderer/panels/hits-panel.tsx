import type { CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import { formatError } from '#core/error';
import type { RayHit } from '#core/query/ray';
import type { App } from '../commands/app.ts';
import { documentOf, frame, partName, select } from '../commands/actions.ts';
import { decimalsFor, formatCount, formatFixed, formatMany, formatNumber } from '../ui/format-number.ts';
import { lengthLabel } from '../ui/length-label.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import type { Vec3 } from '#core/math/vec3';

/** What the ray met, numbered as in the view. */
export function HitsPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const outcome = store.ray.value;
  const problem = store.rayProblem.value;
  if (problem !== null) return <div class="list-panel"><p class="empty-note" role="alert" data-testid="hits">{formatError(problem)}</p></div>;
  if (outcome === null) {
    return <div class="list-panel"><p class="empty-note">No ray. Take the ray tool (T) and click in the view.</p></div>;
  }
  const { answer, input, microseconds } = outcome;
  const { hits, stats } = answer;
  const { selection } = store.scene.value;
  const chosen = selection?.kind === 'hit' ? selection.hit : null;
  const hover = store.hover.value;
  const document = documentOf(store, input.document);
  const size = document?.mesh?.bounds ?? null;
  const units = document?.summary.mesh?.units ?? null;
  const decimals = decimalsFor(size === null ? 1 : Math.max(...size.max.map((value, i) => value - size.min[i]!)));

  const choose = (hit: number): void => select(store, { kind: 'hit', hit });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = new Map([['ArrowDown', 1], ['ArrowUp', -1]]).get(event.key);
    if (step === undefined || hits.length === 0) return;
    event.preventDefault();
    choose(Math.min(hits.length - 1, Math.max(0, (chosen ?? -1) + step)));
  };
  const row = (index: number, style: CSSProperties): VNode => {
    const hit = hits[index]!;
    return (
      <div
        key={index}
        id={`hit-${index}`}
        class={rowClass(index, index === chosen, hover?.kind === 'hit' && hover.hit === index)}
        style={style}
        role="row"
        aria-rowindex={index + 1}
        aria-selected={index === chosen}
        data-hit={index}
        data-triangle={hit.triangle}
        onClick={() => choose(index)}
        onDblClick={() => frame(store, { kind: 'hit', hit: index })}
        onPointerEnter={() => (store.hover.value = { kind: 'hit', hit: index })}
      >
        <HitCells hit={hit} index={index} decimals={decimals} part={hit.part === null ? '' : partName(store, input.document, hit.part)} />
      </div>
    );
  };
  return (
    <div class="list-panel">
      <div class="row hit head" aria-hidden="true">
        <span>#</span>
        <span class="right">{lengthLabel('Distance', units)}</span>
        <span class="right">{lengthLabel('Position', units)}</span>
        <span class="right">Normal</span>
        <span class="right">Triangle</span>
        <span>Part</span>
        <span class="right">Barycentric</span>
      </div>
      {hits.length === 0 ? (
        <p class="empty-note" data-testid="hits">The ray meets nothing.</p>
      ) : (
        <VirtualRows
          role="table"
          label="Hits of the ray"
          testId="hits"
          count={hits.length}
          row={row}
          reveal={chosen === null ? null : { index: chosen, serial: chosen }}
          activeRow={chosen === null ? undefined : `hit-${chosen}`}
          onKeyDown={onKeyDown}
          onPointerLeave={() => (store.hover.value = null)}
        />
      )}
      <div class="panel-foot" data-testid="ray-cost">
        {formatMany(stats.nodesVisited, 'box', 'boxes')} visited, {formatMany(stats.trianglesTested, 'triangle')} tested, {formatNumber(microseconds, 3)} µs
      </div>
    </div>
  );
}

function HitCells({ hit, index, decimals, part }: { hit: RayHit; index: number; decimals: number; part: string }): JSX.Element {
  return (
    <>
      <span role="cell">
        <span class="number">{index + 1}</span>
      </span>
      <span role="cell" class="right distance">
        {formatFixed(hit.distance, decimals)}
      </span>
      <Triple values={hit.position} decimals={decimals} />
      <Triple values={hit.normal} decimals={2} />
      <span role="cell" class="right">
        {formatCount(hit.triangle)}
      </span>
      <span role="cell" class="name">
        {part}
      </span>
      <Triple values={hit.barycentric} decimals={2} />
    </>
  );
}

function Triple({ values, decimals }: { values: Vec3; decimals: number }): JSX.Element {
  return (
    <span role="cell" class="triple mono secondary">
      {values.map((value, i) => (
        <span key={i}>{formatFixed(value, decimals)}</span>
      ))}
    </span>
  );
}

function rowClass(index: number, chosen: boolean, hovered: boolean): string {
  const names = ['row', 'hit'];
  if (index === 0) names.push('first');
  if (index % 2 === 1) names.push('striped');
  if (chosen) names.push('selected');
  if (hovered) names.push('hovered');
  return names.join(' ');
}
