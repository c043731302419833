import type { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { checkTransform, identityTransformParts, type Transform, transformOf } from '#core/math';
import { readMatrix, readScale, readVector } from './read-numbers.ts';

/** The flags that place mesh B in the space of A. */
export interface TransformFlags extends Readonly<Record<string, unknown>> {
  readonly translate?: string;
  readonly rotate?: string;
  readonly scale?: string;
  readonly matrix?: string;
}

/** Adds the flags that place mesh B. */
export function addTransformFlags(command: Command): Command {
  return command
    .option('--translate <x,y,z>', 'Translation of B, in mesh units of A (default 0,0,0)')
    .option('--rotate <x,y,z>', 'Rotation of B about the fixed axes X, then Y, then Z, in degrees (default 0,0,0)')
    .option('--scale <factor>', 'Scale of B, or x,y,z for each axis; negative values mirror (default 1)')
    .option('--matrix <numbers>', 'Transform of B as a 4 x 4 matrix (16 numbers, column-major); replaces the three flags above');
}

/** Reads the transform of B. @throws InspectorError `invalid-argument` for a matrix together with other flags. */
export function readTransform({ translate, rotate, scale, matrix }: TransformFlags): Transform {
  if (matrix === undefined) {
    return transformOf({
      translate: translate === undefined ? identityTransformParts.translate : readVector('--translate', translate),
      rotateDegrees: rotate === undefined ? identityTransformParts.rotateDegrees : readVector('--rotate', rotate),
      scale: scale === undefined ? identityTransformParts.scale : readScale('--scale', scale),
    });
  }
  const other = Object.entries({ translate, rotate, scale }).find(([, value]) => value !== undefined);
  if (other !== undefined) throw invalidArgument(`--matrix and --${other[0]} exclude each other`, 'Use only one of them');
  return checkTransform(readMatrix('--matrix', matrix));
}
