import { worstOptions } from '#core/options';

/** A figure or column that a panel shows. */
export interface Figure {
  /** One sentence without a full stop. */
  readonly meaning: string;
  /** Which values are better; left out where neither is. */
  readonly better?: 'larger' | 'smaller';
  /** Its page of the manual. */
  readonly page: string;
}

const tree = { page: 'trees.md' } as const;
const compare = { page: 'trees.md#compare' } as const;
const mesh = { page: 'open.md' } as const;
const deform = { page: 'animation.md' } as const;
const checks = { page: 'checks.md' } as const;
const engine = { page: 'checks.md#what-an-engine-collides-with' } as const;
const ray = { page: 'rays.md' } as const;
const sphere = { page: 'spheres.md' } as const;
const probe = { page: 'probe.md' } as const;
const pair = { page: 'two-meshes.md' } as const;
const motion = { page: 'motion.md#moving-meshes' } as const;
const trace = { page: 'query-debugger.md' } as const;
const patch = { page: 'patches.md' } as const;
const scene = { page: 'scenes.md#in-the-app' } as const;
const camera = { page: 'camera.md#measure' } as const;
const space = { page: 'open.md' } as const;

const worstPage = 'trees.md#find-the-worst-nodes';

/** The measures of nodes are described with the option that lists them. */
function worst(by: keyof typeof worstOptions.worstBy.choices): Figure {
  return { page: worstPage, meaning: worstOptions.worstBy.choices[by].meaning.replace(/\.$/, '') };
}

/** Figures of trees and nodes. */
const treeFigures = {
  Nodes: { ...tree, meaning: 'Number of nodes of the tree, or of nodes that a query visits', better: 'smaller' },
  Leaves: { ...tree, meaning: 'Number of nodes with triangles' },
  Depth: { ...tree, meaning: 'Number of levels below the root, up to the deepest leaf or to this node', better: 'smaller' },
  'SAH cost': {
    ...tree,
    meaning: 'Expected work of a random ray that hits the box of the root, by the surface area heuristic',
    better: 'smaller',
  },
  Bytes: { ...tree, meaning: 'Size of the whole tree in memory and in a file', better: 'smaller' },
  'Bytes per tri.': { ...tree, meaning: 'Bytes of the tree divided by its number of triangles', better: 'smaller' },
  'Build engine': { ...tree, meaning: 'What built the tree: JavaScript or WASM SIMD' },
  'Query engine': { ...tree, meaning: 'What runs the queries on the tree: JavaScript or WASM SIMD' },
  'Leaf depth': { ...tree, meaning: 'Number of leaves at each depth; a narrow histogram is a balanced tree' },
  'Triangles per leaf': { ...tree, meaning: 'Number of leaves with each number of triangles' },
  'Load time': { ...tree, meaning: 'Time from the request to the first frame, divided into its steps', better: 'smaller' },
  'Share of cost': { ...tree, meaning: 'Part of the SAH cost of the tree that this node causes', better: 'smaller' },
  'Bounded by': { ...tree, meaning: 'Shape of the bounding volume of the node' },
  'Surface ratio': {
    ...tree,
    meaning: 'Surface area of the bounding volume, divided by that of the exact box of its triangles',
    better: 'smaller',
  },
  'Slack below': {
    ...tree,
    meaning: 'Empty space between the stored box and the exact box on the lower sides, along X, Y and Z',
    better: 'smaller',
  },
  'Slack above': {
    ...tree,
    meaning: 'Empty space between the stored box and the exact box on the upper sides, along X, Y and Z',
    better: 'smaller',
  },
  Split: { ...tree, meaning: 'Axis that divides the triangles of the node, and the number of triangles of each child' },
  Node: { page: worstPage, meaning: 'Number of the node' },
  Waste: { ...worst('waste'), better: 'smaller' },
  Cost: { ...worst('cost'), better: 'smaller' },
  Overlap: { ...worst('overlap'), better: 'smaller' },
  Empty: { ...worst('empty'), better: 'smaller' },
  'Node depth': { ...worst('depth'), better: 'smaller' },
  Tris: worst('triangles'),
  'Tree kind': { ...compare, meaning: 'Bounding volume and storage of the tree' },
  'Split rule': { ...compare, meaning: 'Rule that divides the triangles of a node' },
  'Compared figure': { ...compare, meaning: 'Figure of all tree kinds for the same mesh', better: 'smaller' },
  'Second view': { ...compare, meaning: 'Shows the tree of the row next to the active one' },
  'Ray cost': { ...deform, meaning: 'SAH cost of the tree in each pose of the clip, refitted and rebuilt', better: 'smaller' },
  'Tree update time': { ...deform, meaning: 'Time to refit or to rebuild the tree for each pose of the clip', better: 'smaller' },
  'Cost of the pose': {
    ...deform,
    meaning: 'Time and SAH cost of the tree refitted to the pose, in percent of the built tree',
    better: 'smaller',
  },
  Heat: { page: 'trees.md#heat-map', meaning: 'Cost of the ray through each pixel of the view', better: 'smaller' },
  Box: { ...tree, meaning: 'Lengths of the bounding volume of the node' },
  'Cost %': { ...tree, meaning: 'Part of the SAH cost of the tree that this node causes, in percent', better: 'smaller' },
  Read: { ...tree, meaning: 'Time to read the bytes of the file', better: 'smaller' },
  Parse: { ...tree, meaning: 'Time to make a mesh of the bytes', better: 'smaller' },
  Build: { ...tree, meaning: 'Time to build the tree; a first run can include compilation', better: 'smaller' },
  Transfer: { ...tree, meaning: 'Time to bring mesh and tree to the page', better: 'smaller' },
  'First frame': { ...tree, meaning: 'Time to draw the mesh for the first time', better: 'smaller' },
  'Frame time': { ...tree, meaning: 'Time to draw the last frame of the view', better: 'smaller' },
  Leaf: { ...tree, meaning: 'Leaf that contains the triangle, and its depth' },
} as const satisfies Record<string, Figure>;

