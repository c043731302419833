import { type TreeKind, treeKinds } from '#core/tree';

/** Name of the bounding volumes of a kind, for text like `32 spheres`. */
export function volumeWords(kind: TreeKind): { readonly one: string; readonly many: string } {
  return treeKinds[kind].volumeName;
}

/** With a capital, for the beginning of a line. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
