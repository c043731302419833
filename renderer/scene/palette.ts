/** A display colour: sRGB, 0..1. Shaders write it unchanged, so it equals the CSS token in every panel. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The meanings that the view draws, read from the theme's tokens. */
export interface Palette {
  readonly meshBase: Rgb;
  /** The mesh while boxes are drawn over it. */
  readonly meshBehind: Rgb;
  /** A mesh that is not the active document's. */
  readonly meshOther: Rgb;
  /** Parts that are only colliders. */
  readonly collider: Rgb;
  /** The inside of a mesh that is cut open. */
  readonly cut: Rgb;
  /** Triangles by their angle to the up axis. */
  readonly facingWalkable: Rgb;
  readonly facingSteep: Rgb;
  readonly facingDown: Rgb;
  readonly meshEdge: Rgb;
  readonly gridLine: Rgb;
  readonly selection: Rgb;
  readonly hit: Rgb;
  /** Findings by severity. */
  readonly error: Rgb;
  readonly warning: Rgb;
  readonly info: Rgb;
  /** Triangles of two versions of a mesh: only after, in both but different, only before. */
  readonly added: Rgb;
  readonly changed: Rgb;
  readonly removed: Rgb;
  /** The push-out. */
  readonly good: Rgb;
  /** Intersecting triangles of the fixed mesh (A) and of the moving mesh (B), and contact curves. */
  readonly contactA: Rgb;
  readonly contactB: Rgb;
  readonly crossing: Rgb;
  /** Contact curves behind a surface. */
  readonly crossingHidden: Rgb;
  readonly movingMesh: Rgb;
  /** Nodes of a recorded query by state, and triangles that it tested without a hit. */
  readonly traceOpened: Rgb;
  readonly traceWaiting: Rgb;
  readonly traceCulled: Rgb;
  readonly traceSkipped: Rgb;
  readonly traceTested: Rgb;
  readonly traceMiss: Rgb;
  /** Handles of the moving mesh: orientation only. */
  readonly axisX: Rgb;
  readonly axisY: Rgb;
  readonly axisZ: Rgb;
  /** Hover highlight: white on dark, near black on light. */
  readonly hover: Rgb;
  /** Outline under every wide line, for contrast on any background. */
  readonly underLine: Rgb;
}

export const paletteTokens = {
  meshBase: '--mesh-base',
  meshBehind: '--mesh-base-behind',
  meshOther: '--mesh-other',
  collider: '--mesh-collider',
  cut: '--mesh-cut',
  facingWalkable: '--facing-walkable',
  facingSteep: '--facing-steep',
  facingDown: '--facing-down',
  meshEdge: '--mesh-edge',
  gridLine: '--grid-line',
  selection: '--meaning-selection',
  hit: '--meaning-hit',
  error: '--meaning-error',
  warning: '--meaning-warning',
  info: '--meaning-info',
  added: '--change-added',
  changed: '--change-changed',
  removed: '--change-removed',
  good: '--meaning-good',
  contactA: '--meaning-contact-a',
  contactB: '--meaning-contact-b',
  crossing: '--meaning-crossing',
  crossingHidden: '--meaning-crossing-hidden',
  movingMesh: '--meaning-moving',
  traceOpened: '--trace-opened',
  traceWaiting: '--trace-waiting',
  traceCulled: '--trace-culled',
  traceSkipped: '--trace-skipped',
  traceTested: '--trace-tested',
  traceMiss: '--trace-miss',
  axisX: '--axis-x',
  axisY: '--axis-y',
  axisZ: '--axis-z',
  hover: '--text-primary',
  underLine: '--surface-view-bottom',
} as const satisfies Record<keyof Palette, `--${string}`>;

const unknownColour: Rgb = [0.5, 0.5, 0.5];

/** Returns the palette of the CSS tokens that `valueOf` reads. A missing token is grey. */
export function readPalette(valueOf: (token: string) => string): Palette {
  const colour = (name: keyof Palette): Rgb => parseColour(valueOf(paletteTokens[name])) ?? unknownColour;
  return {
    meshBase: colour('meshBase'),
    meshBehind: colour('meshBehind'),
    meshOther: colour('meshOther'),
    collider: colour('collider'),
    cut: colour('cut'),
    facingWalkable: colour('facingWalkable'),
    facingSteep: colour('facingSteep'),
    facingDown: colour('facingDown'),
    meshEdge: colour('meshEdge'),
    gridLine: colour('gridLine'),
    selection: colour('selection'),
    hit: colour('hit'),
    error: colour('error'),
    warning: colour('warning'),
    info: colour('info'),
    added: colour('added'),
    changed: colour('changed'),
    removed: colour('removed'),
    good: colour('good'),
    contactA: colour('contactA'),
    contactB: colour('contactB'),
    crossing: colour('crossing'),
    crossingHidden: colour('crossingHidden'),
    movingMesh: colour('movingMesh'),
    traceOpened: colour('traceOpened'),
    traceWaiting: colour('traceWaiting'),
    traceCulled: colour('traceCulled'),
    traceSkipped: colour('traceSkipped'),
    traceTested: colour('traceTested'),
    traceMiss: colour('traceMiss'),
    axisX: colour('axisX'),
    axisY: colour('axisY'),
    axisZ: colour('axisZ'),
    hover: colour('hover'),
    underLine: colour('underLine'),
  };
}

/** `#rgb`, `#rrggbb` or `rgb(r g b)`, `rgb(r, g, b)`; `null` for anything else. */
export function parseColour(text: string): Rgb | null {
  const trimmed = text.trim();
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(trimmed)?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const value = Number.parseInt(digits, 16);
    return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
  }
  const parts = /^rgb\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/.exec(trimmed);
  return parts === null ? null : [Number(parts[1]) / 255, Number(parts[2]) / 255, Number(parts[3]) / 255];
}
