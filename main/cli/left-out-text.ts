import type { LeftOut } from '#core/scene';
import { many, printable } from '../terminal/columns.ts';

/** Returns what of a mesh takes no part in a scene, as a line; empty if all of it does. */
export function leftOutText({ file, nonFiniteVertices, trianglesLeftOut }: LeftOut & { readonly file: string }): string {
  if (nonFiniteVertices === 0) return '';
  const vertices = `${many(nonFiniteVertices, 'vertex', 'vertices')} with a coordinate that is not finite`;
  return `  ${printable(file)}: ${vertices}; ${many(trianglesLeftOut, 'triangle')} left out\n`;
}
