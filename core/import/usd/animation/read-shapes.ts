import type { MorphBlend } from '../../../mesh/animation/scene-animation.ts';
import { exportAgain, refuse } from '../../refuse.ts';
import { addFinding, type FindingKind } from '../../finding-list.ts';
import { usdAttributeOf, attributeNumbers, primLocation, stageTargets, type Opinions } from '../compose.ts';
import type { UsdAttribute } from '../layer.ts';
import { channelOf, locationOfAttribute, readKeys, type KeyReader } from './read-keys.ts';
import type { Channel } from '../../../mesh/animation/scene-animation.ts';
import { namesOf } from './read-skeleton.ts';
import { primKey } from './skel-binding.ts';
import type { PlacedPart, SkelPrim } from './stage-record.ts';

/** Deformation of a part's points in its own space: for each weight of its node a blend of targets. */
export interface Shapes {
  /** (3·V) displacements each; empty for a target that moves no vertex. */
  readonly targets: readonly Float64Array[];
  readonly blends: readonly MorphBlend[];
  /** Channels of the weights. The caller fills in their nodes. */
  readonly channels: readonly Channel[];
}

/** A reader that caches shapes and weights, because many meshes can refer to the same few bytes. */
export interface ShapeReader extends KeyReader {
  readonly weights: Map<SkelPrim, ReadonlyMap<string, Channel>>;
  /** Displacements by the function that reads their attribute. */
  readonly displacements: Map<
    () => unknown,
    { readonly indices: UsdAttribute | undefined; readonly length: number; readonly out: Float64Array }
  >;
}

export function shapeReaderOf(reader: KeyReader): ShapeReader {
  return { ...reader, weights: new Map(), displacements: new Map() };
}

const repeated: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Meshes name a blend shape twice: the first one is played',
  fix: 'Correct the prims in the program that made the file',
};

const noTarget: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'Meshes name missing blend shapes and are played without them',
  fix: 'Correct the prims in the program that made the file',
};

/**
 * Returns the blend shapes of a mesh with their in-between shapes, weighted by the animation of its skeleton. If the
 * points change over time, each sample becomes a further target, blended by a weight that equals the time.
 * @throws InspectorError `malformed`, `index-out-of-range`, and as `readKeys`.
 */
export function readUsdShapes(
  { opinions, path, instance }: PlacedPart,
  positions: Float64Array,
  skelPrims: ReadonlyMap<string, SkelPrim>,
  animation: SkelPrim | undefined,
  reader: ShapeReader,
): Shapes {
  const targets: Float64Array[] = [];
  const blends: MorphBlend[] = [];
  const channels: Channel[] = [];
  const weights = weightsOf(animation, reader);
  const names = new Set<string>();
  const targetNumbers = new Map<Float64Array, number>();
  const numberOf = (target: Float64Array): number => {
    const number = targetNumbers.get(target) ?? targets.push(target) - 1;
    targetNumbers.set(target, number);
    return number;
  };
  const paths = stageTargets(opinions, 'skel:blendShapeTargets', path) ?? [];
  namesOf(opinions, 'skel:blendShapes').forEach((name, i) => {
    const channel = weights.get(name);
    if (channel === undefined) return;
    if (names.has(name)) return addFinding(reader.findings, repeated, primLocation(opinions));
    names.add(name);
    const shape = skelPrims.get(primKey(instance, paths[i] ?? ''));
    if (shape?.type !== 'BlendShape') return addFinding(reader.findings, noTarget, primLocation(opinions));
    const stops = stopsOf(shape.opinions, positions.length, reader);
    channels.push({ ...channel, at: blends.length });
    blends.push({
      stops: Float64Array.from(stops, ({ stop }) => stop),
      targets: stops.map(({ target }) => (target === null ? -1 : numberOf(target))),
    });
  });
  const points = usdAttributeOf(opinions, 'points');
  const keys = points?.samples == null ? null : readKeys(reader, points, positions.length);
  if (keys !== null) {
    reader.room(positions.length * keys.times.length, {});
    const first = targets.length;
    for (const value of keys.values) targets.push(value.map((coordinate, c) => coordinate - positions[c]));
    // A single sample is blended with itself.
    const stops = keys.times.length > 1 ? keys.times : Float64Array.of(keys.times[0], keys.times[0] + 1);
    channels.push({
      node: -1,
      path: 'weights',
      at: blends.length,
      interpolation: 'LINEAR',
      times: keys.times,
      values: keys.times,
      components: 1,
    });
    blends.push({ stops, targets: Array.from(stops, (_, key) => first + Math.min(key, keys.times.length - 1)) });
  }
  return { targets, blends, channels };
}

