import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { Vec3 } from '#core/math';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '#core/mesh';
import { trianglePath } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { documentOf, partName } from '../../commands/actions.ts';
import { unitsOf } from '../../state/documents/space-of.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts } from './facts.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { TriangleFindings } from './triangle-findings.tsx';
import { VectorRow } from './vector-row.tsx';
import { LengthText } from './length-text.tsx';

interface TrianglePropertiesProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly triangle: number;
}

export function TriangleProperties({ app: { store }, document, triangle }: TrianglePropertiesProps): JSX.Element {
  const open = documentOf(store, document);
  const mesh = open?.mesh?.mesh;
  const units = unitsOf(store, open);
  if (mesh === undefined || triangle >= triangleCount(mesh)) return <p class="quiet">This triangle no longer exists.</p>;
  const tree = store.scene.value.trees.get(document)?.tree;
  const path = tree === undefined ? null : trianglePath(tree, triangle);
  const part = partOfTriangle(mesh, triangle);
  const [a, b, c] = cornersOf(mesh, triangle);
  return (
    <>
      <div class="title">
        <span class="name">Triangle {formatCount(triangle)}</span>
        <span class="kind">{part === null ? '' : partName(store, document, part)}</span>
      </div>
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 0' }} units={units} values={a} among={[a, b, c]} />
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 1' }} units={units} values={b} among={[a, b, c]} />
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 2' }} units={units} values={c} among={[a, b, c]} />
      <Facts
        facts={[
          [lengthLabel('Area', units, 2), <LengthText value={areaOf(a, b, c)} units={units} power={2} digits={4} />],
          ...surfaceFacts(mesh, triangle),
          ['Leaf', path === null ? 'none' : `node ${formatCount(path.at(-1)!)}, depth ${path.length - 1}`],
        ]}
      />
      <TriangleFindings store={store} document={document} mesh={mesh} triangle={triangle} />
      {!isFiniteTriangle(mesh, triangle) && <div class="callout">A coordinate is not finite, so this triangle cannot be drawn or hit.</div>}
    </>
  );
}

function cornersOf(mesh: TriangleMesh, triangle: number): [Vec3, Vec3, Vec3] {
  const corner = (i: number): Vec3 => {
    const at = 3 * mesh.indices[3 * triangle + i]!;
    return [mesh.positions[at]!, mesh.positions[at + 1]!, mesh.positions[at + 2]!];
  };
  return [corner(0), corner(1), corner(2)];
}

function areaOf(a: Vec3, b: Vec3, c: Vec3): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
}