/** Figures of meshes, parts and triangles. */
const meshFigures = {
  File: { ...mesh, meaning: 'Size of the file, without its side files' },
  Format: { ...mesh, meaning: 'File format and its dialect' },
  Triangles: { ...mesh, meaning: 'Number of triangles, or of triangles that a query tests' },
  Vertices: { ...mesh, meaning: 'Number of vertices in the file; equal positions count each time' },
  'Cut area': { page: 'display.md#section-plane', meaning: 'Area of the mesh in the plane of the section' },
  'Part names': { ...mesh, meaning: 'Names of the parts of the selection' },
  'Collider of the file': { page: 'open.md', meaning: 'Collider that the file declares and that is not part of the mesh' },
  Vertex: { ...mesh, meaning: 'Position of a corner of the triangle' },
  Parts: { ...mesh, meaning: 'Nodes, groups or objects of the file with triangles' },
  Part: { ...mesh, meaning: 'Node, group or object of the file that contains the triangle' },
  Findings: { ...checks, meaning: 'Findings that are not ignored', better: 'smaller' },
  Document: { ...mesh, meaning: 'The opened file' },
  Min: { ...space, meaning: 'Corner of the bounds with the smallest coordinates' },
  Max: { ...space, meaning: 'Corner of the bounds with the largest coordinates' },
  Size: { ...space, meaning: 'Lengths of the bounds along X, Y and Z' },
  Area: { ...mesh, meaning: 'Total surface area of the triangles' },
  'Hidden triangles': { page: 'window.md#hide-and-isolate', meaning: 'Number of selected triangles that are hidden' },
  Materials: { ...mesh, meaning: 'Materials of the triangles, as the file names them' },
  Material: { ...mesh, meaning: 'Material of the triangle, as the file names it' },
  Surface: { ...mesh, meaning: 'Friction and restitution that the file gives a collider' },
  Layers: { ...mesh, meaning: 'Collision layers and masks that the file gives a collider' },
  Indices: { ...mesh, meaning: 'Numbers of the triangles of the part in file order, from 0' },
  Role: { ...mesh, meaning: 'Whether an engine renders the part, collides with it, or uses it as a trigger' },
  Shape: { ...mesh, meaning: 'Collision shape that the file declares' },
  Dimensions: { ...mesh, meaning: 'Measures of a collision shape that is no mesh' },
  'Collider of': { ...mesh, meaning: 'Rendered part that the collider belongs to' },
  'Declared by': { ...mesh, meaning: 'Extension or naming convention that makes the part a collider' },
  Outlines: { page: 'display.md#section-plane', meaning: 'Curves in which the section cuts the mesh; open ones show holes' },
  Point: { ...camera, meaning: 'Measured point, and what it snapped to' },
  'Distance between': { ...camera, meaning: 'Straight distance between two measured points' },
  Difference: { ...camera, meaning: 'Distance between two measured points along X, Y and Z' },
  Clearance: { ...camera, meaning: 'Smallest distance of two surfaces; 0 if they intersect' },
  'Nearest point': { ...camera, meaning: 'Point of a surface that is nearest to the other surface' },
  'Measured surface': { ...camera, meaning: 'Part, mesh or selection that is measured' },
  Diagonal: { ...camera, meaning: 'Length of the diagonal of the bounds' },
  Angle: { ...camera, meaning: 'Angle at the second of three measured points' },
} as const satisfies Record<string, Figure>;

