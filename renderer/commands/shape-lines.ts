/** The command lines of what is made of one mesh: colliders, BSP trees and repaired copies. */
import { bakeFormats } from '#core/bake';
import {
  bspOptions,
  changedFlags,
  type ColliderOptions,
  colliderOptionsOf,
  decomposeOptions,
  fitOptions,
  hullOptions,
  repairOptions,
} from '#core/options';
import { type RepairForm, givenRepairs } from '../state/repair/repair-form.ts';
import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { colliderSubject } from './collider-actions.ts';
import { line, vectorWord } from './command-line-words.ts';

/** Returns the command line that builds the shown BSP tree, and follows the object if one was followed. */
export function bspLine(store: Store): string | null {
  const document = store.activeDocument.peek();
  if (document?.mesh == null) return null;
  const { options, route } = store.bsp.peek();
  const followed =
    route.followed === null
      ? []
      : ['--route', [route.from, route.to].map(vectorWord).join(';'), '--object-radius', plainNumber(route.radius)];
  return line('bsp', document, ['--compare', ...followed], changedFlags(bspOptions, options));
}

/** Returns the command line that makes the collider of the options; `null` for some parts of a mesh. */
export function colliderLine(store: Store): string | null {
  const subject = colliderSubject(store);
  if (subject === null || whyNoColliderLine(store) !== null) return null;
  const { options } = store.colliders.peek();
  const [verb, flags] = verbOf(options);
  const { source } = subject;
  return line(verb, source, ['-o', `${stemOf(source)}-collider.glb`], flags);
}

/** Returns why no command line makes the collider of the options; `null` if one does. */
export function whyNoColliderLine(store: Store): string | null {
  const subject = colliderSubject(store);
  if (subject?.sourceParts != null) return 'The command line makes colliders of whole meshes: clear the selection of parts.';
  const { options } = store.colliders.value;
  return options.per !== 'whole' && verbOf(options)[0] === 'decompose'
    ? 'The command line divides whole meshes only: choose Whole mesh.'
    : null;
}

function verbOf(options: ColliderOptions): readonly [verb: string, flags: readonly string[]] {
  // Other methods' options are kept in the form, but make no difference.
  const used = Object.fromEntries(colliderOptionsOf[options.method].map((name) => [name, options[name]]));
  switch (options.method) {
    case 'hull':
      return ['convex hull', changedFlags(hullOptions, used)];
    case 'box':
    case 'sphere':
    case 'capsule':
    case 'cylinder':
    case 'spheres':
      // The verb has no default shape.
      return ['fit', ['--shape', options.method, ...changedFlags(fitOptions, used)]];
    case 'vhacd':
    case 'coacd':
    case 'remesh':
    case 'simplify':
      return ['decompose', changedFlags(decomposeOptions, { ...used, method: options.method })];
  }
}

/** Returns the command line that writes the repaired mesh of a form, in the format of the file if it can be written. */
export function repairLine(document: PageDocument, form: RepairForm): string {
  const extension = document.summary.name.split('.').at(-1)!.toLowerCase();
  const isWritten = Object.values(bakeFormats).some((format) => format.extension === extension);
  const name = `${stemOf(document)}-repaired.${isWritten ? extension : 'glb'}`;
  return line('repair', document, ['-o', name], changedFlags(repairOptions, givenRepairs(form)));
}

/** `crate` of `crate.obj`. */
function stemOf({ summary: { name } }: PageDocument): string {
  return name.replace(/\.[^.]+$/, '');
}
