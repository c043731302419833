import { formatPlace, type Place } from '#core/error';
import { counted } from '../../terminal/columns.ts';

/** `At line 5, line 7 and 3 more.`: where in the file, without its name; of so many places in all, of which the first may be known. */
export function placesText(places: readonly Place[], count: number, most: number): string {
  const shown = places.slice(0, most).map(({ file: _, ...place }) => formatPlace(place));
  const more = Math.max(count, places.length) - shown.length;
  return `At ${shown.join(', ')}${more > 0 ? `, and ${counted(more)} more` : ''}.`;
}
