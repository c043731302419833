import { nodeNamed, numberValue, type FbxDocument, type FbxNode } from '../fbx-node.ts';

const ticks = 46186158000;
/**
 * New ticks: the default from version 8 on, and of older files whose `TCDefinition` is another one than
 * `oldDefinition`.
 */
const newTicks = 141120000;
/** The `TCDefinition` of the old ticks. */
const oldDefinition = 127;

/**
 * Returns the number of time units per second. Source: Autodesk FBX SDK 2020.3, `FbxTime` and `FbxTime::EProtocol`,
 * `TIMEDEF`.
 */
export function ticksPerSecond({ nodes, version }: FbxDocument): number {
  const header = nodeNamed(nodes, 'FBXHeaderExtension');
  const declared =
    numberIn(header, 'FBXHeaderVersion') >= 1004 ? numberIn(nodeNamed(header?.children ?? [], 'OtherFlags'), 'TCDefinition') : Number.NaN;
  return Number.isNaN(declared) ? (version < 8000 ? ticks : newTicks) : declared === oldDefinition ? ticks : newTicks;
}

function numberIn(node: FbxNode | undefined, name: string): number {
  const found = nodeNamed(node?.children ?? [], name);
  return found === undefined ? Number.NaN : numberValue(found, 0);
}
