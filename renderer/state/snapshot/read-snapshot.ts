import { InspectorError } from '#core/error';
import { isHealthCode } from '#core/health';
import { fileRoles } from '#core/mesh';
import {
  buildOptions,
  defaultValues,
  type EngineChoice,
  engineOptions,
  healthOptions,
  motionOptions,
  pairOptions,
  rayOptions,
  spaceOptions,
  sphereOptions,
} from '#core/options';
import type { CameraLens } from '../camera/camera-lens.ts';
import type { CameraBookmark, CameraPose } from '../camera/camera-pose.ts';
import { type ColourBy, colourings } from '../colour/colour-by.ts';
import type { FindingName } from '../health/findings.ts';
import { type HeatMetric, heatMetrics } from '../heat/heat-figures.ts';
import { maxMeasurePoints, type MeasurePoint, snapKinds } from '../measure/measure.ts';
import type { ClearanceSide } from '../measure/measure-kinds.ts';
import { type BoxCut, noSection, type PlaneCut, type Section } from '../section/section.ts';
import {
  type Display,
  emptyScene,
  type Gizmo,
  type MotionInput,
  type MotionTurn,
  type MovingInput,
  type MovingPose,
  type Picking,
  type RayInput,
  type Selection,
  type SphereInput,
} from '../store/records.ts';
import {
  byKind,
  fields,
  flag,
  index,
  checkedList,
  malformedAt,
  nullable,
  numberFrom,
  oneOf,
  options,
  or,
  recordOf,
  textUpTo,
  finiteVector,
  type Reader,
} from './field-readers.ts';
import type { SceneInput } from '../instances/scene-input.ts';
import { packedScene } from './scene-record.ts';
import { scaleRange } from '../store/scene-edits.ts';
import { endlessLength, pinnedProbes, probeInput } from './read-probe.ts';
import { indexSet } from './set-text.ts';
import {
  type HiddenRecord,
  type Snapshot,
  type SnapshotDocument,
  type SnapshotScene,
  snapshotVersion,
  type WorkspaceLayout,
} from './snapshot.ts';

/** Reads a snapshot. Unknown fields are ignored. @throws InspectorError `unsupported-dialect` for a later version, `malformed`. */
export function readSnapshot(value: unknown, pointer = ''): Snapshot {
  const { version } = fields({ version: index })(value, pointer);
  if (version > snapshotVersion) throw laterVersion(version, pointer);
  if (version !== snapshotVersion) throw malformedAt(`${pointer}/version`, `${snapshotVersion}`);
  checkSetSizes(value, pointer);
  const snapshot = snapshotFields(value, pointer);
  checkReferences(snapshot, pointer);
  return { version, ...snapshot };
}

/** Sets of more bits than this in all are refused before one is allocated: a short text could fill the memory. */
const maxSetBits = 2 ** 28;

function checkSetSizes(value: unknown, pointer: string): void {
  const sized = fields({ size: or(index, 0) });
  const ofHidden = nullable(fields({ triangles: nullable(sized) }));
  const { documents, scene } = fields({
    documents: checkedList(fields({ hidden: ofHidden, hiddenBefore: ofHidden }), 10_000),
    scene: fields({ selection: nullable(fields({ triangles: nullable(sized), parts: nullable(sized) })) }),
  })(value, pointer);
  let left = maxSetBits;
  const take = (set: { readonly size: number } | null | undefined, at: string): void => {
    left -= set?.size ?? 0;
    if (left < 0) throw malformedAt(`${pointer}${at}/size`, `sets of at most ${maxSetBits} triangles in all`);
  };
  take(scene.selection?.triangles, '/scene/selection/triangles');
  take(scene.selection?.parts, '/scene/selection/parts');
  documents.forEach(({ hidden, hiddenBefore }, i) => {
    take(hidden?.triangles, `/documents/${i}/hidden/triangles`);
    take(hiddenBefore?.triangles, `/documents/${i}/hiddenBefore/triangles`);
  });
}

function laterVersion(version: number, pointer: string): InspectorError {
  return new InspectorError({
    code: 'unsupported-dialect',
    message: `This was saved by a later version of Boxwood: its format is ${version}, and this version reads ${snapshotVersion}`,
    fix: 'Update Boxwood',
    location: { pointer: `${pointer}/version` },
  });
}

/** Each document number has to be one of the list. */
function checkReferences({ documents, active, scene, second }: Omit<Snapshot, 'version'>, pointer: string): void {
  const { selection, measure, clearance, ray, sphere, probe, pins, movingMesh, instances } = scene;
  const used = [
    active,
    selection !== null && 'document' in selection ? selection.document : null,
    ...measure.map(({ document }) => document),
    ...clearance.map(({ document }) => document),
    ray?.document ?? null,
    sphere?.document ?? null,
    probe?.document ?? null,
    ...pins.map(({ document }) => document),
    movingMesh?.document ?? null,
    movingMesh?.fixed ?? null,
    ...(instances?.documents ?? []),
    second?.document ?? null,
  ];
  const wrong = used.find((document) => document !== null && document >= documents.length);
  if (wrong !== undefined) throw malformedAt(pointer === '' ? '/documents' : `${pointer}/documents`, `a document ${wrong}`);
}

