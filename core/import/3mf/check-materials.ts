import type { FindingKind } from '../finding-list.ts';
import { attribute, type XmlTag } from '../xml/read-xml.ts';
import { violation } from './violation.ts';

const badColour = violation('Colours have no value of the form #RRGGBB or #RRGGBBAA');
const noTexture = violation('Groups of texture coordinates name no texture');
const badTexture = violation('Textures have no path, or a content type other than image/png and image/jpeg');
const badMixture = violation('Composite materials name no group of base materials, or none of its materials');
const noLayers = violation('Multi-properties name no group of properties, or one that the file does not have');
const sameLayers = violation('Multi-properties have two layers of materials, two of colours, or others in them, which 3MF forbids');

const materials: ReadonlySet<string> = new Set(['basematerials', 'compositematerials']);

/**
 * Adds findings for the rules that an element of the materials extension breaks. None changes a shape. Source: 3MF
 * Materials and Properties Extension 1.2.1, chapters 2 to 6.
 * @param resources names of the elements of resources so far, by id.
 */
export function checkMaterial(resources: ReadonlyMap<string, string>, tag: XmlTag, note: (kind: FindingKind) => void): void {
  const of = (name: string): string => attribute(tag, name) ?? '';
  switch (tag.name) {
    case 'color':
      if (!/^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(of('color'))) note(badColour);
      return;
    case 'texture2d':
      if (of('path') === '' || !/^image\/(?:png|jpeg)$/.test(of('contenttype'))) note(badTexture);
      return;
    case 'texture2dgroup':
      if (resources.get(of('texid')) !== 'texture2d') note(noTexture);
      return;
    case 'compositematerials':
      if (resources.get(of('matid')) !== 'basematerials' || words(of('matindices')).length === 0) note(badMixture);
      return;
    case 'multiproperties':
      checkLayers(
        words(of('pids')).map((id) => resources.get(id)),
        note,
      );
  }
}

function checkLayers(layers: readonly (string | undefined)[], note: (kind: FindingKind) => void): void {
  if (layers.length === 0 || layers.includes(undefined)) note(noLayers);
  const count = (test: (layer: string) => boolean): number => layers.filter((layer) => layer !== undefined && test(layer)).length;
  const isTwice = count((layer) => materials.has(layer)) > 1 || count((layer) => layer === 'colorgroup') > 1;
  if (isTwice || layers.includes('multiproperties')) note(sameLayers);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