/** Figures of checks and findings. */
const checkFigures = {
  Code: { ...checks, meaning: 'Name of the finding in budgets, JSON and the manual' },
  Severity: { ...checks, meaning: 'Error: usually breaks collision; warning: can cause wrong collision; info: a hint' },
  Count: { ...checks, meaning: 'Number of locations of the finding', better: 'smaller' },
  Elements: { ...checks, meaning: 'Triangles, edges or vertices of this location' },
  Measure: { ...checks, meaning: 'How large this location is, in the measure of its check' },
  Centre: { ...space, meaning: 'Middle of the bounds, or of the sphere' },
  State: { ...checks, meaning: 'Whether the location is open or ignored' },
  Mark: { ...checks, meaning: 'Mark of the row in the view' },
  '#': { page: 'window.md', meaning: 'Number of the row, as in the view' },
  'Welded vertices': { ...checks, meaning: 'Number of different positions' },
  Edges: { ...checks, meaning: 'Number of different edges, with equal positions joined' },
  'Boundary edges': { ...checks, meaning: 'Edges with one triangle: rims of holes and of open sheets', better: 'smaller' },
  'Non-manifold edges': { ...checks, meaning: 'Edges with more than two triangles', better: 'smaller' },
  'Inconsistent edges': { ...checks, meaning: 'Edges whose two triangles have opposite winding', better: 'smaller' },
  'Duplicate triangles': { ...checks, meaning: 'Triangles with the same corners as an earlier one', better: 'smaller' },
  'Repeated-vertex triangles': { ...checks, meaning: 'Triangles that use a position twice', better: 'smaller' },
  'Zero-area triangles': { ...checks, meaning: 'Triangles whose different corners lie on one line', better: 'smaller' },
  'Non-finite vertices': { ...checks, meaning: 'Vertices with a coordinate that is NaN or infinite', better: 'smaller' },
  Components: { ...checks, meaning: 'Groups of triangles that are connected by positions' },
  'Self-intersecting pairs': { ...checks, meaning: 'Pairs of triangles that intersect beyond shared corners', better: 'smaller' },
  'Engine shapes': {
    ...engine,
    meaning: 'Shapes that the engine holds: one for each collider, or for each part of a mesh without colliders',
  },
  'Convex hulls': { ...engine, meaning: 'Shapes that the engine holds as a convex hull' },
  'Vanished triangles': { ...engine, meaning: 'Triangles that the engine leaves out', better: 'smaller' },
  'Moved vertices': { ...engine, meaning: 'Vertices that the engine moves farther than the engine tolerance', better: 'smaller' },
  'Farthest move': { ...engine, meaning: 'Largest distance by which the engine moves a vertex', better: 'smaller' },
  'Phantom volume': { ...engine, meaning: 'Volume in the shapes, but not in the mesh', better: 'smaller' },
  'Phantom distance': { ...engine, meaning: 'Largest distance of a point of a hull from the surface of its mesh', better: 'smaller' },
  'Farthest phantom': { ...engine, meaning: 'Where a hull is farthest from the surface of its mesh' },
  'Missing volume': { ...engine, meaning: 'Volume in the mesh, but not in the shapes', better: 'smaller' },
  'Missing distance': { ...engine, meaning: 'Largest distance of a point of a mesh outside its hull', better: 'smaller' },
  'Box growth': {
    ...engine,
    meaning: 'Largest distance by which a box of the tree of the engine is larger than its triangle',
    better: 'smaller',
  },
  'Signed volume': { ...checks, meaning: 'Enclosed volume; negative if the triangles face inward' },
  Volume: { ...checks, meaning: 'Enclosed volume of the solids' },
  Density: { ...checks, meaning: 'Mass per cubic mesh unit; an option of the checks' },
  Mass: { ...checks, meaning: 'Volume times density' },
  'Centre of mass': { ...checks, meaning: 'Point about which the solid balances' },
  'Principal moments': { ...checks, meaning: 'Moments of inertia about the principal axes, through the centre of mass' },
  'First axis': { ...checks, meaning: 'Direction of the first principal axis of inertia' },
  'Second axis': { ...checks, meaning: 'Direction of the second principal axis of inertia' },
  'Third axis': { ...checks, meaning: 'Direction of the third principal axis of inertia' },
} as const satisfies Record<string, Figure>;

