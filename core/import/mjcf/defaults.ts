import { attributesOf, damagedAt, type Attributes } from '../robot/numbers.ts';
import { attributeOf, xmlChildrenOf, type XmlElement } from '../xml/read-xml-tree.ts';

/** A class: its own attributes by element, and the class around it. A class copies nothing of the others, which can be many. */
interface DefaultClass {
  readonly own: Map<string, Map<string, string>>;
  readonly above: DefaultClass | null;
}

/** Default attributes of an MJCF file by class. */
export type Defaults = ReadonlyMap<string, DefaultClass>;

const mainClass = 'main';

/** Reads the classes. Source: MuJoCo documentation, "Default settings". @throws InspectorError `malformed` for a class without a name. */
export function readDefaults(root: XmlElement): Defaults {
  const classes = new Map<string, DefaultClass>();
  const read = (element: XmlElement, name: string, above: DefaultClass | null): void => {
    const found: DefaultClass = { own: new Map(), above };
    for (const { tag } of element.children) {
      if (tag.name === 'default') continue;
      const attributes = found.own.get(tag.name) ?? new Map<string, string>();
      for (const { local, value } of Object.values(tag.attributes)) attributes.set(local, value);
      found.own.set(tag.name, attributes);
    }
    classes.set(name, found);
    for (const child of xmlChildrenOf(element, 'default')) {
      const inner = attributeOf(child, 'class');
      if (inner === undefined) throw damagedAt(child, 'A default class has no name');
      read(child, inner, found);
    }
  };
  for (const element of xmlChildrenOf(root, 'default'))
    read(element, attributeOf(element, 'class') ?? mainClass, classes.get(mainClass) ?? null);
  return classes;
}

/** Returns the attributes of an element over those of its class. @throws InspectorError `malformed` with the line for an unknown class. */
export function withDefaults(defaults: Defaults, element: XmlElement, childClass: string | null): Attributes {
  const own = attributesOf(element);
  const name = own.get('class') ?? childClass ?? mainClass;
  const found = defaults.get(name);
  if (found === undefined && name !== mainClass) throw damagedAt(element, `The default class "${name}" is missing`);
  const get = (attribute: string): string | undefined => own.get(attribute) ?? inherited(found ?? null, element.tag.name, attribute);
  return { get, has: (attribute) => get(attribute) !== undefined };
}

/** Returns the attribute of the innermost class that has it. */
function inherited(innermost: DefaultClass | null, element: string, attribute: string): string | undefined {
  for (let each = innermost; each !== null; each = each.above) {
    const value = each.own.get(element)?.get(attribute);
    if (value !== undefined) return value;
  }
  return undefined;
}
