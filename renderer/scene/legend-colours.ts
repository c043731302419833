import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import {
  activeChanges,
  drawnVersions,
  hiddenVersionsPlace,
  isDistanceView,
  shownDistances,
  versionsPlace,
} from '../state/changes/shown-changes.ts';
import { distanceEnd } from '../state/changes/mesh-changes.ts';
import { colourings } from '../state/colour/colour-by.ts';
import { isOnlyCollider } from '../state/section/document-sections.ts';
import type { ColourGroup } from '../state/colour/triangle-colours.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import { formatCount, formatMany, formatNumber } from '../text/format-number.ts';
import { lengthLabel, shownLength } from '../text/shown-unit.ts';
import { groupColour } from './group-colour.ts';
import { heatColour } from './heat-colour.ts';
import { areVersionsUnderHeat, showsOwnColours } from './legend-cover.ts';
import type { LegendItem } from './legend-item.ts';

/** What the colours of triangles show. */
export interface ColourLegend {
  /** `Colour by part`; while colours are computed, that. */
  readonly title: string;
  /** Largest groups first; roles and facings in their own order. */
  readonly items: readonly LegendItem[];
}

/** Returns the groups of all visible documents; `null` for plain meshes. */
export function colourLegend(store: Store): ColourLegend | null {
  const { colourBy } = store.scene.value.display;
  if (colourBy === 'plain') return null;
  const coloured = [...store.colours.value].filter(([id]) => showsOwnColours(store, id));
  // None while colours are computed: the title says so.
  if (coloured.length === 0 && store.colours.value.size > 0) return null;
  const documents = coloured.map(([, colours]) => colours);
  const groups = documents.flatMap((colours) => colours.groups).filter(({ triangles }) => triangles > 0);
  const isOrdered = colourBy === 'facing' || colourBy === 'role';
  // Depths have a scale in their order.
  const all = isOrdered ? merged(groups) : bySize(colourBy === 'depth' ? merged(groups) : groups);
  return {
    title: (colourBy === 'component' ? componentTitle(store) : null) ?? `Colour by ${colourings[colourBy].title.toLowerCase()}`,
    items: all.map(({ label, triangles, paint }) => ({
      mark: 'patch',
      colour: groupColour(paint),
      text: `${label}: ${formatCount(triangles)}`,
    })),
  };
}

/** Returns what replaces the title while no component is known, or says that some are missing; `null` if all are there. */
function componentTitle({ colours, componentFailures, documents, scene }: Store): string | null {
  const { hidden } = scene.value;
  const reasons = documents.value.flatMap(({ summary, mesh }) => {
    const reason = mesh === null || hidden.has(hiddenKey(summary.id)) ? undefined : componentFailures.value.get(mesh.mesh);
    return reason === undefined ? [] : [reason];
  });
  if (reasons.length === 0) return colours.value.size === 0 ? 'Finding components…' : null;
  const failed = `Components not found${reasons.length === 1 ? '' : ` in ${formatMany(reasons.length, 'mesh', 'meshes')}`}`;
  return reasons[0] === '' ? failed : `${failed}: ${reasons[0]}`;
}

function bySize(groups: readonly ColourGroup[]): readonly ColourGroup[] {
  return groups.toSorted((a, b) => b.triangles - a.triangles);
}

/** Adds up the groups of several documents that mean the same. */
function merged(groups: readonly ColourGroup[]): readonly ColourGroup[] {
  const byLabel = new Map<string, ColourGroup>();
  for (const group of groups) {
    const before = byLabel.get(group.label);
    byLabel.set(group.label, before === undefined ? group : { ...before, triangles: before.triangles + group.triangles });
  }
  return [...byLabel.values()];
}

/** Returns the row for colliders that are drawn over what is rendered, in their own colour. */
export function colliderItems(store: Store): LegendItem[] {
  const { hidden, display } = store.scene.value;
  if (display.colourBy !== 'plain') return [];
  const colliders = store.shown.value.flatMap(({ summary: { id }, mesh }) =>
    mesh === null || hidden.has(hiddenKey(id)) || !showsOwnColours(store, id)
      ? []
      : mesh.mesh.parts.filter((part, at) => isOnlyCollider(part) && part.triangleCount > 0 && !hidden.has(hiddenKey(id, at))),
  );
  return colliders.length === 0 ? [] : [{ mark: 'patch', colour: 'var(--mesh-collider)', text: formatMany(colliders.length, 'collider') }];
}

