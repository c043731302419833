/** Loads a `.rapier.bin` file (see rapier-1.md): `loadRapier(RAPIER, buffer)` returns a description for each collider. */
export function loadRapier(rapier, buffer, { trimeshFlags } = {}) {
  const [letters, version, jsonBytes] = new Uint32Array(buffer, 0, 3);
  if (letters !== 0x42504152) throw new Error('This is not a .rapier.bin file');
  if (version !== 1) throw new Error(`Version ${version} of .rapier.bin is not known`);
  const { colliders } = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 12, jsonBytes)));
  const data = 12 + jsonBytes;
  const floats = (first, count) => new Float32Array(buffer, data + 4 * first, count);
  const words = (first, count) => new Uint32Array(buffer, data + 4 * first, count);
  const make = {
    cuboid: ({ halfExtents }) => rapier.ColliderDesc.cuboid(...halfExtents),
    ball: ({ radius }) => rapier.ColliderDesc.ball(radius),
    capsule: ({ halfHeight, radius }) => rapier.ColliderDesc.capsule(halfHeight, radius),
    cylinder: ({ halfHeight, radius }) => rapier.ColliderDesc.cylinder(halfHeight, radius),
    convexHull: ({ vertices, vertexCount }) => rapier.ColliderDesc.convexHull(floats(vertices, 3 * vertexCount)),
    trimesh: ({ vertices, vertexCount, indices, triangleCount }) =>
      rapier.ColliderDesc.trimesh(floats(vertices, 3 * vertexCount), words(indices, 3 * triangleCount), trimeshFlags),
  };
  return colliders.map(({ name, shape, translation, rotation, isSensor, friction, restitution }) => {
    const [[x, y, z], [i, j, k, w]] = [translation, rotation];
    const made = make[shape.kind](shape);
    if (made === null) throw new Error(`Rapier makes no hull of "${name}"`);
    const desc = made.setTranslation(x, y, z).setRotation({ x: i, y: j, z: k, w }).setSensor(isSensor);
    if (friction !== undefined) desc.setFriction(friction).setRestitution(restitution);
    return { name, desc };
  });
}
