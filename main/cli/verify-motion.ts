import { checkValues, importOptions } from '#core/options';
import { type CertifiedMesh, claimOf, parseMotionCertificate } from '#core/sweep';
import { commandFileNextTo } from '../remote/address.ts';
import { many, measured, printable } from '../terminal/columns.ts';
import { geometryHash } from './geometry-hash.ts';
import type { MeshWork, ReadMesh } from './mesh-work.ts';
import { readSidecar } from './read-sidecar.ts';

/** Verdict on a motion certificate, in the fields of `boxwood verify`. */
export interface MotionVerification {
  readonly ok: boolean;
  readonly format: 'boxwood-motion';
  /** Of both meshes. */
  readonly triangles: number;
  readonly renderedTriangles: 0;
  readonly vertices: number;
  readonly trees: 0;
  /** Pairs of triangles and rows that were checked, and the two poses at the ends. */
  readonly queries: number;
  readonly mismatches: number;
  readonly problems: readonly string[];
  readonly source: null;
}

/** Verifies a certificate: the meshes by their hashes, then the proof. @throws InspectorError for files that cannot be read. */
export async function verifyMotion(
  work: MeshWork,
  file: string,
  bytes: Uint8Array,
): Promise<{ readonly verification: MotionVerification; readonly claim: string }> {
  const certificate = readSidecar(file, bytes, parseMotionCertificate);
  const [a, b] = [await readCertified(work, file, certificate.a), await readCertified(work, file, certificate.b)];
  const changed = [
    { name: 'A', read: a, wanted: certificate.a },
    { name: 'B', read: b, wanted: certificate.b },
  ].filter(({ read, wanted }) => geometryHash(read.mesh) !== wanted.sha256);
  const check =
    changed.length > 0
      ? { pairs: 0, rows: 0, problems: changed.map(({ name, read }) => `Mesh ${name} (${read.file}) is not the mesh of the certificate`) }
      : (
          await work.run(file, 'verifying', {
            kind: 'verify-motion',
            meshA: a.imported.mesh,
            meshB: b.imported.mesh,
            claim: claimOf(certificate),
          })
        ).check;
  const verification: MotionVerification = {
    ok: check.problems.length === 0,
    format: 'boxwood-motion',
    renderedTriangles: 0,
    triangles: (a.mesh.indices.length + b.mesh.indices.length) / 3,
    vertices: (a.mesh.positions.length + b.mesh.positions.length) / 3,
    trees: 0,
    queries: check.pairs + check.rows + 2,
    mismatches: check.problems.length,
    problems: check.problems,
    source: null,
  };
  const { state, freeUntil } = certificate;
  return { verification, claim: `${state}; no contact before time ${measured(freeUntil)}` };
}

function readCertified({ read }: MeshWork, certificate: string, { file, reading }: CertifiedMesh): Promise<ReadMesh> {
  return read(commandFileNextTo(certificate, file), checkValues(importOptions, reading));
}

/** Returns the verdict as text. */
export function motionVerificationText(file: string, { ok, queries, problems }: MotionVerification, claim: string): string {
  const verdict = ok ? `verified: ${claim} (${many(queries, 'check')})` : `NOT verified: ${claim}`;
  return `${printable(file)}\n  ${verdict}\n${problems.map((problem) => `  error: ${printable(problem)}.\n`).join('')}`;
}
