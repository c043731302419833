import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { logTicks, roundRange } from '../deform/refit-axes.ts';
import type { Curve } from './scene-curves.ts';

const left = 46;
const bottom = 22;
const top = 6;
const right = 8;
const maxTicks = 7;

interface ScenePlotProps {
  readonly title: string;
  readonly unit: string;
  readonly testId: string;
  /** Chooses what is shown. */
  readonly children: ComponentChildren;
  readonly curves: readonly Curve[];
}

/** Curves over the number of instances, on two log scales, with a key and a table of the same numbers for screen readers. */
export function ScenePlot({ title, unit, testId, curves, children }: ScenePlotProps): JSX.Element {
  const points = curves.flatMap((curve) => curve.points);
  if (points.length === 0)
    return (
      <figure class="scene-plot" data-testid={testId}>
        <figcaption title={title}>{title}</figcaption>
        {children}
        <p class="quiet">Nothing above 0 was measured.</p>
      </figure>
    );
  return (
    <figure class="scene-plot" data-testid={testId}>
      <figcaption title={title}>{title}</figcaption>
      {children}
      <Picture curves={curves} />
      <ul class="scene-key">
        {curves.map(({ name, title: own, meaning, colour, dash }) => (
          <li key={name} title={meaning}>
            <svg width="20" height="6" aria-hidden="true">
              <line x1="0" y1="3" x2="20" y2="3" stroke={colour} stroke-width="2" stroke-dasharray={dash} />
            </svg>
            <span class="name">{own}</span>
          </li>
        ))}
      </ul>
      <table class="visually-hidden" aria-label={title}>
        <tbody>
          {curves.flatMap(({ name, points: own }) =>
            own.map((point) => (
              <tr key={`${name}${point.x}`} data-curve={name} data-x={point.x} data-y={point.y}>
                <th scope="row">{name}</th>
                <td>{formatCount(point.x)}</td>
                <td>
                  {formatNumber(point.y, 3)} {unit}
                </td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </figure>
  );
}

/** The curves with their axes, as large as the room is: text keeps its size. */
function Picture({ curves }: Pick<ScenePlotProps, 'curves'>): JSX.Element {
  const element = useRef<SVGSVGElement>(null);
  const [{ width, height }, setSize] = useState({ width: 420, height: 170 });
  useEffect(() => {
    const svg = element.current!;
    const observer = new ResizeObserver(() => svg.clientWidth > 0 && setSize({ width: svg.clientWidth, height: svg.clientHeight }));
    observer.observe(svg);
    return () => observer.disconnect();
  }, []);
  const points = curves.flatMap((curve) => curve.points);
  const x = exactScale(
    points.map((point) => point.x),
    left,
    width - right,
  );
  const y = scaleOf(
    points.map((point) => point.y),
    height - bottom,
    top,
  );
  return (
    <svg ref={element} aria-hidden="true">
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={width - right} y1={y.at(tick)} y2={y.at(tick)} />
          <text x={left - 4} y={y.at(tick) + 4} text-anchor="end">
            {formatNumber(tick, 2)}
          </text>
        </g>
      ))}
      {[...new Set(points.map((point) => point.x))].map((instances) => (
        <text key={instances} x={Math.min(x.at(instances), width - 24)} y={height - 6} text-anchor="middle">
          {formatCount(instances)}
        </text>
      ))}
      {curves.map(({ name, colour, dash, points: own }) => (
        <g key={name} stroke={colour} fill={colour}>
          <polyline points={own.map((point) => `${x.at(point.x)},${y.at(point.y)}`).join(' ')} stroke-dasharray={dash} fill="none" />
          {own.map((point) => (
            <circle key={point.x} cx={x.at(point.x)} cy={y.at(point.y)} r="2.5" />
          ))}
        </g>
      ))}
    </svg>
  );
}

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A log scale from `from` to `to` over some values above 0. It begins and ends at a tick, so that no point lies outside of the ticks. */
function scaleOf(values: readonly number[], from: number, to: number): Scale {
  const [min, max] = roundRange(values);
  const [low, high] = [Math.log(min), Math.log(max)];
  return { at: (value) => from + ((to - from) * (Math.log(value) - low)) / (high - low), ticks: logTicks([min, max], maxTicks) };
}

/** A log scale that begins and ends with the values. */
function exactScale(values: readonly number[], from: number, to: number): Pick<Scale, 'at'> {
  const low = Math.log(Math.min(...values));
  const high = Math.max(Math.log(Math.max(...values)), low + 1e-4);
  return { at: (value) => from + ((to - from) * (Math.log(value) - low)) / (high - low) };
}
