import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { TriangleMesh } from '#core/mesh';
import { importOptions } from '#core/options';
import {
  type CurvedSurface,
  type DistanceInterval,
  distanceToSurface,
  type OnSurface,
  quickParts,
  rayOnSurface,
  surfacesOverlap,
  sweepOnSurface,
  usualToleranceOf,
} from '#core/patch';
import { sweptBody } from '#core/sweep';
import { setDisplay } from '../../commands/actions.ts';
import type { App } from '../../commands/app.ts';
import { lineCount, maxPatchHulls } from '../../scene/patch-layer.ts';
import { maxSurfaceSegments } from '../../scene/surface-lines.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { isSwept } from '../../state/probe/probe-shapes.ts';
import { probeSweep } from '../../state/probe/probe-sweep.ts';
import type { PairOutcome } from '../../state/pair/pair-query.ts';
import type { PageDocument, PatchLines } from '../../state/store/records.ts';
import { formatCount, formatMany, formatNumber } from '../../text/format-number.ts';
import { type ShownUnit, shownLength, withLengthSign } from '../../text/shown-unit.ts';
import { Segmented } from '../../widgets/segmented.tsx';
import { Switch } from '../display/setting-parts.tsx';
import { OptionField } from '../option-field.tsx';
import { Facts, type Fact } from './facts.tsx';

/** Levels of subdivision below and above the usual tolerance. */
const levels = { min: -3, max: 4 } as const;

const lineChoices: readonly { readonly value: PatchLines; readonly title: string; readonly meaning: string }[] = [
  { value: 'none', title: 'None', meaning: 'Draw no lines on the surface.' },
  { value: 'borders', title: 'Patches', meaning: 'The borders of the patches.' },
  { value: 'segments', title: 'Segments', meaning: 'The borders of the patches and of their segments, each of two triangles.' },
];

interface CurvedSurfaceFieldsProps {
  readonly app: App;
  readonly document: PageDocument;
  readonly surface: CurvedSurface;
}

/** The curved surface of a file: how finely its triangles follow it, what is drawn of it, and the ray and the sphere on the surface itself. */
export function CurvedSurfaceFields({ app, document, surface }: CurvedSurfaceFieldsProps): JSX.Element {
  const { store } = app;
  const { patchCage, patchHulls, patchLines } = store.scene.value.display;
  const units = unitsOf(store, document);
  const queries = useQueryFacts(app, document, surface, units);
  return (
    <section class="surface-fields" aria-label="Curved surface" data-testid="curved-surface">
      <div class="sub-title">
        <b>Curved surface</b>
        <span>{formatCount(surface.patches.length)}</span>
      </div>
      <ToleranceFields app={app} document={document} surface={surface} units={units} />
      <Facts facts={[...factsOf(surface, units), ...queries]} />
      <div class="setting">
        <span class="label">Lines</span>
        <Segmented
          label="Lines on the curved surface"
          value={patchLines}
          choices={lineChoices}
          onChange={(value) => setDisplay(store, 'Lines on curved surfaces', { patchLines: value })}
        />
      </div>
      <LeftOut drawn={maxSurfaceSegments} all={lineCount(surface, patchLines)} what="segment" />
      <Switch
        label="Control points"
        meaning="Draw the control points of the patches with the lines between them"
        isOn={patchCage}
        testId="patch-cage"
        onChange={(isOn) => setDisplay(store, 'Control points of patches', { patchCage: isOn })}
      />
      <Switch
        label="Hulls of the control points"
        meaning="Draw the convex hull of the control points of each patch. The patch lies inside it, so queries test it first"
        isOn={patchHulls}
        testId="patch-hulls"
        onChange={(isOn) => setDisplay(store, 'Hulls of control points', { patchHulls: isOn })}
      />
      {patchHulls && <LeftOut drawn={maxPatchHulls} all={surface.patches.length} what="hull" />}
    </section>
  );
}

/** Says that not all is drawn. */
function LeftOut({ drawn, all, what }: { drawn: number; all: number; what: string }): JSX.Element | null {
  return all <= drawn ? null : (
    <p class="quiet">
      The first {formatCount(drawn)} of {formatMany(all, what)} are drawn.
    </p>
  );
}

