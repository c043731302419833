import type { SourceLocation } from '../../error.ts';

/** A node of an FBX document, binary or text: a name, values, a list of numbers where it has one, and nodes in it. */
export interface FbxNode {
  readonly name: string;
  /** The first few; longer lists of numbers are `list`. */
  readonly values: readonly FbxValue[];
  readonly list: NumberList | null;
  readonly children: readonly FbxNode[];
  /** Byte or line. */
  readonly location: SourceLocation;
}

/** Whole numbers beyond 2^53, as ids are, keep all their digits. */
export type FbxValue = string | number | bigint;

/** Numbers that stay in the file until they are wanted: `readNumberList` reads them. */
export type NumberList =
  /** An array of the binary form: the element's type letter, how it is packed, and where. */
  | {
      readonly kind: 'array';
      readonly type: string;
      readonly count: number;
      readonly packed: boolean;
      readonly at: number;
      readonly bytes: number;
    }
  /** Maximum number of single properties in a row; binary files before version 7 wrote lists this way. */
  | { readonly kind: 'properties'; readonly count: number; readonly at: number }
  /** Text, with commas between the numbers; `declared` is their number as the file has it, `null` where it has none. */
  | { readonly kind: 'text'; readonly at: number; readonly end: number; readonly declared: number | null };

/** An FBX file as a tree, in which lists of numbers are still bytes. */
export interface FbxDocument {
  readonly bytes: Uint8Array;
  /** 7400 for 7.4. */
  readonly version: number;
  readonly encoding: 'ascii' | 'little-endian' | 'big-endian';
  readonly nodes: readonly FbxNode[];
}

/** Maximum number of values kept per node. */
export const maxValues = 16;

/** Real files nest less than ten deep. */
export const maxNodeDepth = 64;

/** The first node of a name. */
export function nodeNamed(nodes: readonly FbxNode[], name: string): FbxNode | undefined {
  return nodes.find((node) => node.name === name);
}

/** The value at an index as text; empty where it is not that. */
export function textValue({ values }: FbxNode, index: number): string {
  const value = values[index];
  return typeof value === 'string' ? value : '';
}

/** The value at an index as a number; NaN where it is not that. */
export function numberValue({ values }: FbxNode, index: number): number {
  const value = values[index];
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}
