import { formatLocation, type SourceLocation } from '#core/error';
import { counted } from '../../terminal/columns.ts';

/** `At line 5, line 7 and 3 more.`: locations in the file, without its name, out of `count` in total. */
export function locationsText(locations: readonly SourceLocation[], count: number, max: number): string {
  const shown = locations.slice(0, max).map(({ file: _, ...location }) => formatLocation(location));
  const more = Math.max(count, locations.length) - shown.length;
  return `At ${shown.join(', ')}${more > 0 ? `, and ${counted(more)} more` : ''}.`;
}
