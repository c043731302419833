import type { CSSProperties, JSX, TargetedKeyboardEvent, VNode } from 'preact';
import type { Vec3 } from '#core/math/vec3';
import type { SphereTouch } from '#core/query/sphere';
import type { DocumentId } from '#host-api';
import type { App } from '../commands/app.ts';
import { documentOf, frame, partName, select } from '../commands/actions.ts';
import type { Selection } from '../state/records.ts';
import { touchIndex, touchOf } from '../state/sphere-query.ts';
import { decimalsFor, formatCount, formatFixed, formatNumber } from '../ui/format-number.ts';
import { lengthLabel } from '../ui/length-label.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { featureLabel } from './feature-label.ts';

/** What the sphere touches, ascending by triangle. A row's record is made when the row is in sight: there may be very many. */
export function TouchesPanel({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const outcome = store.sphere.value;
  if (outcome === null) {
    return <div class="list-panel"><p class="empty-note">No sphere. Take the sphere tool (S) and click in the view.</p></div>;
  }
  const { triangles, stats, microseconds, input } = outcome;
  const chosenTriangle = triangleOf(store.scene.value.selection, input.document);
  const hoveredTriangle = triangleOf(store.hover.value, input.document);
  const chosen = chosenTriangle === null ? null : touchIndex(outcome, chosenTriangle);
  const document = documentOf(store, input.document);
  const size = document?.mesh?.bounds ?? null;
  const units = document?.summary.mesh?.units ?? null;
  const decimals = decimalsFor(size === null ? 1 : Math.max(...size.max.map((value, i) => value - size.min[i]!)));
  const pushed = store.pushOut.value;

  const choose = (index: number): void => select(store, { kind: 'touch', triangle: triangles[index]! });
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const step = new Map([['ArrowDown', 1], ['ArrowUp', -1]]).get(event.key);
    if (step === undefined || triangles.length === 0) return;
    event.preventDefault();
    choose(Math.min(triangles.length - 1, Math.max(0, (chosen ?? -1) + step)));
  };
  const row = (index: number, style: CSSProperties): VNode => {
    const triangle = triangles[index]!;
    const touch = touchOf(outcome, triangle);
    const names = ['row', 'touch'];
    if (index % 2 === 1) names.push('striped');
    if (index === chosen) names.push('selected');
    if (triangle === hoveredTriangle) names.push('hovered');
    return (
      <div
        key={index}
        id={`touch-${index}`}
        class={names.join(' ')}
        style={style}
        role="row"
        aria-rowindex={index + 1}
        aria-selected={index === chosen}
        data-touch={triangle}
        data-feature={touch.feature}
        onClick={() => choose(index)}
        onDblClick={() => frame(store, { kind: 'touch', triangle })}
        onPointerEnter={() => (store.hover.value = { kind: 'touch', triangle })}
      >
        <TouchCells touch={touch} decimals={decimals} part={touch.part === null ? '' : partName(store, input.document, touch.part)} />
      </div>
    );
  };
  return (
    <div class="list-panel">
      <div class="row touch head" aria-hidden="true">
        <span />
        <span class="right">Triangle</span>
        <span>Feature</span>
        <span class="right">{lengthLabel('Depth', units)}</span>
        <span class="right">Direction</span>
        <span class="right">{lengthLabel('Closest point', units)}</span>
        <span>Part</span>
      </div>
      {triangles.length === 0 ? (
        <p class="empty-note" data-testid="touches">The sphere touches nothing.</p>
      ) : (
        <VirtualRows
          role="table"
          label="Triangles that the sphere touches"
          testId="touches"
          count={triangles.length}
          row={row}
          reveal={chosen === null ? null : { index: chosen, serial: chosen }}
          activeRow={chosen === null ? undefined : `touch-${chosen}`}
          onKeyDown={onKeyDown}
          onPointerLeave={() => (store.hover.value = null)}
        />
      )}
      <div class="panel-foot" data-testid="sphere-cost">
        {formatCount(stats.nodesVisited)} boxes visited, {formatCount(stats.trianglesTested)} triangles tested, {formatNumber(microseconds, 3)} µs
        {pushed !== null && `; push-out ${formatNumber(pushed.microseconds, 3)} µs`}
      </div>
    </div>
  );
}

/** A triangle that is chosen, or under the pointer, as a touch or by itself in the view: its row is the same. */
function triangleOf(thing: Selection | null, document: DocumentId): number | null {
  switch (thing?.kind) {
    case 'touch':
      return thing.triangle;
    case 'triangle':
      return thing.document === document ? thing.triangle : null;
    default:
      return null;
  }
}

function TouchCells({ touch, decimals, part }: { touch: SphereTouch; decimals: number; part: string }): JSX.Element {
  return (
    <>
      <span role="cell">
        <span class={`feature-mark ${touch.feature}`} />
      </span>
      <span role="cell" class="right">
        {formatCount(touch.triangle)}
      </span>
      <span role="cell">{featureLabel(touch)}</span>
      <span role="cell" class="right depth">
        {formatFixed(touch.depth, decimals)}
      </span>
      <Triple values={touch.direction} decimals={2} />
      <Triple values={touch.point} decimals={decimals} />
      <span role="cell" class="name">
        {part}
      </span>
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
