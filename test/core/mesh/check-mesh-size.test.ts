import { readFileSync } from 'node:fs';
import { inspectorErrorCodes } from '#core/error';
import { checkMeshSize } from '#core/mesh/check-mesh-size';
import { expect, test } from 'vitest';

test('a mesh too large and one too small have codes and fixes of their own', () => {
  expect(() => checkMeshSize({ min: [0, 0, 0], max: [1e200, 0, 0] })).toThrow(
    expect.objectContaining({ code: 'too-large', fix: 'Scale the mesh down' }),
  );
  expect(() => checkMeshSize({ min: [0, 0, 0], max: [1e-200, 0, 0] })).toThrow(
    expect.objectContaining({ code: 'too-small', fix: 'Scale the mesh up' }),
  );
  expect(() => checkMeshSize({ min: [1, 1, 1], max: [1, 1, 1] })).not.toThrow();
});

test('the schema of errors lists every code', () => {
  const schema = JSON.parse(readFileSync('resources/schemas/error.schema.json', 'utf8'));
  expect([...schema.properties.error.properties.code.enum].sort()).toEqual([...inspectorErrorCodes].sort());
});
