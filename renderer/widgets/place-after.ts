/** Returns the index that a key leads to from an index (-1 for none), in a list that shows `page` rows; `null` for other keys. */
export function placeAfter(key: string, location: number, page: number, count: number): number | null {
  const within = (to: number): number => Math.min(count - 1, Math.max(0, to));
  switch (key) {
    case 'ArrowDown':
      return within(location + 1);
    case 'ArrowUp':
      return within(location - 1);
    case 'PageDown':
      return within(location + page);
    case 'PageUp':
      return within(location - page);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
