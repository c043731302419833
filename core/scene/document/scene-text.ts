import { motionCount, motionSummaryAt, type PackedMotions } from './packed-motions.ts';
import { packScene, type PackedScene } from './packed-scene.ts';
import { everyLayer, type SceneDocument } from './scene-document.ts';

/** Length of the pieces of the text, at least. */
const pieceLength = 2 ** 16;

/** Returns the text of a scene file. `parseScene` reads it as the same scene. */
export function sceneText(scene: SceneDocument): string {
  return [...sceneTextPieces(packScene(scene))].join('');
}

/**
 * Returns the text of a scene file in pieces, one instance on each line. Defaults are left out. Recorded motions that instances share are
 * written once, in the list `motions`.
 */
export function* sceneTextPieces(packed: PackedScene): Generator<string, void, undefined> {
  const { meshes, meshOf, motions } = packed;
  const shared = sharedMotions(packed);
  let text = `{"format":"boxwood-scene","version":1,"meshes":${JSON.stringify(meshes)},`;
  let separator = '"motions":[\n';
  for (const motion of shared.keys()) {
    text += separator;
    separator = ',\n';
    for (const piece of motionPieces(motions, motion)) {
      text += piece;
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  }
  text += `${shared.size === 0 ? '' : '\n],'}"instances":[${meshOf.length === 0 ? '' : '\n'}`;
  for (let i = 0; i < meshOf.length; i++) {
    if (i > 0) text += ',\n';
    for (const piece of instancePieces(packed, i, shared)) {
      text += piece;
      if (text.length < pieceLength) continue;
      yield text;
      text = '';
    }
  }
  yield `${text}\n]}\n`;
}

/** Returns the place in the list of each recorded motion of several instances. */
function sharedMotions({ motionOf, motions }: PackedScene): ReadonlyMap<number, number> {
  const users = new Uint32Array(motionCount(motions));
  for (const number of motionOf) if (number > 0) users[number - 1]++;
  const shared = new Map<number, number>();
  users.forEach((count, motion) => {
    if (count > 1 && motionSummaryAt(motions, motion).kind === 'recorded') shared.set(motion, shared.size);
  });
  return shared;
}

function* instancePieces(
  { meshOf, matrices, moving, layers, masks, motionOf, motions }: PackedScene,
  i: number,
  shared: ReadonlyMap<number, number>,
): Generator<string, void, undefined> {
  const [layer, mask, motion] = [layers[i], masks[i], motionOf[i] - 1];
  const set = moving[i] === 1 ? '' : ',"set":"static"';
  const bits = `${layer === 1 ? '' : `,"layer":${layer}`}${mask === everyLayer ? '' : `,"mask":${mask}`}`;
  yield `{"mesh":${meshOf[i]},"matrix":${numbersText(matrices, 16 * i, 16)}${set}${bits}`;
  if (motion >= 0) {
    yield ',"motion":';
    const place = shared.get(motion);
    if (place === undefined) yield* motionPieces(motions, motion);
    else yield String(place);
  }
  yield '}';
}

function* motionPieces(motions: PackedMotions, motion: number): Generator<string, void, undefined> {
  const summary = motionSummaryAt(motions, motion);
  if (summary.kind !== 'recorded') return yield JSON.stringify(summary);
  yield '{"kind":"recorded","matrices":[';
  for (let step = 0; step < summary.steps; step++)
    yield `${step === 0 ? '' : ','}${numbersText(motions.numbers, motions.starts[motion] + 16 * step, 16)}`;
  yield ']}';
}

/** JSON has no -0; both zeros place alike. */
function numbersText(numbers: Float64Array, from: number, count: number): string {
  const list: number[] = [];
  for (let at = from; at < from + count; at++) list.push(numbers[at]);
  return JSON.stringify(list);
}
