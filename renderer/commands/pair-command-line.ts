import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { documentOf } from './actions.ts';

/** Returns the command line of the query of the scene's two meshes; empty without a moving mesh. */
export function pairCommandLine(store: Store): string {
  const { movingMesh } = store.scene.peek();
  if (movingMesh === null) return '';
  const names = [movingMesh.fixed, movingMesh.document].map((id) => quoted(documentOf(store, id)?.summary.name ?? ''));
  const { translate, rotateDegrees, scale } = movingMesh;
  const numbers = (values: readonly number[]): string => values.map(plainNumber).join(',');
  return `boxwood query pair ${names.join(' ')} --translate ${numbers(translate)} --rotate ${numbers(rotateDegrees)} --scale ${plainNumber(scale)} --contacts`;
}

/** As shells take any name. */
function quoted(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}
