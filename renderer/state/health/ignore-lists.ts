import { ignoredFor, ignoredForOtherContent, type IgnoredOfFile, type IgnoreList } from '#core/health/report/ignore-list';
import { joinIgnored } from '#core/health/report/join-ignored';
import type { OpenDocument, Scene } from '../store/records.ts';
import { withIgnoredList } from '../store/scene-edits.ts';

/** What is ignored in a scene, by the content of the files, for `boxwood check --ignore`. A document without a hash has no entry. */
export function ignoreListOf(scene: Scene, documents: readonly OpenDocument[]): IgnoreList {
  return documents.flatMap(({ summary: { id, mesh } }): IgnoredOfFile[] => {
    const findings = scene.ignored.get(id) ?? [];
    const sha256 = mesh?.source.sha256 ?? null;
    return mesh === null || sha256 === null || findings.length === 0
      ? []
      : [{ file: mesh.source.file, sha256, importing: mesh.importing, findings }];
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

/** Ignores what a list names of these documents, in addition to what is ignored already. @throws InspectorError `too-large` as `joinIgnored`. */
export function withListed(scene: Scene, documents: readonly OpenDocument[], list: IgnoreList): Listed {
  let next = scene;
  let applied = 0;
  let ofOtherContent = 0;
  for (const {
    summary: { id, mesh },
  } of documents) {
    if (mesh === null) continue;
    const entries = ignoredFor(list, mesh.source, mesh.importing);
    next = withIgnoredList(next, id, joinIgnored(next.ignored.get(id) ?? [], entries));
    applied += entries.length;
    ofOtherContent += ignoredForOtherContent(list, mesh.source, mesh.importing);
  }
  return { scene: next, applied, ofOtherContent };
}