/** Figures of queries. */
const queryFigures = {
  Hits: { ...ray, meaning: 'Number of triangles that the ray hits' },
  'First hit': { ...ray, meaning: 'Distance from the origin of the ray to its first hit' },
  Distance: { ...ray, meaning: 'Distance from the origin of the query to the triangle' },
  Position: { ...ray, meaning: 'Point on the triangle' },
  Normal: { ...ray, meaning: 'Unit vector at right angles to the triangle, on its front side' },
  Barycentric: { ...ray, meaning: 'Weights of the three corners that give the point; their sum is 1' },
  Triangle: { page: 'glossary.md#import-index', meaning: 'Number of the triangle in file order, from 0' },
  Section: { page: 'display.md#section-plane', meaning: 'Whether the section plane or clip box cuts the place away' },
  'Query cost': { ...tree, meaning: 'Nodes visited, triangles tested, and time of the query', better: 'smaller' },
  'Query step': { ...trace, meaning: 'What the query did with a node or a triangle, and why, in its order' },
  Stack: { ...trace, meaning: 'Nodes that wait to be opened; the query takes the first one next' },
  Overlaps: { ...sphere, meaning: 'Number of triangles that the sphere overlaps; touching counts' },
  'Centre inside': { ...sphere, meaning: 'Whether the centre of the sphere is inside the closed mesh' },
  Nearest: { ...sphere, meaning: 'Distance from the centre of the sphere to the surface' },
  'Hit cache': { ...sphere, meaning: 'Nodes visited when the search starts with the previous nearest triangle', better: 'smaller' },
  'Overlap depth': { ...sphere, meaning: 'How far the sphere reaches beyond the triangle' },
  Closest: { ...sphere, meaning: 'Point of the triangle that is closest to the centre of the sphere' },
  Direction: { ...sphere, meaning: 'Unit vector from the closest point to the centre of the sphere' },
  Feature: { ...sphere, meaning: 'What of the triangle is closest: its face, an edge or a vertex' },
  'Push-out': { ...sphere, meaning: 'Translation that separates the sphere from the mesh' },
  Length: { ...pair, meaning: 'Length of the segment, curve or translation' },
  Steps: { ...sphere, meaning: 'Number of pushes until nothing overlaps or the limit is reached', better: 'smaller' },
  Remaining: { ...sphere, meaning: 'Number of triangles that overlap after the push-out', better: 'smaller' },
  'Remaining depth': { ...sphere, meaning: 'Largest overlap depth after the push-out', better: 'smaller' },
  'Probed triangles': { ...probe, meaning: 'Number of triangles that the probe found' },
  Inside: { ...probe, meaning: 'Whether the point is inside the mesh, or the polygon' },
  'Winding number': { ...probe, meaning: 'How often the surface winds about the point; not whole for an open mesh' },
  'Winding error': { ...probe, meaning: 'Proven error bound of the winding number', better: 'smaller' },
  'Signed distance': { ...probe, meaning: 'Distance of the point from the surface, negative inside' },
  'Sum of angles': { ...probe, meaning: 'Inside test by sum of angles; unreliable near edges' },
  Surfaces: { ...pair, meaning: 'Whether the surfaces of both meshes intersect' },
  Contacts: { ...pair, meaning: 'Number of intersecting pairs of triangles' },
  'Triangles A': { ...pair, meaning: 'Triangles of the fixed mesh (A) in contact' },
  'Triangles B': { ...pair, meaning: 'Triangles of the moving mesh (B) in contact' },
  'Triangle A': { ...pair, meaning: 'Triangle of the fixed mesh (A)' },
  'Triangle B': { ...pair, meaning: 'Triangle of the moving mesh (B)' },
  'Part A': { ...pair, meaning: 'Part of the fixed mesh (A) that contains the triangle' },
  'Part B': { ...pair, meaning: 'Part of the moving mesh (B) that contains the triangle' },
  'Contact curves': { ...pair, meaning: 'Contact segments, joined at shared ends; closed curves are loops' },
  Kind: { ...pair, meaning: 'Segment, point or area for a contact; closed or open for a curve' },
  From: { ...pair, meaning: 'One end of the contact' },
  To: { ...pair, meaning: 'The other end of the contact' },
  Start: { ...pair, meaning: 'First point of the contact curve' },
  End: { ...pair, meaning: 'Last point of an open contact curve' },
  Segments: { ...pair, meaning: 'Number of contacts that the curve joins' },
  'Why open': { ...pair, meaning: 'What the curve ends at: a border, an area, or a triangle without area' },
  'Lies on': { ...pair, meaning: 'Whether the point is on a face, an edge or a vertex of each triangle' },
  'Motion state': { ...motion, meaning: 'What the search found, proven: apart, hit, near, starts touching or undecided' },
  'Contact interval': {
    ...motion,
    meaning: 'Part of the motion, 0 to 1: no contact before its start, contact at its end',
    better: 'smaller',
  },
  'Free until': { ...motion, meaning: 'End of the part of the motion that is proven free of contact' },
  'Motion tolerance': { ...motion, meaning: 'How far the mesh may move within the interval' },
  'Time bisection': { ...motion, meaning: 'Article method: halves the time between tested poses; misses what lies between them' },
  '15 axes': { ...motion, meaning: 'Article method: separating axes of two boxes with a velocity; ignores rotation' },
  'Swept box': {
    ...motion,
    meaning: 'Triangles of the fixed mesh in the box around the swept solid, nodes visited, and time',
    better: 'smaller',
  },
  'Swept hull': {
    ...motion,
    meaning: 'Triangles of the fixed mesh in the hull of all positions, nodes visited, and time',
    better: 'smaller',
  },
  'Sweep state': { page: 'motion.md#swept-shapes', meaning: 'What the sweep found, proven: miss, hit, or a shape that starts inside' },
  'Contact point': { ...pair, meaning: 'End of the contact segment, or corner of the contact area' },
} as const satisfies Record<string, Figure>;

