import { BackSide, DoubleSide, FrontSide, type Camera, type Material, type Object3D } from 'three';

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

/** Makes the back faces of an object's double-sided materials cullable, also in a mirrored picture. Returns the switch. */
export function cullable(object: Object3D): { isOn: boolean } {
  const culling = { isOn: false };
  const changed = new WeakSet<Material>();
  object.onBeforeRender = (_renderer, _scene, camera, _geometry, material) => {
    if (!changed.has(material) && material.side !== DoubleSide) return;
    changed.add(material);
    material.side = !culling.isOn ? DoubleSide : isMirrored(camera) ? BackSide : FrontSide;
  };
  return culling;
}
