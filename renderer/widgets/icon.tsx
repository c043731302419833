import {
  FolderOpen,
  ArrowDown,
  ArrowLeft,
  ArrowDownToLine,
  ArrowUp,
  Box,
  Boxes,
  Camera,
  Check,
  CircleHelp,
  ChevronDown,
  Columns2,
  ChevronRight,
  ChevronUp,
  ChevronsDownUp,
  CircleCheck,
  CircleDot,
  CircleX,
  Combine,
  Copy,
  Crosshair,
  Cuboid,
  Eye,
  EyeOff,
  FileUp,
  Flame,
  Focus,
  Funnel,
  Grid3x3,
  Group,
  Info,
  Lasso,
  List,
  Loader,
  Maximize,
  MousePointer2,
  Move3d,
  OctagonAlert,
  Pause,
  Pencil,
  Plane,
  Play,
  Rotate3d,
  RotateCcw,
  Ruler,
  Scale3d,
  Scan,
  Search,
  Shapes,
  SquareDashedMousePointer,
  SquareDashed,
  SquareSplitHorizontal,
  Ghost,
  GraduationCap,
  Stethoscope,
  Trash2,
  Triangle,
  TriangleAlert,
  Wrench,
  X,
  type IconNode,
} from 'lucide';
import type { JSX } from 'preact';

/** The icons in use, by meaning. */
const icons = {
  ascending: ArrowUp,
  back: ArrowLeft,
  boxSelect: SquareDashedMousePointer,
  brand: Box,
  camera: Camera,
  cancelled: CircleX,
  check: Check,
  close: X,
  closed: ChevronRight,
  collapseAll: ChevronsDownUp,
  copy: Copy,
  descending: ArrowDown,
  document: Boxes,
  project: FolderOpen,
  drop: ArrowDownToLine,
  error: OctagonAlert,
  fly: Plane,
  fold: ChevronDown,
  lassoSelect: Lasso,
  learn: GraduationCap,
  filter: Funnel,
  frame: Focus,
  frameAll: Maximize,
  group: Group,
  health: Stethoscope,
  heat: Flame,
  hidden: EyeOff,
  idle: CircleCheck,
  info: Info,
  locate: Crosshair,
  manual: CircleHelp,
  measure: Ruler,
  movingMesh: Combine,
  movingMove: Move3d,
  movingScale: Scale3d,
  movingRotate: Rotate3d,
  nextFinding: ChevronDown,
  open: ChevronDown,
  openFile: FileUp,
  orthographic: Cuboid,
  pages: List,
  part: Shapes,
  pause: Pause,
  play: Play,
  previousFinding: ChevronUp,
  ray: Crosshair,
  remove: Trash2,
  rename: Pencil,
  repair: Wrench,
  reset: RotateCcw,
  search: Search,
  secondView: Columns2,
  select: MousePointer2,
  sectionPlane: SquareSplitHorizontal,
  clipBox: SquareDashed,
  ghost: Ghost,
  shaded: Box,
  sphere: CircleDot,
  triangle: Triangle,
  unfold: ChevronUp,
  visible: Eye,
  warning: TriangleAlert,
  wire: Grid3x3,
  working: Loader,
  xray: Scan,
} as const satisfies Record<string, IconNode>;

export type IconName = keyof typeof icons;

/** A picture next to a name. It never replaces the name, so it is hidden from screen readers. */
export function Icon({ name, small = false, large = false }: { name: IconName; small?: boolean; large?: boolean }): JSX.Element {
  return (
    <svg
      class={`icon${small ? ' small' : ''}${large ? ' large' : ''}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {icons[name].map(([Tag, attributes], i) => {
        // Lucide's nodes are pairs of an SVG element's name and its attributes.
        const Element = Tag as 'path';
        return <Element key={i} {...attributes} />;
      })}
    </svg>
  );
}
