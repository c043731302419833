import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { documentOf } from '../../commands/actions.ts';
import { ContactProperties } from './contact-properties.tsx';
import { DocumentProperties } from './document-properties.tsx';
import { HitProperties } from './hit-properties.tsx';
import { LoopProperties } from './loop-properties.tsx';
import { MoverProperties } from './mover-properties.tsx';
import { NodeProperties } from './node-properties.tsx';
import { PartProperties } from './part-properties.tsx';
import { RayProperties } from './ray-properties.tsx';
import { SphereProperties } from './sphere-properties.tsx';
import { TouchProperties } from './touch-properties.tsx';
import { TriangleProperties } from './triangle-properties.tsx';

/** What is chosen, or the tool in hand. */
export function PropertiesPanel({ app }: { app: App }): JSX.Element {
  return (
    <div class="properties" data-testid="properties">
      {contents(app)}
    </div>
  );
}

function contents(app: App): JSX.Element {
  const { store } = app;
  const { selection, tool, activeDocument } = store.scene.value;
  if (tool === 'ray' && activeDocument !== null) {
    return (
      <>
        <RayProperties app={app} />
        {selection?.kind === 'hit' && <HitProperties app={app} hit={selection.hit} />}
      </>
    );
  }
  if (tool === 'sphere' && activeDocument !== null) {
    return (
      <>
        <SphereProperties app={app} />
        {selection?.kind === 'touch' && <TouchProperties app={app} triangle={selection.triangle} />}
      </>
    );
  }
  if (tool === 'mover' && activeDocument !== null) {
    return (
      <>
        <MoverProperties app={app} />
        {selection?.kind === 'contact' && <ContactProperties app={app} a={selection.a} b={selection.b} />}
        {selection?.kind === 'loop' && <LoopProperties app={app} a={selection.a} b={selection.b} />}
        {selection?.kind === 'triangle' && <TriangleProperties app={app} document={selection.document} triangle={selection.triangle} />}
      </>
    );
  }
  switch (selection?.kind) {
    case 'node': {
      const tree = store.scene.value.trees.get(selection.document);
      if (tree !== undefined && selection.node < tree.tree.nodeCount) return <NodeProperties app={app} tree={tree} node={selection.node} document={selection.document} />;
      break;
    }
    case 'triangle':
      return <TriangleProperties app={app} document={selection.document} triangle={selection.triangle} />;
    case 'part':
      return <PartProperties app={app} document={selection.document} part={selection.part} />;
    case 'hit':
      return <HitProperties app={app} hit={selection.hit} />;
    case 'touch':
      return <TouchProperties app={app} triangle={selection.triangle} />;
    case 'contact':
      return <ContactProperties app={app} a={selection.a} b={selection.b} />;
    case 'loop':
      return <LoopProperties app={app} a={selection.a} b={selection.b} />;
    case 'document':
    case undefined:
      break;
  }
  const document = activeDocument === null ? null : documentOf(store, activeDocument);
  return document === null ? <p class="quiet">Nothing is selected.</p> : <DocumentProperties app={app} document={document} />;
}
