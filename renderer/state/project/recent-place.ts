import type { RecentFile } from '#host-api';

/** Returns where a recent file is: its folder, or what the copy is that Boxwood keeps: a page cannot name the folder of a file. */
export function recentPlace({ kind, folder }: Pick<RecentFile, 'kind' | 'folder'>): string {
  if (folder !== null) return kind === 'mesh' ? folder : `${kind}, ${folder}`;
  return kind === 'mesh' ? 'dropped' : `copy of the ${kind}`;
}
