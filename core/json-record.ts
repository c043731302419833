/** An object of a JSON document whose fields are not checked yet. */
export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the object of a JSON document; a phrase that says what else the text is. */
export function parseRecord(text: string): JsonRecord | string {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : 'it is not an object';
  } catch {
    return 'it is not JSON';
  }
}
