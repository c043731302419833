import { panelHeadHeight } from '../../widgets/measures.ts';

/** Sizes of the dock's areas, CSS pixels: widths of the side columns, heights of the rest. The last panel of each column takes what remains. */
export interface PanelSizes {
  readonly left: number;
  readonly right: number;
  readonly meshes: number;
  readonly properties: number;
  readonly tree: number;
  readonly bottom: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

/** In a narrower view the buttons over it need two rows. */
const minView = 420;
/** Of the width of a small window, or one with large text, the view keeps this share. */
const minViewShare = 0.42;
/** Both side columns and a usable view need this width. */
const minBothSides = 800;
/** The share of a narrow window that its one side column takes at most. */
const maxSideShare = 0.48;
/** Three number fields in a row and their label are not readable in less. */
const minRight = 264;
/** Names of meshes and parts are not readable in less. */
const minLeft = 200;
/** Height that stacked panels leave for the last one: its head and two rows. */
const minLast = 76;
/** The tree's head and one row: the properties, which the user edits, keep their height longer. */
const minTree = 60;
/** In columns lower than this, panels next to the properties show only their heads. */
const minShared = 280;
/** The heads and the foot of the hierarchy, and four rows. */
const minHierarchy = 198;
/** The head of the meshes, their search and two rows: in low columns the hierarchy has fewer. */
const minMeshes = 100;
const minBottom = 80;
/** Height that the bottom area leaves for the columns and the view, and the share of a low window that it leaves. */
const minColumns = 200;
const lowWindow = 480;
const lowColumnsShare = 0.65;

/** Returns whether the window has room for one side column only, as with large text. */
export function hasOneSide({ width }: Area): boolean {
  return width > 0 && width < minBothSides;
}

/** Returns whether the window is low, as with large text: lists have room for a few rows only. */
export function isLow({ height }: Area): boolean {
  return height > 0 && height < lowWindow;
}

/** Returns whether the columns are so low that panels next to the properties show only their heads. */
export function isTight(columns: number): boolean {
  return columns > 0 && columns < minShared;
}

/** The height that stacked panels leave for the last one, in columns of a height. */
export type MinRest = (columns: number) => number;

/** Returns the rule that leaves a height, in low columns only that of a head. */
export function leaving(height: number): MinRest {
  return (columns) => (isTight(columns) ? Math.min(height, panelHeadHeight) : height);
}

/**
 * Returns the requested sizes, squeezed where the area has no room for them next to a usable view. A height of 0 is that of a panel that
 * takes the rest or is not there; `minRest` is what the others leave.
 */
export function fitSizes(requested: PanelSizes, { width, height }: Area, isFolded: boolean, minRest = leaving(minLast)): PanelSizes {
  const minRows = isLow({ width, height }) ? lowColumnsShare * height : minColumns;
  const bottom = Math.min(requested.bottom, Math.max(minBottom, height - minRows));
  const columns = height - (isFolded ? panelHeadHeight : bottom);
  const { left, right } = fitSides(requested, width);
  const tooHigh = Math.max(0, requested.properties + requested.tree + minRest(columns) - columns);
  const fromTree = Math.min(tooHigh, Math.max(0, requested.tree - (isTight(columns) ? panelHeadHeight : minTree)));
  return {
    left: Math.round(left),
    right: Math.round(right),
    meshes: Math.round(Math.max(panelHeadHeight, Math.min(requested.meshes, Math.max(minMeshes, columns - minHierarchy)))),
    properties: Math.round(Math.max(0, requested.properties - (tooHigh - fromTree))),
    tree: Math.round(requested.tree - fromTree),
    bottom: Math.round(bottom),
  };
}

function fitSides({ left, right }: PanelSizes, width: number): Pick<PanelSizes, 'left' | 'right'> {
  if (hasOneSide({ width, height: 0 })) {
    // Both stand on the right, so that the view stays where it is when they are switched.
    const one = Math.min(right, maxSideShare * width);
    return { left: one, right: one };
  }
  const both = Math.min(left + right, Math.max(0, width - Math.min(minView, minViewShare * width)));
  const inProportion = (right / (left + right)) * both;
  const fitted = Math.min(right, both, Math.max(inProportion, Math.min(minRight, both - minLeft)));
  return { left: both - fitted, right: fitted };
}
