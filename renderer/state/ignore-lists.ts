import { ignoredFor, ignoredForOtherContent, type IgnoredOfFile, type IgnoreList } from '#core/health/ignore-list';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { OpenDocument, Scene } from './records.ts';
import { withIgnored } from './scene-edits.ts';

/** What is ignored in a scene, by the content of the files, for `boxwood check --ignore`. A document without a hash has no entry. */
export function ignoreListOf(scene: Scene, documents: readonly OpenDocument[]): IgnoreList {
  return documents.flatMap(({ summary: { id, mesh } }): IgnoredOfFile[] => {
    const findings = scene.ignored.get(id) ?? [];
    const sha256 = mesh?.source.sha256 ?? null;
    return mesh === null || sha256 === null || findings.length === 0 ? [] : [{ file: mesh.source.file, sha256, importing: mesh.importing, findings }];
  });
}

/** What a list came to. */
export interface Listed {
  readonly scene: Scene;
  /** Records that are of an open document. */
  readonly applied: number;
  /** Records of a file of the same name that is another now. */
  readonly ofOtherContent: number;
}

/** Lets be what a list names of these documents, beside what is ignored already. */
export function withListed(scene: Scene, documents: readonly OpenDocument[], list: IgnoreList): Listed {
  let next = scene, applied = 0, ofOtherContent = 0;
  for (const { summary: { id, mesh } } of documents) {
    if (mesh === null) continue;
    const entries: readonly IgnoredFinding[] = ignoredFor(list, mesh.source, mesh.importing);
    for (const entry of entries) next = withIgnored(next, id, entry, true);
    applied += entries.length;
    ofOtherContent += ignoredForOtherContent(list, mesh.source, mesh.importing);
  }
  return { scene: next, applied, ofOtherContent };
}
