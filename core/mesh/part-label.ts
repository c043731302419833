import type { TriangleMesh } from './triangle-mesh.ts';

/** What a part is called where people read: its name, or its 0-based index where it has none. */
export function partLabel(name: string | null | undefined, part: number): string {
  return name || `part ${part}`;
}

/** The name of a part by its number; `null` for none, and for a part without one. */
export function partNameOf({ parts }: TriangleMesh, part: number | null): string | null {
  return part === null ? null : (parts[part]?.name ?? null);
}