function weightsOf(animation: SkelPrim | undefined, reader: ShapeReader): ReadonlyMap<string, Channel> {
  if (animation === undefined) return new Map();
  const weights = reader.weights.get(animation) ?? readWeights(animation.opinions, reader);
  reader.weights.set(animation, weights);
  return weights;
}

/** Returns the channels of an animation by the names of its shapes. */
function readWeights(opinions: Opinions, reader: KeyReader): ReadonlyMap<string, Channel> {
  const names = namesOf(opinions, 'blendShapes');
  const keys = names.length === 0 ? null : readKeys(reader, usdAttributeOf(opinions, 'blendShapeWeights'), names.length);
  return new Map(keys === null ? [] : names.map((name, i) => [name, channelOf(keys, { node: -1, path: 'weights' }, [i], 1, reader.room)]));
}

interface Stop {
  readonly stop: number;
  /** `null` for the undeformed mesh. */
  readonly target: Float64Array | null;
}

/** Returns a shape with its in-between shapes, ascending by weight. Source: OpenUSD 26.05, `UsdSkelBlendShapeQuery`. */
function stopsOf(opinions: Opinions, length: number, reader: ShapeReader): readonly Stop[] {
  const indices = usdAttributeOf(opinions, 'pointIndices');
  const read = (name: string): Float64Array => {
    const attribute = usdAttributeOf(opinions, name);
    const known = attribute === undefined ? undefined : reader.displacements.get(attribute.read);
    reader.room(length, primLocation(opinions));
    if (known !== undefined && known.length === length && known.indices?.read === indices?.read) return known.out;
    const out = displacements(opinions, name, length);
    if (attribute !== undefined) reader.displacements.set(attribute.read, { indices, length, out });
    return out;
  };
  const stops: Stop[] = [
    { stop: 0, target: null },
    { stop: 1, target: read('offsets') },
  ];
  const names = new Set(opinions.flatMap(({ prim }) => [...prim.attributes.keys()].filter((name) => name.startsWith('inbetweens:'))));
  for (const name of names) {
    const weight = usdAttributeOf(opinions, name)?.metadata.get('weight');
    const stop = weight instanceof Float64Array ? weight[0] : Number.NaN;
    // At weights 0 and 1 are the undeformed mesh and the shape itself.
    if (Number.isFinite(stop) && Math.abs(stop) > nearStop && Math.abs(stop - 1) > nearStop) stops.push({ stop, target: read(name) });
  }
  return stops.sort((a, b) => a.stop - b.stop);
}

const nearStop = 1e-6;

function displacements(opinions: Opinions, name: string, length: number): Float64Array {
  const indices = attributeNumbers(opinions, 'pointIndices');
  const attribute = usdAttributeOf(opinions, name);
  const location = attribute === undefined ? primLocation(opinions) : locationOfAttribute(attribute);
  const offsets = attributeNumbers(opinions, name) ?? new Float64Array(0);
  if (!offsets.every(Number.isFinite)) throw refuse('malformed', 'a blend shape has a number that is not finite', exportAgain, location);
  if (offsets.length === 0) return offsets;
  const isWhole = indices === null || indices.length === 0;
  if (offsets.length !== (isWhole ? length : 3 * indices.length))
    throw refuse(
      'malformed',
      `a blend shape has ${offsets.length / 3} offsets for ${isWhole ? length / 3 : indices.length} points`,
      exportAgain,
      location,
    );
  if (isWhole) return offsets;
  const out = new Float64Array(length);
  indices.forEach((vertex, i) => {
    if (!Number.isInteger(vertex) || vertex < 0 || 3 * vertex >= length)
      throw refuse('index-out-of-range', `a blend shape moves vertex ${vertex} of ${length / 3}`, exportAgain, location);
    for (let k = 0; k < 3; k++) out[3 * vertex + k] += offsets[3 * i + k];
  });
  return out;
}
