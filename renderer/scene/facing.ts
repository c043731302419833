import { BackSide, FrontSide, type Camera, type Material } from 'three';

/** Whether a camera's picture is mirrored; see `Lens`. */
export function isMirrored(camera: Camera): boolean {
  return camera.projectionMatrix.elements[0] < 0;
}

/** A material that shows one side of its triangles, also in a mirrored picture, where three takes each side for the other. */
export function facing<Shown extends Material>(material: Shown, side: typeof BackSide | typeof FrontSide): Shown {
  material.side = side;
  material.onBeforeRender = (_renderer, _scene, camera) => {
    material.side = isMirrored(camera) ? (side === BackSide ? FrontSide : BackSide) : side;
  };
  return material;
}
