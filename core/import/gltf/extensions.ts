import { addFinding, otherScenes, type FindingKind, type FindingList } from '../finding-list.ts';
import { refuse } from '../refuse.ts';
import { dracoExtension } from './compression/draco-primitives.ts';
import type { GltfDocument } from './document.ts';

/** Extensions that a file may require: those that are read, and those that do not change the geometry. */
const harmless = new RegExp(
  [
    '^KHR_(mesh_quantization|meshopt_compression|materials_|texture_|lights_|xmp|animation_pointer|node_visibility|audio|implicit_shapes|physics)',
    '^EXT_(texture_|lights_|mesh_manifold|mesh_gpu_instancing|meshopt_compression)',
    '^(MSFT_texture_|OMI_|VRMC?_)',
  ].join('|'),
);

/** Required extensions that are read with a finding: what is left out. */
const leftOut: readonly (readonly [name: RegExp, what: string])[] = [
  [/^KHR_techniques?_webgl$/, 'its shaders do not change the geometry'],
  [/^GOOGLE_texture_basis$/, 'its textures do not change the geometry'],
  [/^EXT_(mesh_features|structural_metadata)$/, 'its metadata do not change the geometry'],
  [/^VRM$/, 'its characters are read as other meshes'],
  [/^MSFT_lod$/, 'the meshes are those of the highest level of detail'],
];

const requiredNotRead: Omit<FindingKind, 'message'> = {
  code: 'not-applied',
  severity: 'info',
  fix: 'Nothing to do: the geometry was read',
};

const notApplied: FindingKind = {
  code: 'not-applied',
  severity: 'info',
  message: 'The mesh is one scene at rest, without morph targets, skins and meshes of other scenes',
  fix: 'Play an animation to see them move, or apply them in the program that made the file if they should collide',
};

/**
 * Checks the required extensions, and adds a finding for each that is not read but leaves the geometry readable.
 * @throws InspectorError `unsupported-feature` for one that changes the geometry and is not read.
 */
export function checkRequiredExtensions(document: GltfDocument, decodesDraco: boolean, findings: FindingList): void {
  for (const [i, name] of (document.extensionsRequired ?? []).entries()) {
    if (harmless.test(name) || (name === dracoExtension && decodesDraco)) continue;
    const [, what] = leftOut.find(([pattern]) => pattern.test(name)) ?? [];
    if (what !== undefined) {
      const kind: FindingKind = { ...requiredNotRead, message: `The file requires ${name}, which is not read: ${what}` };
      addFinding(findings, kind, { pointer: `/extensionsRequired/${i}` });
      continue;
    }
    const message = `The file requires the extension ${name}, which is not read${name === dracoExtension ? ' without a decoder' : ''}`;
    throw refuse('unsupported-feature', message, 'Export the file without it', { pointer: `/extensionsRequired/${i}` });
  }
}

/** Adds findings for content that the import leaves out. `scene` is the scene that was read, `shown` has its meshes. */
export function noteNotApplied(document: GltfDocument, scene: number | null, shown: ReadonlySet<number>, findings: FindingList): void {
  const { scenes = [], nodes = [], meshes = [] } = document;
  for (let i = 0; i < scenes.length; i++) if (i !== scene) addFinding(findings, otherScenes, { pointer: `/scenes/${i}` });
  for (const [i, node] of nodes.entries()) {
    if (node.skin !== undefined) addFinding(findings, notApplied, { pointer: `/nodes/${i}/skin` });
  }
  for (const [i, mesh] of meshes.entries()) {
    if (!shown.has(i)) addFinding(findings, notApplied, { pointer: `/meshes/${i}` });
    mesh.primitives.forEach(({ targets = [] }, p) => {
      if (targets.length > 0) addFinding(findings, notApplied, { pointer: `/meshes/${i}/primitives/${p}/targets` });
    });
  }
}
