/** The command lines of two meshes: where they intersect, how far they are apart, their hulls, a motion, their differences. */
import { changedFlags, convexPairOptions, motionOptions, pairImportOptions, pairOptions } from '#core/options';
import type { ClearanceSide } from '../state/measure/measure-kinds.ts';
import { posesOf } from '../state/motion/motion-input.ts';
import { activeChanges } from '../state/changes/shown-changes.ts';
import type { MovingInput, PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { documentOf } from './actions.ts';
import { importingOf, line, vectorWord, words } from './command-line-words.ts';

/** Returns the command line that finds where the fixed and the moving mesh intersect. */
export function pairLine(store: Store): string | null {
  const { movingMesh } = store.scene.peek();
  return movingMesh === null
    ? null
    : posedLine(store, movingMesh, 'pair', ['--contacts', ...changedFlags(pairOptions, movingMesh.options)]);
}

/** Returns the command line that tests the hulls of the fixed and the moving mesh. */
export function separationLine(store: Store): string | null {
  const { movingMesh } = store.scene.peek();
  const { margin } = store.separation.peek();
  return movingMesh === null ? null : posedLine(store, movingMesh, 'convex', changedFlags(convexPairOptions, { margin }));
}

/** Returns the command line that finds the push-out of the moving mesh. */
export function penetrationLine(store: Store): string | null {
  const { movingMesh } = store.scene.peek();
  return movingMesh === null ? null : posedLine(store, movingMesh, 'penetration', []);
}

/** Returns the command line that measures the distance of two whole meshes; `null` where a part was measured. */
export function clearanceLine(store: Store): string | null {
  const { clearance, movingMesh } = store.scene.peek();
  const [a, b] = clearance.map((side) => wholeDocument(store, side));
  if (a == null || b == null) return null;
  const isMoved = (document: PageDocument): boolean => movingMesh?.document === document.summary.id;
  if (movingMesh !== null && (isMoved(a) || isMoved(b)))
    return [a, b].some(({ summary }) => summary.id === movingMesh.fixed) ? posedLine(store, movingMesh, 'pair', []) : null;
  return words('boxwood', 'query', 'pair', a.summary.name, b.summary.name, ...importFlags(a, b));
}

function wholeDocument(store: Store, { document, part }: ClearanceSide): PageDocument | null {
  const found = documentOf(store, document);
  return part === null || found?.mesh?.mesh.parts.length === 1 ? found : null;
}

/** Returns the command line that lists what differs between two compared files; `null` where parts were compared, or a mesh was moved. */
export function diffLine(store: Store): string | null {
  const changes = activeChanges(store);
  if (changes === null || changes.cause !== 'compare') return null;
  const [a, b] = changes.compared.map(({ side, placement }) =>
    side.parts === 'all' && placement === null ? documentOf(store, side.document) : null,
  );
  return a == null || b == null ? null : line('diff', a, [b.summary.name], []);
}

/** Returns the command line that finds the first contact of the motion. */
export function motionLine(store: Store): string | null {
  const { movingMesh, motion } = store.scene.peek();
  if (movingMesh === null || motion === null) return null;
  const [a, b] = [documentOf(store, movingMesh.fixed), documentOf(store, movingMesh.document)];
  if (a === null || b === null) return null;
  const { from, to } = posesOf(motion);
  const { turn, options } = motion;
  const turns =
    turn === null || options.path === 'linear' ? [] : ['--axis', vectorWord(turn.axis), '--angle', plainNumber(turn.angleDegrees)];
  const flags = [...changedFlags(motionOptions, options), ...importFlags(a, b)];
  const poses = ['--from', vectorWord(from), '--to', vectorWord(to)];
  return words('boxwood', 'query', 'motion', a.summary.name, b.summary.name, ...poses, ...turns, ...flags);
}

/** Returns the import options of two meshes that make a difference. */
function importFlags(a: PageDocument, b: PageDocument): readonly string[] {
  const { triangulation } = importingOf(a);
  const importing = {
    triangulation,
    collidersA: importingOf(a).colliders,
    collidersB: importingOf(b).colliders,
    sceneA: importingOf(a).scene,
    sceneB: importingOf(b).scene,
  };
  return changedFlags(pairImportOptions, importing);
}

function posedLine(store: Store, movingMesh: MovingInput, verb: string, flags: readonly string[]): string | null {
  const [a, b] = [documentOf(store, movingMesh.fixed), documentOf(store, movingMesh.document)];
  if (a === null || b === null) return null;
  const { translate, rotateDegrees, scale, at } = movingMesh;
  const pose =
    at === undefined
      ? ['--translate', vectorWord(translate), '--rotate', vectorWord(rotateDegrees), '--scale', plainNumber(scale)]
      : ['--matrix', vectorWord(at)];
  return words('boxwood', 'query', verb, a.summary.name, b.summary.name, ...pose, ...flags, ...importFlags(a, b));
}
