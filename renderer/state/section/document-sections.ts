import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type MeshPart, triangleCount, type TriangleMesh } from '#core/mesh';
import { planeSection, type SectionCurves, type SectionRange } from '#core/query';
import type { DocumentId } from '#host-api';
import { dot } from '#core/math';
import { placementOf, pointFromWorld, scaleOf, vectorFromWorld, type Placement } from '../pair/placement.ts';
import { difference, fullSet, intersection, inverted, runsOf, setOfRuns, type IndexSet } from '../selection/index-set.ts';
import { hiddenKey, type PageDocument, type Scene } from '../store/records.ts';
import { keptSpaces, type HalfSpace } from './section.ts';

/** One face of the section on one document, in the source space of the document. */
export interface SectionFace {
  readonly space: HalfSpace;
  /** The other faces, which cut the curves of this one. */
  readonly others: readonly HalfSpace[];
  /** Whether it is the section plane; otherwise a face of the clip box. */
  readonly isPlane: boolean;
  /** The outlines of visible parts: those that are rendered, and those that are only colliders. */
  readonly rendered: SectionCurves;
  readonly colliders: SectionCurves;
}

export type DocumentSections = ReadonlyMap<DocumentId, readonly SectionFace[]>;

/** What the outlines of a face depend on, with the result. */
interface Known {
  readonly mesh: TriangleMesh;
  readonly hidden: IndexSet | null;
  readonly face: string;
  readonly rendered: SectionCurves;
  readonly colliders: SectionCurves;
}

/** Returns the outlines of the visible documents in the faces of the section. Faces that stay keep theirs: a drag moves one. */
export function sectionsSignal(
  scene: ReadonlySignal<Scene>,
  shown: ReadonlySignal<readonly PageDocument[]>,
  hiddenTriangles: ReadonlySignal<ReadonlyMap<DocumentId, IndexSet>>,
): ReadonlySignal<DocumentSections> {
  const section = computed(() => scene.value.display.section);
  const hidden = computed(() => scene.value.hidden);
  const movingMesh = computed(() => scene.value.movingMesh);
  let known: readonly Known[] = [];
  return computed(() => {
    const spaces = keptSpaces(section.value, null);
    const next: Known[] = [];
    const sections = new Map<DocumentId, readonly SectionFace[]>();
    if (spaces.length === 0) {
      known = [];
      return sections;
    }
    for (const { summary, mesh } of shown.value) {
      if (mesh === null || hidden.value.has(hiddenKey(summary.id))) continue;
      const own = spacesFromWorld(placementOf({ movingMesh: movingMesh.value }, summary.id), spaces);
      const ranges = rangesOf(mesh.mesh, hiddenTriangles.value.get(summary.id) ?? null);
      const faces = own.map((space, at): SectionFace => {
        const curves = curvesOf(mesh.mesh, space, ranges, known);
        next.push(curves);
        const { rendered, colliders } = curves;
        return { space, others: own.toSpliced(at, 1), isPlane: section.value.plane.isOn && at === 0, rendered, colliders };
      });
      sections.set(summary.id, faces);
    }
    known = next;
    return sections;
  });
}

/** Half-spaces of world space in the source space of a document. */
export function spacesFromWorld(placement: Placement, spaces: readonly HalfSpace[]): readonly HalfSpace[] {
  if (placement === null) return spaces;
  const scale = scaleOf(placement);
  return spaces.map(({ normal, offset }) => {
    // A uniform scale: the inverse changes lengths by 1/scale, and the normal keeps its direction.
    const turned = vectorFromWorld(placement, normal);
    const own = [turned[0] * scale, turned[1] * scale, turned[2] * scale] as const;
    const point = pointFromWorld(placement, [normal[0] * offset, normal[1] * offset, normal[2] * offset]);
    return { normal: own, offset: dot(own, point) };
  });
}

interface Ranges {
  readonly rendered: readonly SectionRange[];
  readonly colliders: readonly SectionRange[];
  readonly hidden: IndexSet | null;
}

function rangesOf(mesh: TriangleMesh, hidden: IndexSet | null): Ranges {
  const size = triangleCount(mesh);
  const visible = hidden === null ? fullSet(size) : inverted(hidden);
  const colliders = setOfRuns(size, partRanges(mesh, isOnlyCollider));
  return { rendered: runsOf(difference(visible, colliders)), colliders: runsOf(intersection(visible, colliders)), hidden };
}

/** Whether a part is a collider that is not rendered. */
export function isOnlyCollider({ role }: MeshPart): boolean {
  return role !== undefined && !role.isRendered;
}

/** Returns the triangles of the chosen parts, as few runs as possible. */
export function partRanges(mesh: Pick<TriangleMesh, 'parts'>, isChosen: (part: MeshPart, at: number) => boolean): SectionRange[] {
  const ranges: { first: number; count: number }[] = [];
  mesh.parts.forEach((part, at) => {
    if (part.triangleCount === 0 || !isChosen(part, at)) return;
    const last = ranges.at(-1);
    if (last !== undefined && last.first + last.count === part.firstTriangle) last.count += part.triangleCount;
    else ranges.push({ first: part.firstTriangle, count: part.triangleCount });
  });
  return ranges;
}

function curvesOf(mesh: TriangleMesh, space: HalfSpace, ranges: Ranges, known: readonly Known[]): Known {
  const face = [...space.normal, space.offset].join();
  const same = known.find((other) => other.mesh === mesh && other.face === face && other.hidden === ranges.hidden);
  if (same !== undefined) return same;
  return {
    mesh,
    hidden: ranges.hidden,
    face,
    rendered: planeSection(mesh, space, ranges.rendered),
    colliders: planeSection(mesh, space, ranges.colliders),
  };
}
