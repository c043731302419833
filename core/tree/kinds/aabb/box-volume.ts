import type { Tree } from '../../layout.ts';
import { readNodeBox } from '../../node-box.ts';
import type { Measure, VolumeMeasure, VolumeSpec } from '../kind-spec.ts';
import { checkBoxVolume, checkBoxHolds, checkBoxHoldsChild } from './check-box.ts';

/** Half the surface area of the axis-aligned box around a node's volume. `box` (6) is scratch. */
export function boxHalfArea(tree: Tree, node: number, box: Float32Array): number {
  readNodeBox(tree, node, box);
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}

/** Measure of a box with sides of these lengths. */
export function measureBox(x: number, y: number, z: number): Measure {
  return { area: 2 * (x * y + y * z + z * x), volume: x * y * z };
}

/** Measures the axis-aligned boxes around volumes. */
export function createBoxMeasure(): VolumeMeasure {
  const box = new Float32Array(6);
  return (tree, node) => {
    readNodeBox(tree, node, box);
    return measureBox(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  };
}

/** Of kinds whose volumes are axis-aligned boxes, however stored. */
export const boxVolume: VolumeSpec = {
  checkVolume: checkBoxVolume,
  checkHoldsChild: checkBoxHoldsChild,
  checkHoldsTriangle: checkBoxHolds,
  halfArea: boxHalfArea,
  createMeasure: createBoxMeasure,
  isMeasureSlow: false,
  geometry: { kind: 'box' },
};
