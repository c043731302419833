import type { JSX } from 'preact';
import type { ConvexPairResult } from '#core/convex';
import { dot } from '#core/math';
import type { App } from '../../commands/app.ts';
import { setSeparation } from '../../commands/separation-actions.ts';
import { formatMany, formatNumber } from '../../text/format-number.ts';
import { shownLength, type ShownUnit, withLengthSign } from '../../text/shown-unit.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { lengthDigits } from './length-digits.ts';
import { vectorText } from './method-facts.tsx';
import { equalAnglesText, projectionText } from './separation-words.ts';

interface ProjectionFigureProps {
  readonly app: App;
  readonly result: ConvexPairResult;
  readonly units: ShownUnit;
}

const size = { width: 260, height: 150, margin: 10 } as const;

/** The article's test: both outlines on the plane with the smallest overlap, with the axis in the plane. */
export function ProjectionFigure({ app: { store }, result, units }: ProjectionFigureProps): JSX.Element {
  const { article } = result;
  const isFalse = article !== null && article.overlap && !result.overlap;
  return (
    <>
      <div class="separation-drawn">
        <span class="label">In the view</span>
        <Segmented
          label="Drawn in the view"
          value={store.separation.value.drawn}
          choices={[
            { value: 'axis', title: 'Axis', meaning: 'Both intervals on the chosen axis, and the push-out' },
            { value: 'projections', title: 'Projections', meaning: 'The outlines of both hulls on the plane of the article' },
          ]}
          onChange={(drawn) => setSeparation(store, { drawn })}
        />
      </div>
      <p class={isFalse ? 'warning-text' : 'quiet'} data-testid="separation-projection">
        {projectionText(result)}
      </p>
      {article !== null && <Outlines article={article} units={units} />}
      {article !== null && (
        <p class="quiet" data-testid="separation-angles">
          {equalAnglesText(article)}
        </p>
      )}
    </>
  );
}

function Outlines({ article, units }: { article: NonNullable<ConvexPairResult['article']>; units: ShownUnit }): JSX.Element {
  const { shadows, axis, gap, planesTested, isLimited } = article;
  const { outlineA, outlineB, u, v, normal } = shadows;
  const place = placeIn([...outlineA, ...outlineB]);
  const points = (outline: Float64Array): string =>
    Array.from({ length: outline.length / 2 }, (_, i) => place(outline[2 * i]!, outline[2 * i + 1]!).join(',')).join(' ');
  const [dx, dy] = [dot(axis, u), dot(axis, v)];
  const middle = [size.width / 2, size.height / 2] as const;
  const reach = size.height / 2 - 4;
  const length = withLengthSign(formatNumber(shownLength(units, Math.abs(gap)), lengthDigits), units);
  return (
    <figure>
      <svg width={size.width} height={size.height} aria-hidden="true" data-testid="separation-outlines">
        <line
          class="axis"
          x1={middle[0] - reach * dx}
          y1={middle[1] + reach * dy}
          x2={middle[0] + reach * dx}
          y2={middle[1] - reach * dy}
        />
        <polygon class="of-a" points={points(outlineA)} />
        <polygon class="of-b" points={points(outlineB)} />
      </svg>
      <figcaption data-testid="separation-plane">
        {gap > 0 ? 'Gap' : 'Overlap'} {length} on the best of {formatMany(planesTested, 'plane')}
        {isLimited ? ' (there are more)' : ''}; outlines of {outlineA.length / 2} and {outlineB.length / 2} corners; plane across{' '}
        {vectorText(normal)}.
      </figcaption>
    </figure>
  );
}

/** Returns the function that places a point of the plane in the figure: both directions have the same scale, and y goes up. */
function placeIn(coordinates: readonly number[]): (x: number, y: number) => readonly [number, number] {
  const of = (k: 0 | 1): readonly number[] => coordinates.filter((_, i) => i % 2 === k);
  const [minX, maxX] = [Math.min(...of(0)), Math.max(...of(0))];
  const [minY, maxY] = [Math.min(...of(1)), Math.max(...of(1))];
  const room = [size.width - 2 * size.margin, size.height - 2 * size.margin] as const;
  const scale = Math.min(room[0] / (maxX - minX || 1), room[1] / (maxY - minY || 1));
  return (x, y) => [size.width / 2 + scale * (x - (minX + maxX) / 2), size.height / 2 - scale * (y - (minY + maxY) / 2)];
}
