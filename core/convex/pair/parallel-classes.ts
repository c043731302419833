/** Directions whose components differ by less than this are parallel. */
const sameDirection = 1e-13;

/** Returns (N) a number for each unit vector (3·N): equal for parallel ones, whatever their sign. It is the index of one of them. */
export function parallelClasses(vectors: Float64Array): Uint32Array {
  return vectors.length / 3 <= maxCompared ? byPairs(vectors) : bySorting(vectors);
}

/** Whether a unit vector, from `at` on, is parallel to one of others (3·N). Hot. */
export function isAmong(others: Float64Array, vectors: Float64Array, at: number): boolean {
  const x = vectors[at];
  const y = vectors[at + 1];
  const z = vectors[at + 2];
  for (let i = 0; i < others.length; i += 3) {
    if (Math.abs(Math.abs(x) - Math.abs(others[i])) >= sameDirection) continue;
    const sign = others[i] * x + others[i + 1] * y + others[i + 2] * z < 0 ? -1 : 1;
    const isSame =
      Math.abs(x - sign * others[i]) < sameDirection &&
      Math.abs(y - sign * others[i + 1]) < sameDirection &&
      Math.abs(z - sign * others[i + 2]) < sameDirection;
    if (isSame) return true;
  }
  return false;
}

/** Vectors up to which all pairs are compared: faster than sorting. */
const maxCompared = 128;

/** Hot: allocates nothing else. */
function byPairs(vectors: Float64Array): Uint32Array {
  const count = vectors.length / 3;
  const classes = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const x = vectors[3 * i];
    const y = vectors[3 * i + 1];
    const z = vectors[3 * i + 2];
    classes[i] = i;
    for (let j = 0; j < i; j++) {
      if (classes[j] !== j) continue;
      const u = vectors[3 * j];
      const isSame =
        Math.abs(x - u) < sameDirection &&
        Math.abs(y - vectors[3 * j + 1]) < sameDirection &&
        Math.abs(z - vectors[3 * j + 2]) < sameDirection;
      const isOpposite =
        Math.abs(x + u) < sameDirection &&
        Math.abs(y + vectors[3 * j + 1]) < sameDirection &&
        Math.abs(z + vectors[3 * j + 2]) < sameDirection;
      if (!isSame && !isOpposite) continue;
      classes[i] = j;
      break;
    }
  }
  return classes;
}

function bySorting(vectors: Float64Array): Uint32Array {
  const classes = new Uint32Array(vectors.length / 3);
  const signed = Array.from(classes, (_, i) => {
    const [x, y, z] = [vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]];
    const sign = ([x, y, z].find((value) => Math.abs(value) > sameDirection) ?? 1) < 0 ? -1 : 1;
    return { i, x: sign * x, y: sign * y, z: sign * z };
  });
  signed.sort((p, q) => p.x - q.x || p.y - q.y || p.z - q.z || p.i - q.i);
  /** Those with an x that is not yet too far away. */
  let recent: typeof signed = [];
  for (const vector of signed) {
    recent = recent.filter(({ x }) => vector.x - x < sameDirection);
    const same = recent.find(({ y, z }) => Math.abs(vector.y - y) < sameDirection && Math.abs(vector.z - z) < sameDirection);
    classes[vector.i] = same?.i ?? vector.i;
    if (same === undefined) recent.push(vector);
  }
  return classes;
}
