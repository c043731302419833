const maxLetters = 40;

/** Returns a text of the file in quotes for a message, cut where it is long. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > maxLetters ? `${text.slice(0, maxLetters)}…` : text);
}
