import type { SourceLocation } from '../../error.ts';
import { shownText } from './object-text.ts';

/** A node of an FBX document, binary or text: a name, values, a list of numbers if it has one, and child nodes. */
export interface FbxNode {
  readonly name: string;
  /** The first values. Longer lists of numbers are in `list`. */
  readonly values: readonly FbxValue[];
  readonly list: NumberList | null;
  readonly children: readonly FbxNode[];
  /** Byte or line in the file. */
  readonly location: SourceLocation;
}

/** Whole numbers beyond 2^53, such as ids, are kept exactly. Texts are those of `objectText`. */
export type FbxValue = string | number | bigint;

/** Numbers that stay in the file until `readNumberList` reads them. */
export type NumberList =
  /** An array of the binary form: its element type letter, its compression, and its position in the file. */
  | {
      readonly kind: 'array';
      readonly type: string;
      readonly count: number;
      readonly packed: boolean;
      readonly at: number;
      readonly bytes: number;
    }
  /** Consecutive single properties. Binary files before version 7 wrote lists this way. */
  | { readonly kind: 'properties'; readonly count: number; readonly at: number }
  /** Text with commas between the numbers. `declared` is the count in the file, `null` without one. */
  | { readonly kind: 'text'; readonly at: number; readonly end: number; readonly declared: number | null };

/** An FBX file as a tree. Lists of numbers are not decoded yet. */
export interface FbxDocument {
  readonly bytes: Uint8Array;
  /** For example 7400 for version 7.4. */
  readonly version: number;
  readonly encoding: 'ascii' | 'little-endian' | 'big-endian';
  readonly nodes: readonly FbxNode[];
}

/** Maximum number of values kept per node. */
export const maxValues = 16;

/** Maximum nesting depth. Real files nest less than ten deep. */
export const maxNodeDepth = 64;

/** Returns the first node with a name. */
export function nodeNamed(nodes: readonly FbxNode[], name: string): FbxNode | undefined {
  return nodes.find((node) => node.name === name);
}

/** Returns the value at an index as text; empty if it is not text. */
export function textValue({ values }: FbxNode, index: number): string {
  const value = values[index];
  return typeof value === 'string' ? shownText(value) : '';
}

/** Returns the value at an index as a number; NaN if it is not a number. */
export function numberValue({ values }: FbxNode, index: number): number {
  const value = values[index];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}
