import { articleFigures, splitTitles, storageTitles, type ArticleRow } from './article.ts';

const begin = '<!-- bench: written by npm run bench -- --manual -->';
const end = '<!-- end of bench -->';

/** Returns the page with the tables between its two marks. @throws Error where a mark is missing. */
export function withTables(page: string, tables: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no ${from < 0 ? begin : end}`);
  return `${page.slice(0, from + begin.length)}\n\n${tables}\n${page.slice(to)}`;
}

/**
 * Returns the newest run of a history (written by `--record`) and the comparison of ABB-2010 as Markdown tables.
 * @throws Error for a file without rows.
 */
export function benchTables(history: string, article: string): string {
  const rows = newestRun(records(history));
  const articleRows = records(article);
  const [first, articleFirst] = [rows[0], articleRows[0]];
  if (first === undefined || articleFirst === undefined) throw new Error('no run is recorded');
  const tasks = rows.map((row) => [
    taskTitles[row['task'] ?? ''] ?? row['task'] ?? '',
    row['mesh'] ?? '',
    figure(row['ours']),
    figure(row['theirs']),
    row['rival'] ?? '',
    row['unit'] ?? '',
    `${figure(row['ratio'])} ×`,
  ]);
  const articleTable = articleRows.map((row) => [
    splitTitles[row['split'] as ArticleRow['split']],
    storageTitles[row['storage'] as ArticleRow['storage']],
    ...articleFigures.map(({ title }) => figure(row[title])),
  ]);
  return [
    `${machine(first)}, one thread unless stated otherwise, minimum of seven runs. 69k is the Stanford bunny, 871k the dragon.\n`,
    table(['', 'mesh', 'Boxwood', 'rival', '', 'unit', 'better by'], tasks, [2, 3, 6]),
    `\n## Wang, Wang and Li 2010\n\nThe comparison of the article on the bunny: one triangle per leaf, in JavaScript, the same descent for every storage (${machine(articleFirst)}).\n`,
    table(
      ['split', 'storage', ...articleFigures.map(({ title }) => title)],
      articleTable,
      articleFigures.map((_, i) => 2 + i),
    ),
  ].join('\n');
}