/** Returns the rows for two versions of a mesh: the colours of their changes with the number of triangles. */
export function changeItems(store: Store): LegendItem[] {
  const view = store.versionView.value;
  const [place, changes] = [versionsPlace(store), activeChanges(store)];
  if (place === null || changes?.geometry == null || drawnVersions(store, place) === null || isDistanceView(view)) return [];
  if (hiddenVersionsPlace(store) !== null || areVersionsUnderHeat(store, view, changes)) return [];
  const { geometry, name, otherName } = changes;
  const { added, removed, changedBefore, changedAfter } = geometry.triangles;
  const changed = view === 'before' ? changedBefore : changedAfter;
  const item = (colour: string, count: number, what: string): LegendItem[] =>
    count === 0 ? [] : [{ mark: 'patch', colour: `var(--change-${colour})`, text: `${formatMany(count, 'triangle')} ${what}` }];
  return [
    ...(view === 'before' ? [] : item('added', added, otherName === null ? 'added' : `only in ${otherName}`)),
    ...(view === 'after' ? [] : item('removed', removed, otherName === null ? 'removed' : `only in ${name}`)),
    ...item('changed', changed, 'changed'),
  ];
}

/** The scale of a heat map of distances. */
export interface DistanceLegend {
  /** `Distance of rock.obj to rock_collision.obj, m`. */
  readonly title: string;
  /** CSS colours from 0 to the end. */
  readonly colours: readonly string[];
  readonly end: string;
  /** Mean and maximum of the mesh that is shown. */
  readonly mean: string;
}

const scaleColours = Array.from({ length: 24 }, (_, i) => heatColour(i / 23));

/** Returns the scale of the heat map of two compared meshes; `null` while it is not drawn. */
export function distanceLegend(store: Store): DistanceLegend | null {
  const shown = shownDistances(store);
  if (shown === null || areVersionsUnderHeat(store, store.versionView.value, shown.changes)) return null;
  const { side, fields, surface, farthest, name, otherName } = { ...shown, ...shown.changes, fields: shown.fields };
  const units = unitsOf(store, store.activeDocument.value);
  // The mean has the error of the pieces.
  const text = (length: number): string => formatNumber(shownLength(units, length));
  const [from, to] = side === 'before' ? [name, otherName] : [otherName, name];
  const mean = fields[side]?.mean ?? null;
  const max = (side === 'before' ? surface?.removed : surface?.added)?.found ?? null;
  const end = distanceEnd(fields, surface);
  const facts = [
    ...(mean === null ? [] : [`mean ${formatNumber(shownLength(units, mean), 3)}`]),
    ...(max === null ? [] : [`max ${text(max)}${farthest?.[side]?.isInside === true ? `, inside ${to}` : ''}`]),
  ];
  return {
    title: lengthLabel(`Distance of ${from} to ${to}`, units),
    colours: scaleColours,
    end: max === null || text(max) === text(end) ? text(end) : `${text(end)}, max of ${to}`,
    mean: facts.join(', '),
  };
}

/** Returns the row for the outlines of the section, with their number over all visible documents. */
export function sectionItems(store: Store): LegendItem[] {
  if (store.kept.value.length === 0) return [];
  let closed = 0;
  let open = 0;
  for (const faces of store.sections.value.values()) {
    for (const { rendered, colliders } of faces) {
      for (const flag of [...rendered.closed, ...colliders.closed]) {
        if (flag === 1) closed++;
        else open++;
      }
    }
  }
  const { plane, box } = store.scene.value.display.section;
  const title = plane.isOn && box.isOn ? 'Section plane and clip box' : plane.isOn ? 'Section plane' : 'Clip box';
  const counts = [`${formatCount(closed)} closed`, ...(open === 0 ? [] : [`${formatCount(open)} open`])].join(', ');
  return [
    {
      mark: 'outlined',
      colour: 'var(--meaning-crossing)',
      text: `${title}: ${counts} ${(open === 0 ? closed : open) === 1 ? 'outline' : 'outlines'}`,
    },
  ];
}