/** Figures of curved surfaces. */
const patchFigures = {
  Patches: { ...patch, meaning: 'Number of Bézier patches of the file' },
  Degrees: { ...patch, meaning: 'Degrees of the patches along u and v' },
  'Curve error': {
    ...patch,
    meaning: 'Proven bound of the distance between the curved surface and the triangles, both ways',
    better: 'smaller',
  },
  'Ray on the surface': { ...patch, meaning: 'Where the ray hits the curved surface itself: distance from its origin, and the tolerance' },
  'Sphere on the surface': { ...patch, meaning: 'Whether the sphere touches the curved surface itself, and the interval of the distance' },
  'Moving shape on the surface': {
    ...patch,
    meaning: 'When the moving shape of the probe touches the curved surface itself, and the tolerance',
  },
  'Pair of curved surfaces': {
    ...patch,
    meaning: 'Whether the curved surfaces of the fixed and the moving mesh intersect, and the tolerance',
  },
} as const satisfies Record<string, Figure>;

/** Figures of scenes of many instances. */
const sceneFigures = {
  'Possible pairs': { ...scene, meaning: 'Pairs of instances that sets, layers and masks allow: two static ones are none' },
  'Box tests': {
    ...scene,
    meaning: 'Pairs of boxes that the broad phase compared, those with boxes of tree nodes included',
    better: 'smaller',
  },
  'Box pairs': { ...scene, meaning: 'Pairs of instances whose boxes overlap or touch' },
  'Sphere pairs': { ...scene, meaning: 'Box pairs whose bounding spheres overlap or touch too' },
  'Surface pairs': { ...scene, meaning: 'Pairs of instances whose surfaces share a point, decided exactly' },
  'Step time': { ...scene, meaning: 'Time of both phases of the step, and what the broad phase did', better: 'smaller' },
  'Sorted intervals': { ...scene, meaning: 'First and last coordinate of each box along the axis, sorted by the first' },
  'Instance A': { ...scene, meaning: 'Number of the first instance of the pair, from 0' },
  'Instance B': { ...scene, meaning: 'Number of the second instance of the pair' },
  Instance: { ...scene, meaning: 'Number of the instance in the scene, from 0' },
  Layer: { ...scene, meaning: 'Layer bits of the instance' },
  Mask: { ...scene, meaning: 'Layers that the instance can be a pair with, as bits' },
  Motion: { ...scene, meaning: 'How the instance moves at each step' },
  'Instance mesh': { ...scene, meaning: 'Mesh file of the instance' },
  Stage: { ...scene, meaning: 'How far the pair came: its boxes, its bounding spheres or its surfaces share a point' },
  Set: { ...scene, meaning: 'Whether the instance is static or moving; two static instances are no pair' },
} as const satisfies Record<string, Figure>;

