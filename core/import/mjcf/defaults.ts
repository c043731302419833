import { attributesOf, damagedAt, type Attributes } from '../robot/numbers.ts';
import { attributeOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';

/** Default attributes of the classes of an MJCF file, those of parent classes included: by class, then by element. */
export type Defaults = ReadonlyMap<string, ReadonlyMap<string, Attributes>>;

const mainClass = 'main';

/** Reads the classes. Source: MuJoCo documentation, "Default settings". @throws InspectorError `malformed` for a class without a name. */
export function readDefaults(root: XmlElement): Defaults {
  const classes = new Map<string, ReadonlyMap<string, Attributes>>();
  const read = (element: XmlElement, name: string, above: ReadonlyMap<string, Attributes>): void => {
    const own = new Map(above);
    for (const child of element.children)
      if (child.tag.name !== 'default') own.set(child.tag.name, new Map([...(own.get(child.tag.name) ?? []), ...attributesOf(child)]));
    classes.set(name, own);
    for (const child of xmlChildrenOf(element, 'default')) {
      const inner = attributeOf(child, 'class');
      if (inner === undefined) throw damagedAt(child, 'A default class has no name');
      read(child, inner, own);
    }
  };
  for (const element of xmlChildrenOf(root, 'default'))
    read(element, attributeOf(element, 'class') ?? mainClass, classes.get(mainClass) ?? new Map());
  return classes;
}

/** Returns the attributes of an element over those of its class. @throws InspectorError `malformed` with the line for an unknown class. */
export function withDefaults(defaults: Defaults, element: XmlElement, childClass: string | null): Attributes {
  const own = attributesOf(element);
  const name = own.get('class') ?? childClass ?? mainClass;
  const found = defaults.get(name);
  if (found === undefined && name !== mainClass) throw damagedAt(element, `The default class "${name}" is missing`);
  return new Map([...(found?.get(element.tag.name) ?? []), ...own]);
}