/** The tolerance of the triangles, as a length and as a level of subdivision. */
function ToleranceFields({ app, document, surface, units }: CurvedSurfaceFieldsProps & { readonly units: ShownUnit }): JSX.Element {
  const usual = useMemo(() => usualToleranceOf(surface.patches), [surface]);
  const chosen = document.summary.mesh?.importing.curveError ?? 0;
  const level = chosen === 0 ? 0 : Math.log2(usual / chosen) / 2;
  const read = (curveError: number): void => app.session.read(document.summary.id, { curveError });
  return (
    <>
      <div class="setting" title={importOptions.curveError.meaning}>
        <OptionField
          option={importOptions.curveError}
          name="curveError"
          value={chosen}
          lengths={{ units, size: 1000 * usual }}
          onChange={(value) => read(Number(value))}
        />
      </div>
      <label
        class="setting"
        title="Each level has twice the segments in both directions and a quarter of the tolerance; 0 is the usual tolerance"
      >
        <span class="label">Level</span>
        <input
          class="slider"
          type="range"
          aria-label="Level of subdivision"
          aria-valuetext={`${formatNumber(level, 3)}, within ${lengthText(chosen === 0 ? usual : chosen, units)}`}
          min={levels.min}
          max={levels.max}
          step={1}
          value={Math.round(level)}
          data-testid="patch-level"
          onChange={(event) => {
            const next = event.currentTarget.valueAsNumber;
            read(next === 0 ? 0 : usual / 4 ** next);
          }}
        />
      </label>
    </>
  );
}

function factsOf({ patches, error }: CurvedSurface, units: ShownUnit): readonly Fact[] {
  const degrees = [...new Set(patches.map(({ degreeU, degreeV }) => `${degreeU}×${degreeV}`))].sort();
  return [
    ['Patches', formatCount(patches.length)],
    ['Degrees', degrees.join(', ')],
    ['Curve error', `at most ${lengthText(error, units)}`],
  ];
}

/** The ray and the sphere of the tools on the surface itself. They are computed again only when they change. */
function useQueryFacts({ store }: App, document: PageDocument, surface: CurvedSurface, units: ShownUnit): readonly Fact[] {
  const { ray, sphere, probe } = store.scene.value;
  const { outcome } = store.pair.value;
  const of = document.summary.id;
  const onRay = useMemo(
    () => (ray?.document === of ? rayOnSurface(surface, ray.origin, ray.direction, quickParts) : null),
    [surface, ray, of],
  );
  const toSphere = useMemo(
    () => (sphere?.document === of ? distanceToSurface(surface, sphere.center, quickParts) : null),
    [surface, sphere, of],
  );
  const sweep = useMemo(() => {
    if (probe?.document !== of || !isSwept(probe.shape)) return null;
    const { shape, from, to } = probeSweep(probe.shape);
    return sweepOnSurface(surface, from, to, sweptBody(shape), quickParts);
  }, [surface, probe, of]);
  const pair = useMemo(() => pairOnSurfaces(store.documents.peek(), document, outcome), [document, outcome, store]);
  const facts: Fact[] = [];
  if (onRay !== null)
    facts.push([
      'Ray on the surface',
      resultText(onRay, units, (at, within) => (at === null ? 'no hit' : `${lengthText(at, units)}, within ${within}`)),
    ]);
  if (toSphere !== null && sphere !== null)
    facts.push(['Sphere on the surface', resultText(toSphere, units, (found) => sphereText(found, sphere.radius, units))]);
  if (sweep !== null)
    facts.push([
      'Moving shape on the surface',
      resultText(sweep, units, (time, within) =>
        time === null ? 'no contact' : `contact at time ${formatNumber(time, 6)}, within ${within}`,
      ),
    ]);
  if (pair !== null)
    facts.push([
      'Pair of curved surfaces',
      resultText(pair, units, (touch, within) => `${touch ? 'they intersect' : 'they do not intersect'}, within ${within}`),
    ]);
  return facts;
}

/** Returns whether the curved surfaces of the fixed and the moving mesh intersect; `null` unless the document is one of them and both have one. */
function pairOnSurfaces(
  documents: readonly PageDocument[],
  document: PageDocument,
  outcome: PairOutcome | null,
): OnSurface<boolean> | null {
  if (outcome === null || (document.mesh?.mesh !== outcome.meshA && document.mesh?.mesh !== outcome.meshB)) return null;
  const surfaceOf = (mesh: TriangleMesh): CurvedSurface | null => documents.find((one) => one.mesh?.mesh === mesh)?.mesh?.surface ?? null;
  const [a, b] = [surfaceOf(outcome.meshA), surfaceOf(outcome.meshB)];
  return a === null || b === null ? null : surfacesOverlap(a, b, outcome.aFromB, quickParts);
}

function sphereText(found: DistanceInterval | null, radius: number, units: ShownUnit): string {
  if (found === null) return 'no patches';
  const between = `${lengthText(found.lower, units)} to ${lengthText(found.upper, units)} from its centre`;
  if (found.upper <= radius) return `touches, ${between}`;
  return found.lower > radius ? `apart, ${between}` : `touches within the tolerance, ${between}`;
}

function resultText<Value>(result: OnSurface<Value>, units: ShownUnit, text: (value: Value, within: string) => string): string {
  return 'problem' in result ? result.problem : text(result.value, lengthText(result.tolerance, units));
}

function lengthText(value: number, units: ShownUnit): string {
  return withLengthSign(formatNumber(shownLength(units, value), 6), units);
}
