import type { TriangleMesh } from './triangle-mesh.ts';

/** Returns the name of a part for display, or its 0-based index if it has no name. */
export function partLabel(name: string | null | undefined, part: number): string {
  return name || `part ${part}`;
}

/** Returns the name of a part by its index; `null` for no part, and for a part without a name. */
export function partNameOf({ parts }: TriangleMesh, part: number | null): string | null {
  return part === null ? null : (parts[part]?.name ?? null);
}
