import type { Material, Mesh, Scene, WebGLRenderer } from 'three';

/**
 * Keeps every shader program of a renderer once it was used; call it after each frame. three deletes a program with its last material, and
 * compiles it again for the next one: each hovered triangle would compile the same shaders. The first material of each program stays
 * instead, without its geometry. There are as many as there are kinds of looks.
 */
export function createProgramKeeper(renderer: Pick<WebGLRenderer, 'properties'>): (scene: Scene) => void {
  const kept = new WeakSet<object>();
  const looked = new WeakSet<Material>();

  function keep(material: Material): void {
    if (looked.has(material)) return;
    const { currentProgram } = renderer.properties.get(material) as { readonly currentProgram?: object };
    // Not drawn yet.
    if (currentProgram === undefined) return;
    looked.add(material);
    if (kept.has(currentProgram)) return;
    kept.add(currentProgram);
    material.dispose = () => {};
  }

  return (scene) =>
    scene.traverseVisible((object) => {
      if (!('material' in object)) return;
      const { material } = object as Mesh;
      for (const one of Array.isArray(material) ? material : [material]) keep(one);
    });
}
