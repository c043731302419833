import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { DrawnShapes } from '#core/engines';
import type { InspectorErrorData } from '#core/error';
import type { Finding } from '#core/finding';
import { type HealthReport, ignoredOf, type IgnoredOf, openCount } from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import type { HealthOptions } from '#core/options';
import type { IgnoredFinding } from '#core/ignored-finding';
import type { DocumentId } from '#host-api';
import { mergeFindings, type FindingName, type ShownFinding } from './findings.ts';
import type { PageDocument, Scene } from '../store/records.ts';

/** The result of a check of a mesh. */
export interface HealthOutcome {
  readonly mesh: TriangleMesh;
  readonly options: HealthOptions;
  readonly report: HealthReport;
  /** Shapes as the engine of the options holds them; `null` without an engine. */
  readonly shapes: DrawnShapes | null;
  readonly milliseconds: number;
}

export type HealthStatus =
  | { readonly kind: 'none' }
  /** Waits for another check. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'running'; readonly fraction: number }
  | { readonly kind: 'done' }
  /** A cancelled check also has a problem, with that code. */
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** The state of a document's check, and the result of the last complete one. */
export interface HealthState {
  readonly status: HealthStatus;
  readonly outcome: HealthOutcome | null;
}

export const unchecked: HealthState = { status: { kind: 'none' }, outcome: null };

export type HealthStates = ReadonlyMap<DocumentId, HealthState>;

/** All findings of a document, with their ignored items. */
export interface DocumentFindings {
  readonly list: readonly ShownFinding[];
  readonly ignored: ReadonlyMap<FindingName, IgnoredOf>;
  /** Findings with items that are not ignored. */
  readonly open: readonly ShownFinding[];
}

export const noFindings: DocumentFindings = { list: [], ignored: new Map(), open: [] };

/** What the number of findings of a document is read from. */
interface HasFindings {
  readonly findings: ReadonlySignal<ReadonlyMap<DocumentId, DocumentFindings>>;
  readonly health: ReadonlySignal<HealthStates>;
}

/** Returns the number of open findings of a document; `null` if there are none because nothing was checked yet. Follows the store. */
export function findingCount({ findings, health }: HasFindings, document: DocumentId | null): number | null {
  const count = document === null ? 0 : (findings.value.get(document) ?? noFindings).open.length;
  return count === 0 && (document === null || (health.value.get(document) ?? unchecked).outcome === null) ? null : count;
}

interface FindingsInput {
  readonly documents: Signal<readonly PageDocument[]>;
  readonly health: Signal<HealthStates>;
  readonly scene: ReadonlySignal<Scene>;
}

/** Returns the findings of every document. The object of a document stays the same until its findings change. */
export function findingsSignal({ documents, health, scene }: FindingsInput): ReadonlySignal<ReadonlyMap<DocumentId, DocumentFindings>> {
  let known = new Map<DocumentId, Known>();
  const ignoredOfScene = computed(() => scene.value.ignored);
  return computed(() => {
    const next = new Map<DocumentId, Known>();
    for (const { summary } of documents.value) {
      const imported = summary.mesh?.findings ?? noImported;
      const report = health.value.get(summary.id)?.outcome?.report ?? null;
      const ignored = ignoredOfScene.value.get(summary.id) ?? noIgnored;
      const before = known.get(summary.id);
      const isSame = before?.imported === imported && before.report === report && before.ignored === ignored;
      next.set(summary.id, isSame ? before : { imported, report, ignored, findings: documentFindings(imported, report, ignored) });
    }
    known = next;
    return new Map([...next].map(([id, { findings }]) => [id, findings]));
  });
}

interface Known {
  readonly imported: readonly Finding[];
  readonly report: HealthReport | null;
  readonly ignored: readonly IgnoredFinding[];
  readonly findings: DocumentFindings;
}

const noImported: readonly Finding[] = [];
const noIgnored: readonly IgnoredFinding[] = [];

function documentFindings(imported: readonly Finding[], report: HealthReport | null, ignored: readonly IgnoredFinding[]): DocumentFindings {
  const list = mergeFindings(imported, report);
  const byName = new Map(list.map((finding) => [finding.name, ignoredOf(finding, ignored)]));
  return { list, ignored: byName, open: list.filter((finding) => openCount(finding, byName.get(finding.name)!) > 0) };
}

/** Returns a finding by its name; `null` if it does not exist (any more). */
export function findingNamed({ list }: DocumentFindings, name: FindingName): ShownFinding | null {
  return list.find((finding) => finding.name === name) ?? null;
}