const taskTitles: Readonly<Record<string, string>> = {
  build: 'build',
  'build-parallel': 'build by two threads',
  'embree-build': 'build',
  'embree-build-boxes': 'build of boxes, the default',
  'split-sah': 'build of boxes by binned surface area',
  'split-sweep': 'build of boxes by swept surface area',
  'split-median': 'build of boxes by the median',
  'split-morton': 'build of boxes by a Morton curve',
  'split-ploc': 'build of boxes by PLOC',
  'split-seeds': 'build of boxes by two seeds',
  'embree-camera': 'first hit, batch of camera rays',
  'embree-random': 'first hit, batch of random rays',
  'embree-short': 'first hit, batch of short rays',
  'rays-random': 'first hit, random rays',
  'rays-grid': 'first hit, camera rays',
  'rays-parallel': 'batch of random rays by two threads',
  closest: 'closest point',
  'closest-near': 'closest point near the surface',
  nearest: 'eight nearest triangles',
  inside: 'inside a closed mesh',
  sphere: 'sphere overlap',
  box: 'all triangles that overlap a box',
  capsule: 'all triangles that overlap a capsule',
  triangle: 'all triangles that overlap a triangle',
  frustum: 'all triangles in a frustum',
  hull: 'all triangles that overlap the hull of 12 points',
  segment: 'first hit of a segment',
  sweep: 'first contact of a moving sphere',
  'sweep-many': 'first contacts of a moving sphere, in a batch',
  'sweep-rapier': 'first contact of a moving sphere',
  motion: 'first contact of a moving mesh',
  'swept-box': 'motion of a mesh, swept box first',
  'swept-hull': 'motion of a mesh, swept hull first',
  walk: 'steps of a walking sphere',
  'pairs-all': 'tree against tree, all pairs, 200 poses',
  'pairs-boolean': 'tree against tree, overlap only, 200 poses',
  'pairs-parallel': 'tree against tree, all pairs, by two threads',
  distance: 'distance of two meshes',
  'distance-fcl': 'distance of two meshes',
  refit: 'refit',
  open: 'open a baked tree',
  bytes: 'compressed tree',
  'read-ply': 'read binary PLY',
  'read-stl': 'read binary STL',
  'read-stl-again': 'read binary STL into the memory of a mesh before',
  'read-stl-file': 'read binary STL from the disk',
  'read-stl-file-parallel': 'read binary STL from the disk by two threads',
  'read-obj': 'read OBJ',
  'cli-start': 'start of the command line, no mesh',
  'bake-gltf': 'write and read glTF physics',
  'bake-usd': 'read USD Physics',
  'bake-rapier': 'write and read colliders for Rapier, against a GLB',
  'bake-mjcf': 'write and read MJCF, against a GLB',
  'bake-godot': 'write and read a Godot scene, against a GLB',
  'bake-bullet-shapes': 'write and read a Bullet compound with its tree, against a GLB',
  'bake-jolt-state': 'write and read Jolt shapes in binary with their tree, against a GLB',
  'self-crossings': 'all self-intersecting pairs',
  health: 'all checks, against its self-intersections alone',
  'health-parallel': 'all checks by two threads',
  'self-crossings-parallel': 'all self-intersecting pairs by two threads',
  weld: 'weld vertices within a distance',
  diff: 'what differs between two versions, and how far on average',
  'broad-phase-rapier': 'pairs of 100,000 moving boxes, one step',
  'broad-phase-jolt': 'pairs of 100,000 moving boxes, one step',
  'broad-phase-growth': 'pairs of 100,000 moving boxes, an eighth of a step, against 12,500',
  'narrow-parallel': 'pairs of surfaces of 10,000 instances',
  'bsp-build': 'BSP tree of a level, and an AABB tree',
  'bsp-point': 'point in the solid of a level, by a BSP tree and by winding numbers',
  'bsp-ray': 'first hit in a level, BSP tree and AABB tree',
  'bsp-sphere': 'moving sphere in a level, BSP tree and AABB tree',
  'bsp-box': 'moving box in a level, BSP tree and AABB tree',
  'patch-ray': 'first hit on Bézier patches, and on triangles',
  'patch-closest': 'distance from Bézier patches, and from triangles',
  'convex-hull': 'convex hull of the vertices',
  'convex-hull-rapier': 'convex hull of the vertices',
  'convex-sat-rapier': 'two hulls of 16 points by separating axes',
  'convex-sat-physx': 'two hulls of 16 points by separating axes',
  'convex-gjk-rapier': 'two hulls of 16 points by GJK and EPA',
  'convex-gjk-jolt': 'two hulls of 16 points by GJK and EPA',
  'convex-gjk-physx': 'two hulls of 16 points by GJK and EPA',
  penetration: 'push-out of a hull from the mesh',
  'fit-sphere': 'smallest sphere that contains the mesh',
  decompose: 'V-HACD with exact hulls, against V-HACD',
  deviation: 'deviation of a surface from a similar one',
};

type Row = Readonly<Record<string, string>>;

function records(text: string): readonly Row[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line !== '');
  const names = head.split('\t');
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i] ?? '', cell])));
}

/** Returns the last rows of one version, day and machine, each task and mesh once. */
function newestRun(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const seen = new Set<string>();
  let from = rows.length;
  for (; from > 0; from--) {
    const row = rows[from - 1]!;
    const key = `${row['task']} ${row['mesh']}`;
    if (machine(row) !== machine(last!) || seen.has(key)) break;
    seen.add(key);
  }
  return rows.slice(from);
}

function machine(row: Row): string {
  return `${row['date']}, Boxwood ${row['version']}, Node ${row['node']}, ${row['processor']}`;
}

/** Formats three significant digits and all digits before the point, thousands separated. */
function figure(text = ''): string {
  const value = Number(text);
  return value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
}

function table(head: readonly string[], rows: readonly (readonly string[])[], right: readonly number[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map((_, i) => (right.includes(i) ? '--:' : '---'))), ...rows.map(line)].join('\n')}\n`;
}
