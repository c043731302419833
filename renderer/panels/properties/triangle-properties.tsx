import type { JSX } from 'preact';
import type { DocumentId } from '#host-api';
import type { Vec3 } from '#core/math';
import { isFiniteTriangle, partOfTriangle, triangleCount, type TriangleMesh } from '#core/mesh';
import { trianglePath } from '#core/tree';
import type { App } from '../../commands/app.ts';
import { documentOf, partName } from '../../commands/actions.ts';
import { formatCount } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/shown-unit.ts';
import { Facts } from './facts.tsx';
import { surfaceFacts } from './surface-facts.ts';
import { TriangleFindings } from './triangle-findings.tsx';
import { OwnSpaceNote } from './own-space-note.tsx';
import { lengthsOf } from './scene-lengths.ts';
import { VectorRow } from './vector-row.tsx';
import { MeasureText } from './length-text.tsx';

interface TrianglePropertiesProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly triangle: number;
}

export function TriangleProperties({ app: { store }, document, triangle }: TrianglePropertiesProps): JSX.Element {
  const open = documentOf(store, document);
  const mesh = open?.mesh?.mesh;
  const lengths = lengthsOf(store, document);
  const { units } = lengths;
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
      <OwnSpaceNote store={store} document={document} />
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 0' }} lengths={lengths} values={a} />
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 1' }} lengths={lengths} values={b} />
      <VectorRow label={{ figure: 'Vertex', text: 'Vertex 2' }} lengths={lengths} values={c} />
      <Facts
        facts={[
          [lengthLabel('Area', units, 2), <MeasureText value={areaOf(a, b, c)} units={units} power={2} />],
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