const name = textUpTo(4096);
const positive = numberFrom(Number.MIN_VALUE);
const isImportName = (value: unknown): value is FindingName => typeof value === 'string' && /^import-\d{1,6}$/.test(value);

const isFindingName = (value: unknown): value is FindingName => typeof value === 'string' && (isHealthCode(value) || isImportName(value));

/** A check that this version does not know has no findings. */
const findingName: Reader<FindingName | null> = (value) => (isFindingName(value) ? value : null);

const knownNames: Reader<ReadonlySet<FindingName>> = (value, pointer) => {
  const names = checkedList(textUpTo(100), 1000)(value, pointer);
  return new Set(names.filter(isFindingName));
};

const pose = fields<CameraPose>({
  target: finiteVector,
  distance: positive,
  azimuthRadians: numberFrom(),
  elevationRadians: numberFrom(-Math.PI / 2, Math.PI / 2),
  projection: or(oneOf(['perspective', 'orthographic']), 'perspective'),
});

/** Pixels of a view; a lens of another size is no lens of a screen. */
const pixels = numberFrom(1, 1e5);

const pixelPoint: Reader<readonly [x: number, y: number]> = (value, pointer) => {
  const [x, y] = checkedList(numberFrom(-1e5, 1e5), 2)(value, pointer);
  if (x === undefined || y === undefined) throw malformedAt(pointer, 'two numbers');
  return [x, y];
};

const lens = fields<CameraLens>({ width: pixels, height: pixels, focal: numberFrom(1, 1e7), center: pixelPoint });

type FindingSelected = Extract<Selection, { readonly kind: 'finding' }>;
type SavedSelection = Exclude<Selection, FindingSelected> | (Omit<FindingSelected, 'name'> & { readonly name: FindingName | null });

const anySelection = byKind<SavedSelection>({
  document: fields({ document: index }),
  part: fields({ document: index, part: index }),
  parts: fields({ document: index, parts: indexSet }),
  node: fields({ document: index, node: index }),
  triangle: fields({ document: index, triangle: index, node: nullable(index) }),
  triangles: fields({ document: index, triangles: indexSet }),
  finding: fields({ document: index, name: findingName, item: nullable(index) }),
  hit: fields({ hit: index }),
  touch: fields({ triangle: index }),
  contact: fields({ a: index, b: index }),
  loop: fields({ a: index, b: index }),
});

const selection: Reader<Selection | null> = (value, pointer) => {
  const read = anySelection(value, pointer);
  if (read.kind !== 'finding') return read;
  return read.name === null ? null : { ...read, name: read.name };
};

const section = fields<Section>({
  plane: or(fields<PlaneCut>({ isOn: flag, point: finiteVector, normal: finiteVector }), noSection.plane),
  box: or(fields<BoxCut>({ isOn: flag, min: finiteVector, max: finiteVector }), noSection.box),
  views: or(oneOf(['both', 'first', 'second']), noSection.views),
  caps: or(flag, noSection.caps),
});

const plain = emptyScene.display;
const display = fields<Display>({
  shading: or(oneOf(['shaded', 'wire', 'xray']), plain.shading),
  cullBackFaces: or(flag, plain.cullBackFaces),
  boxLevel: nullable(index),
  path: or(flag, plain.path),
  fill: or(flag, plain.fill),
  exact: or(flag, plain.exact),
  slack: or(numberFrom(0), plain.slack),
  findings: or(flag, plain.findings),
  hiddenKinds: or(knownNames, plain.hiddenKinds),
  shownKinds: or(knownNames, plain.shownKinds),
  heat: nullable(oneOf(Object.keys(heatMetrics) as HeatMetric[])),
  heatFrom: or(numberFrom(), plain.heatFrom),
  section: or(section, plain.section),
  colourBy: or(oneOf(Object.keys(colourings) as ColourBy[]), plain.colourBy),
  walkableDegrees: or(numberFrom(0, 90), plain.walkableDegrees),
  colliderOpacity: or(numberFrom(0, 1), plain.colliderOpacity),
  ghost: or(flag, plain.ghost),
  patchCage: or(flag, plain.patchCage),
  patchHulls: or(flag, plain.patchHulls),
  patchLines: or(oneOf(['none', 'borders', 'segments']), plain.patchLines),
});

