import { InspectorError, type SourceLocation } from '../error.ts';
import { checkModelType, readContentTypes } from './3mf/content-types.ts';
import { findModel, modelPartName, relationships } from './3mf/find-model.ts';
import { metresByUnit } from './3mf/length-units.ts';
import type { Model } from './3mf/model.ts';
import { placeItems } from './3mf/place-items.ts';
import { readModel } from './3mf/read-model.ts';
import { checkPart, type CheckedPackage } from './3mf/relationships.ts';
import { violation } from './3mf/violation.ts';
import { addFinding, takeFindings, type FindingKind, type FindingList } from './finding-list.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { exportAgain, refuse } from './refuse.ts';
import { placeMeshes, type PlacedMesh } from './scene/place-meshes.ts';
import { allowFor, placedList } from './scene/placed-list.ts';
import { utf8Text } from './text/decode-utf16.ts';
import { openZip, readMember } from './zip/zip-archive.ts';

const unusedObjects: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'Objects that are not in the build are not shown',
  fix: 'Add them to the build if they should collide',
};

const utf16 = violation('Model parts are UTF-16, where 3MF allows only UTF-8');

/**
 * Reads 3MF: the objects that the build places, once for every item and component that refers to them, in the unit of
 * the file. Version 0.93, which differs in its materials only, is read too. Source: 3MF Core Specification 1.3.0 with
 * the production extension 1.1.2.
 */
export async function import3mf(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  const findings: FindingList = new Map();
  const archive = openZip(bytes);
  const typeOf = readContentTypes(archive, context.fileName, findings);
  const within: CheckedPackage = { archive, fileName: context.fileName, typeOf, findings };
  const models = new Map<string, Model>();
  const placed = placedList(context.progress, 0);
  const modelAt = (path: string, location: SourceLocation): Model => {
    // Names of parts are not case-sensitive: other spellings are no other part.
    const key = path.toLowerCase();
    const known = models.get(key);
    if (known !== undefined) return known;
    const part = readMember(archive, path);
    if (part === null) throw refuse('missing-file', `The package has no ${path}`, exportAgain, location);
    const file = `${context.fileName}/${path}`;
    const text = utf8Text(part);
    if (text !== part) addFinding(findings, utf16, { file });
    const model = inMember(file, () => readModel(text, file, findings, (fraction) => context.progress(fraction / 2)));
    checkModelType(typeOf, path, context.fileName, findings);
    checkPart(within, path);
    models.set(key, model);
    allowFor(placed, part.length);
    return model;
  };
  const start = inMember(`${context.fileName}/${relationships}`, () => findModel(within));
  const root = modelAt(start, {});
  placeItems(root, (target, location) => modelAt(modelPartName(target), location), placed, findings);
  const unshownMeshes = noteUnused(models, placed.meshes, findings);
  return {
    format: '3mf',
    dialect: root.isEarly ? '3MF 0.93' : '3MF',
    mesh: placeMeshes(placed.meshes, (fraction) => context.progress(0.5 + fraction / 2)),
    findings: takeFindings(findings),
    unshownMeshes,
    // 3MF Core Specification, section 3.3: right-handed, with the ground in x and y.
    space: { metresPerUnit: metresByUnit.get(root.unit) ?? null, up: '+z', handedness: 'right' },
  };
}

/** Runs `read` and adds the name of the part in the archive to its errors. */
function inMember<Result>(file: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // A byte is a position in the archive.
    if (!(error instanceof InspectorError) || error.location.file !== undefined || error.location.line === undefined) throw error;
    throw new InspectorError({ ...error.toJSON(), location: { file, ...error.location } }, { cause: error });
  }
}

/** Adds a finding for each object with triangles that is not placed, and returns their number. */
function noteUnused(models: ReadonlyMap<string, Model>, placed: readonly PlacedMesh[], findings: FindingList): number {
  const used = new Set(placed.map(({ positions }) => positions));
  let unused = 0;
  for (const { file, objects } of models.values()) {
    for (const { mesh, line } of objects.values()) {
      if (mesh === null || mesh.triangles.length === 0 || used.has(mesh.positions)) continue;
      addFinding(findings, unusedObjects, { file, line });
      unused++;
    }
  }
  return unused;
}
