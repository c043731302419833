import { ignoredFor, ignoredForOtherContent, type IgnoredOfFile, type IgnoreList, joinIgnored } from '#core/health';
import type { PageDocument, Scene } from '../store/records.ts';
import { withIgnoredList } from '../store/scene-edits.ts';

/** Returns the ignored findings of a scene by file hash, for `boxwood check --ignore`. A document without a hash has no entry. */
export function ignoreListOf(scene: Scene, documents: readonly PageDocument[]): IgnoreList {
  return documents.flatMap(({ summary: { id, mesh } }): IgnoredOfFile[] => {
    const findings = scene.ignored.get(id) ?? [];
    const sha256 = mesh?.source.sha256 ?? null;
    return mesh === null || sha256 === null || findings.length === 0
      ? []
      : [{ file: mesh.source.file, sha256, importing: mesh.importing, findings }];
  });
}

/** The outcome of loading a list. */
export interface Listed {
  readonly scene: Scene;
  /** Number of records of open documents. */
  readonly applied: number;
  /** Number of records of a file with the same name but other content. */
  readonly ofOtherContent: number;
}

/** Ignores the findings that a list names, in addition to those that are ignored already. @throws InspectorError `too-large` as `joinIgnored`. */
export function withListed(scene: Scene, documents: readonly PageDocument[], list: IgnoreList): Listed {
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
