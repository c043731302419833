/** What the colour of a triangle shows. */
export const colourings = {
  plain: { title: 'Plain', meaning: 'One colour for meshes, another for colliders.' },
  part: { title: 'Part', meaning: 'Each part has a colour.' },
  material: { title: 'Material', meaning: 'Each material of the file has a colour.' },
  role: { title: 'Role', meaning: 'Rendered parts, colliders and triggers.' },
  file: { title: 'File', meaning: 'Each open file has a colour.' },
  component: { title: 'Component', meaning: 'Triangles that are connected by vertices share a colour.' },
  facing: { title: 'Facing', meaning: 'The angle between the normal and the up axis, with a limit for walkable slopes.' },
  depth: { title: 'Tree depth', meaning: 'The depth of the leaf that holds the triangle.' },
} as const satisfies Record<string, { readonly title: string; readonly meaning: string }>;

export type ColourBy = keyof typeof colourings;