/** All figures of the panels, by name: tooltips and the glossary are made from this table. */
export const figures = {
  ...treeFigures,
  ...meshFigures,
  ...checkFigures,
  ...queryFigures,
  ...patchFigures,
  ...sceneFigures,
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

/** What a panel shows as the name of a figure: its name, with a unit (`Area, m²`), or with an object (`Material of A`). */
export type FigureLabel = FigureName | `${FigureName}, ${string}` | `${FigureName} of ${string}`;

/** Returns the name of the figure of a label. */
export function figureNamed(label: FigureLabel): FigureName {
  return [label, label.replace(/,.*/, ''), label.replace(/ of .*/, '')].find((name) => Object.hasOwn(figures, name)) as FigureName;
}

/** Returns the tooltip of a figure: its meaning, what is better, and the key of its page. */
export function figureTip(name: FigureName, meaning: string = figures[name].meaning): string {
  const { better }: Figure = figures[name];
  return `${meaning}.${better === undefined ? '' : ` ${better === 'smaller' ? 'Smaller' : 'Larger'} is better.`} F1: manual.`;
}

/** Returns what an element that shows a figure carries: its tooltip, and its page for F1. */
export function figureMarks(name: FigureName, meaning?: string): { readonly title: string; readonly 'data-figure': string } {
  return { title: figureTip(name, meaning), 'data-figure': figures[name].page };
}