/** As the fields of the pose take it; a negative scale mirrors. 0 would make the mesh a point. */
const poseScale: Reader<number> = (value, pointer) => {
  const scale = numberFrom()(value, pointer);
  const { min, max } = scaleRange;
  if (Math.abs(scale) < min || Math.abs(scale) > max) throw malformedAt(pointer, `a scale from ${min} to ${max}, or mirrored`);
  return scale;
};

const movingPose = fields<MovingPose>({ translate: finiteVector, rotateDegrees: finiteVector, scale: poseScale });

const motion = fields<MotionInput>({
  start: movingPose,
  end: movingPose,
  edited: oneOf(['start', 'end']),
  options: options(motionOptions),
  turn: nullable(fields<MotionTurn>({ axis: finiteVector, angleDegrees: numberFrom() })),
});
const allInput = fields<SceneInput>({ name, packed: packedScene, documents: checkedList(index, 10_000) });

const sceneInput: Reader<SceneInput> = (value, pointer) => {
  const input = allInput(value, pointer);
  if (input.documents.length === input.packed.meshes.length) return input;
  throw malformedAt(`${pointer}/documents`, `${input.packed.meshes.length} documents, one for each mesh`);
};

const scene = fields<SnapshotScene>({
  tool: or(oneOf(['select', 'boxSelect', 'lassoSelect', 'ray', 'sphere', 'probe', 'movingMesh', 'measure']), emptyScene.tool),
  gizmo: or(fields<Gizmo>({ mode: oneOf(['move', 'rotate', 'scale']), axes: oneOf(['fixed', 'movingMesh']) }), emptyScene.gizmo),
  picking: or(fields<Picking>({ what: oneOf(['triangles', 'parts']), through: flag }), emptyScene.picking),
  queried: or(oneOf(['all', 'visible']), emptyScene.queried),
  display: or(display, plain),
  chosenKind: findingName,
  selection: nullable(selection),
  measure: or(
    checkedList(
      fields<MeasurePoint>({ document: index, triangle: index, position: finiteVector, kind: oneOf(snapKinds) }),
      maxMeasurePoints,
    ),
    [],
  ),
  clearance: or(checkedList(fields<ClearanceSide>({ document: index, part: nullable(index) }), 2), []),
  ray: nullable(
    fields<RayInput>({ document: index, origin: finiteVector, direction: finiteVector, far: endlessLength, options: options(rayOptions) }),
  ),
  sphere: nullable(fields<SphereInput>({ document: index, center: finiteVector, radius: numberFrom(0), options: options(sphereOptions) })),
  probe: nullable(probeInput),
  pins: or(pinnedProbes, []),
  movingMesh: nullable(
    fields<MovingInput>({
      document: index,
      fixed: index,
      translate: finiteVector,
      rotateDegrees: finiteVector,
      scale: poseScale,
      options: options(pairOptions),
    }),
  ),
  motion: nullable(motion),
  instances: nullable(sceneInput),
});

const hiddenPart: Reader<readonly [number, string]> = (value, pointer) => {
  const [part, of] = checkedList<unknown>((item) => item, 2)(value, pointer);
  return [index(part, `${pointer}/0`), name(of, `${pointer}/1`)];
};

const hidden = fields<HiddenRecord>({ all: or(flag, false), parts: or(checkedList(hiddenPart), []), triangles: nullable(indexSet) });

const engineChoices = Object.keys(engineOptions.engine.choices) as EngineChoice[];

const document = fields<SnapshotDocument>({
  id: index,
  name,
  byteLength: numberFrom(0),
  sha256: nullable(textUpTo(64)),
  sideSha256: nullable(textUpTo(64)),
  triangles: nullable(index),
  tree: nullable(options(buildOptions)),
  hidden: or(hidden, { all: false, parts: [], triangles: null }),
  hiddenBefore: nullable(hidden),
  meaning: nullable(options(spaceOptions)),
  role: nullable(oneOf(fileRoles)),
  heldBy: nullable(oneOf(engineChoices)),
  isChecked: or(flag, false),
});

const snapshotFields = fields<Omit<Snapshot, 'version'>>({
  documents: checkedList(document, 10_000),
  active: nullable(index),
  scene,
  second: nullable(fields({ document: index, options: options(buildOptions) })),
  camera: nullable(pose),
  lens: nullable(lens),
  bookmarks: or(checkedList(fields<CameraBookmark>({ name, pose }), 10_000), []),
  flySpeed: nullable(positive),
  health: or(options(healthOptions), defaultValues(healthOptions)),
  measuring: or(oneOf(['points', 'clearance', 'bounds']), 'points'),
  nodeMode: or(oneOf(['tree', 'list']), 'tree'),
  workspace: nullable(name),
  layouts: nullable(recordOf(fields<WorkspaceLayout>({ right: name, bottom: name, folded: flag, sizes: recordOf(positive, 16) }), 64)),
});
