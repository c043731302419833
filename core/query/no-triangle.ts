/** In place of an import index: no triangle. */
export const noTriangleIndex = -1;
