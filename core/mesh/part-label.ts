/** What a part is called where people read: its name, or its 0-based index where it has none. */
export function partLabel(name: string | null | undefined, part: number): string {
  return name || `part ${part}`;
}
