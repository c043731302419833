import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { Vec3 } from '#core/math';
import { axisVector, type TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import type { DocumentId } from '#host-api';
import { documentLabel } from '../documents/document-label.ts';
import { worldUp } from '../documents/world-up.ts';
import { placementOf, vectorFromWorld } from '../pair/placement.ts';
import { hiddenKey, type PageDocument, type Scene } from '../store/records.ts';
import type { ColourBy } from './colour-by.ts';
import type { MeshComponents } from './component-messages.ts';
import { byComponent, byDepth, byFacing, byFile, byMaterial, byPart, byRole, type TriangleColours } from './triangle-colours.ts';

export interface DocumentColours extends TriangleColours {
  readonly by: ColourBy;
}

interface ColoursInput {
  readonly scene: ReadonlySignal<Scene>;
  readonly shown: ReadonlySignal<readonly PageDocument[]>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  readonly components: ReadonlySignal<ReadonlyMap<TriangleMesh, MeshComponents>>;
}

/** Everything that the colours of a document depend on. */
interface ColourInputs {
  readonly by: ColourBy;
  readonly mesh: TriangleMesh;
  /** Place of the file among the open ones, and its name. */
  readonly at: number;
  readonly name: string;
  readonly up: string;
  readonly walkableDegrees: number;
  readonly tree: Tree | null;
  readonly components: MeshComponents | null;
}

/**
 * Returns the colours of the visible documents. A document keeps its object until something changes that its colours depend on. The map stays
 * the same object while it has the same colours.
 */
export function coloursSignal(input: ColoursInput): ReadonlySignal<ReadonlyMap<DocumentId, DocumentColours>> {
  const { scene, shown, documents, components } = input;
  const by = computed(() => scene.value.display.colourBy);
  const walkable = computed(() => scene.value.display.walkableDegrees);
  const hidden = computed(() => scene.value.hidden);
  const trees = computed(() => scene.value.trees);
  let shownColours: ReadonlyMap<DocumentId, DocumentColours> = new Map();
  let known = new Map<DocumentId, { readonly inputs: ColourInputs; readonly colours: DocumentColours }>();
  return computed(() => {
    const next = new Map<DocumentId, { readonly inputs: ColourInputs; readonly colours: DocumentColours }>();
    const coloured = by.value === 'plain' ? [] : shown.value;
    coloured.forEach(({ summary: { id }, mesh }, at) => {
      if (mesh === null || hidden.value.has(hiddenKey(id))) return;
      const inputs: ColourInputs = {
        by: by.value,
        mesh: mesh.mesh,
        at,
        name: documentLabel(documents.value, id),
        up: by.value === 'facing' ? upOf(scene, documents.value, id).join() : '',
        walkableDegrees: by.value === 'facing' ? walkable.value : 0,
        tree: by.value === 'depth' ? (trees.value.get(id)?.tree ?? null) : null,
        // Components of a pose are those of the rest pose.
        components: by.value === 'component' ? componentsOf(documents.value, components.value, id) : null,
      };
      const before = known.get(id);
      const colours = before !== undefined && isSameInput(before.inputs, inputs) ? before.colours : coloursOf(inputs);
      if (colours !== null) next.set(id, { inputs, colours });
    });
    known = next;
    const found = [...next].map(([id, { colours }]) => [id, colours] as const);
    if (!sameEntries([...shownColours], found)) shownColours = new Map(found);
    return shownColours;
  });
}

function coloursOf(inputs: ColourInputs): DocumentColours | null {
  const colours = trianglesOf(inputs);
  return colours === null ? null : { by: inputs.by, ...colours };
}

/** `null` for plain meshes, and while a tree or components are not there yet. */
function trianglesOf({ by, mesh, at, name, up, walkableDegrees, tree, components }: ColourInputs): TriangleColours | null {
  switch (by) {
    case 'plain':
      return null;
    case 'part':
      return byPart(mesh);
    case 'material':
      return byMaterial(mesh);
    case 'role':
      return byRole(mesh);
    case 'file':
      return byFile(mesh, at, name);
    case 'component':
      return components === null ? null : byComponent(components);
    case 'facing':
      return byFacing(mesh, up.split(',').map(Number) as unknown as Vec3, walkableDegrees);
    case 'depth':
      return tree === null ? null : byDepth(mesh, tree);
  }
}

/** The up axis of a document in its own space: that of the world, which a moving mesh does not take along. */
function upOf(scene: ReadonlySignal<Scene>, documents: readonly PageDocument[], id: DocumentId): Vec3 {
  const { vector } = axisVector(worldUp({ scene }, documents));
  return vectorFromWorld(placementOf(scene.value, id), vector);
}

function componentsOf(
  documents: readonly PageDocument[],
  components: ReadonlyMap<TriangleMesh, MeshComponents>,
  id: DocumentId,
): MeshComponents | null {
  const mesh = documents.find(({ summary }) => summary.id === id)?.mesh?.mesh;
  return mesh === undefined ? null : (components.get(mesh) ?? null);
}

type Entries = readonly (readonly [DocumentId, DocumentColours])[];

function sameEntries(a: Entries, b: Entries): boolean {
  return a.length === b.length && a.every(([id, colours], i) => b[i]![0] === id && b[i]![1] === colours);
}

function isSameInput(a: ColourInputs, b: ColourInputs): boolean {
  return (Object.keys(a) as (keyof ColourInputs)[]).every((name) => a[name] === b[name]);
}
