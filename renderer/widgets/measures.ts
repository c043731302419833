/** Measures that scripts share with `theme/tokens.css`, CSS pixels. */
export const rowHeight = 22;
export const panelHeadHeight = 28;
export const leftWidth = 328;
export const rightWidth = 324;
/** The lists at the bottom, open: head 28, columns 22, seven rows. */
export const bottomHeight = 204;
/** The same height with plots. */
export const plotsHeight = 348;
