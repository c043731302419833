import type { ReadonlySignal, Signal } from '@preact/signals';
import type { RepairName } from '#core/health';
import type { Host } from '#host-api';
import type { ExportForm } from '../state/export/export-form.ts';
import type { ChangeFollower } from '../state/changes/follow-changes.ts';
import type { HealthChecker } from '../state/health/check-meshes.ts';
import type { RepairPurpose } from '../state/repair/repair-form.ts';
import type { ManualPlace, ManualView } from '../state/manual/manual.ts';
import type { MotionRunner } from '../state/motion/motion-runner.ts';
import type { NodeList } from '../state/nodes/node-list.ts';
import type { PairFollower } from '../state/pair/follow-pairs.ts';
import type { Player } from '../state/playback/player.ts';
import type { BspRunner } from '../state/bsp/bsp-runner.ts';
import type { Comparer } from '../state/compare/compare.ts';
import type { Projects } from '../state/project/projects.ts';
import type { SeparationRunner } from '../state/convex/separation-runner.ts';
import type { Session } from '../state/documents/session.ts';
import type { Store } from '../state/store/store.ts';

/** The workspaces: arrangements of panels for one kind of work each. */
export type WorkspaceName = 'bake' | 'compare' | 'health' | 'inspect' | 'motion' | 'query';

/** The dialogs; one is open at a time. */
export type DialogName =
  | 'about'
  | 'compareWith'
  | 'export'
  | 'help'
  | 'missingMeshes'
  | 'otherMeshes'
  | 'palette'
  | 'preferences'
  | 'repair'
  | 'samples'
  | 'saveProject'
  | 'saveTurntable';

/** Functions and state of the window, apart from documents and scene. */
export interface Shell {
  /** Which shell the page runs in: the browser has its own close and quit. */
  readonly kind: Host['shell'];
  /** The open dialog. While one is open, keys run no command but its own. */
  readonly dialog: Signal<DialogName | null>;
  /** The open page of the manual; `null` while it is closed. */
  readonly manual: Signal<ManualView | null>;
  /** The shown step of the tour; `null` while it is not running. */
  readonly tour: Signal<number | null>;
  /** Whether the tour is offered, as at the first start. */
  readonly tourOffered: Signal<boolean>;
  /** Returns the page of the figure under the pointer or of the panel with the focus; `null` for the view and for nothing. */
  manualHere(): ManualPlace | null;
  /** Where the context menu of the selection is open, CSS pixels of the window; `null` if it is closed. */
  readonly contextMenu: Signal<{ readonly x: number; readonly y: number } | null>;
  /** Keys of the items that ran from the palette, newest first. */
  readonly recent: Signal<readonly string[]>;
  /** The repairs that the repair dialog begins with, and what they are for. */
  readonly repairWanted: Signal<RepairPurpose & { readonly repairs: readonly RepairName[] }>;
  /** Whether a repaired copy is being made. */
  readonly applyingRepair: Signal<boolean>;
  /** What the export dialog shows, and showed last; `null` before the first time. */
  readonly exportForm: Signal<ExportForm | null>;
  /** Increases when the user wants to enter why a finding is ignored. */
  readonly reasonWanted: Signal<number>;
  /** Increases when the build options are reset, so that their fields drop text that is not valid. */
  readonly optionsReset: Signal<number>;
  /** Set when the user wants to set the unit of a document; its field takes the focus and clears it. */
  readonly unitWanted: Signal<boolean>;
  /** Increases when the user wants to type the number of a node. */
  readonly nodeWanted: Signal<number>;
  /** Whether the lists at the bottom show only their tabs. */
  readonly bottomFolded: Signal<boolean>;
  /** Whether the legend over the view shows only its name. */
  readonly legendFolded: Signal<boolean>;
  /** Whether the card of the camera is open over the view. */
  readonly cameraOpen: Signal<boolean>;
  /** Opens the file chooser of the system, and opens the chosen files as meshes, as the moving mesh, or as a project. */
  chooseFiles(as?: 'mesh' | 'movingMesh' | 'project'): void;
  readonly workspace: ReadonlySignal<WorkspaceName>;
  /** Shows another workspace: its panels as they were left, and one of its tools. */
  showWorkspace(name: WorkspaceName): void;
  resetLayout(): void;
  /** Moves the keyboard focus to the next region of the window, or to the previous one for −1. */
  focusRegion(step: 1 | -1): void;
  /** Shows a list at the bottom, and expands the lists. `takesFocus`: it gets the keyboard focus, for a command that only opens it. */
  showList(id: string, takesFocus?: boolean): void;
}

/** The parts of the app that every command and panel receives. */
export interface App {
  readonly store: Store;
  readonly session: Session;
  readonly projects: Omit<Projects, 'dispose'>;
  /** The flat list of nodes in the hierarchy panel. */
  readonly nodes: Omit<NodeList, 'dispose'>;
  readonly pairs: Pick<PairFollower, 'stop'>;
  readonly bsp: Pick<BspRunner, 'start' | 'stop' | 'follow' | 'look' | 'cancel'>;
  readonly comparison: Pick<Comparer, 'start' | 'stop'>;
  readonly player: Omit<Player, 'dispose'>;
  readonly motion: Omit<MotionRunner, 'dispose'>;
  readonly separation: Omit<SeparationRunner, 'dispose'>;
  /** Updates the heat map of a second view. Returns the function that stops. */
  readonly followHeat: (store: Store) => () => void;
  readonly changes: Omit<ChangeFollower, 'dispose'>;
  readonly health: Pick<HealthChecker, 'check' | 'chooseEngine' | 'setOptions' | 'stop'>;
  readonly shell: Shell;
}
