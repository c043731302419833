import type { BodyRecord } from '#core/convex';

/**
 * Returns the file name of a collider: `crate.obj` and `V-HACD` → `crate (collider, V-HACD, 4 hulls).obj`. One body has no number.
 * @param method as the list of methods or a comparison names it, where the number of hulls is the largest allowed one
 */
export function colliderFileName(of: string, method: string, bodies: readonly BodyRecord[]): string {
  const [, stem = of, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(of) ?? [];
  const plain = method.replace(/, \d+ hulls$/, '');
  // An acronym keeps its letters.
  const words = /^[A-Z][a-z]+\b/.test(plain) ? plain.charAt(0).toLowerCase() + plain.slice(1) : plain;
  const noun = bodies.every(({ vertices, convex }) => convex && vertices > 0)
    ? 'hulls'
    : bodies.every(({ convex }) => convex)
      ? 'shapes'
      : 'meshes';
  const count = bodies.length === 1 ? [] : [`${bodies.length.toLocaleString('en')} ${noun}`];
  return `${stem} (${['collider', words, ...count].join(', ')})${extension}`;
}

/** Returns the method of an edited collider by the name of what was edited: `V-HACD edited`. */
export function editedMethod(name: string): string {
  const method = /\(collider, (.*?)(, [\d,]+ (hulls|shapes|meshes))?\)(\.[^.]*)?$/.exec(name)?.[1] ?? 'parts';
  return method.endsWith(' edited') ? method : `${method} edited`;
}
