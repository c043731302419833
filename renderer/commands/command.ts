import type { App } from './app.ts';

export const menuNames = ['File', 'Edit', 'Select', 'View', 'Tools', 'Help'] as const;
export type MenuName = (typeof menuNames)[number];

/** The icons of commands; `renderer/widgets/icon.tsx` draws each of them. */
export type CommandIcon =
  | 'boxSelect'
  | 'lassoSelect'
  | 'camera'
  | 'secondView'
  | 'copy'
  | 'fly'
  | 'frame'
  | 'frameAll'
  | 'health'
  | 'measure'
  | 'heat'
  | 'movingMesh'
  | 'movingMove'
  | 'movingScale'
  | 'movingRotate'
  | 'nextFinding'
  | 'openFile'
  | 'orthographic'
  | 'play'
  | 'previousFinding'
  | 'probe'
  | 'ray'
  | 'repair'
  | 'select'
  | 'clipBox'
  | 'ghost'
  | 'sectionPlane'
  | 'shaded'
  | 'sphere'
  | 'wire'
  | 'xray';

export interface Command {
  readonly title: string;
  /** One sentence for tooltips and help. */
  readonly meaning: string;
  /** The menu that lists it, in the order of the table. A new group begins with a separator. */
  readonly menu: MenuName;
  readonly beginsGroup?: boolean;
  /** In the form of `keyOf`; the first one is shown. */
  readonly keys: readonly string[];
  readonly icon?: CommandIcon;
  /** Whether it can run now. */
  readonly when: (app: App) => boolean;
  /** Why it cannot run now, as one sentence, if that is not obvious. */
  readonly whyNot?: (app: App) => string | null;
  /** For toggles: whether it is on. */
  readonly checked?: (app: App) => boolean;
  readonly run: (app: App) => void;
  /** What its key does while it is held, in place of `run`. Returns what happens when the key is released. */
  readonly hold?: (app: App) => () => void;
}

/** Conditions of many commands. */
export const always = (): boolean => true;
export const hasDocument = ({ store }: App): boolean => store.activeDocument.value !== null;
export const hasTree = ({ store }: App): boolean => store.activeTree.value !== null;
export const hasMesh = ({ store }: App): boolean => store.activeDocument.value?.mesh != null;
