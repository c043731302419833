import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { App } from '../../commands/app.ts';
import { documentOf } from '../../commands/actions.ts';
import { isSelectTool, type ToolName } from '../../state/store/records.ts';
import { selectedFinding } from '../../commands/finding-actions.ts';
import { ContactProperties } from './contact-properties.tsx';
import { DocumentProperties } from './document-properties.tsx';
import { FindingProperties } from './finding-properties.tsx';
import { HitProperties } from './hit-properties.tsx';
import { LoopProperties } from './loop-properties.tsx';
import { MeasureProperties } from './measure-properties.tsx';
import { MovingProperties } from './moving-properties.tsx';
import { NodeProperties } from './node-properties.tsx';
import { PartProperties } from './part-properties.tsx';
import { thingWithTool } from './properties-need.ts';
import { ProbeProperties } from './probe-properties.tsx';
import { RayProperties } from './ray-properties.tsx';
import { SetProperties } from './set-properties.tsx';
import { SphereProperties } from './sphere-properties.tsx';
import { TouchProperties } from './touch-properties.tsx';
import { WalkProperties } from './walk-properties.tsx';
import { TriangleProperties } from './triangle-properties.tsx';

/** The selection, or the values of the current tool with the selection below them. */
export function PropertiesPanel({ app }: { app: App }): JSX.Element {
  const { tool, activeDocument, selection } = app.store.scene.value;
  const panel = useRef<HTMLDivElement>(null);
  // What is of another kind begins with its name. A person who steps through findings or nodes stays where the panel was scrolled to.
  useLayoutEffect(() => void panel.current?.scrollTo(0, 0), [selection?.kind, activeDocument]);
  const walk = app.store.walk.value;
  if (walk !== null) {
    return (
      <div class="properties" data-testid="properties">
        <WalkProperties app={app} walk={walk} />
      </div>
    );
  }
  if (isSelectTool(tool) || activeDocument === null) {
    // A node has nothing to press: the keyboard scrolls the panel itself.
    return (
      <div ref={panel} class="properties" role="group" aria-label="Selection" tabIndex={0} data-testid="properties">
        {thing(app)}
      </div>
    );
  }
  const hasThing = thingWithTool(app.store) !== null;
  return (
    <div class="properties-parts" data-testid="properties">
      <div class="properties">{tools[tool](app)}</div>
      {hasThing && (
        <div class="properties" role="group" aria-label="Selection" tabIndex={0} data-testid="properties-thing">
          {thing(app)}
        </div>
      )}
    </div>
  );
}

const tools: Readonly<Record<Exclude<ToolName, 'select' | 'boxSelect' | 'lassoSelect'>, (app: App) => JSX.Element>> = {
  ray: (app) => <RayProperties app={app} />,
  sphere: (app) => <SphereProperties app={app} />,
  probe: (app) => <ProbeProperties app={app} />,
  movingMesh: (app) => <MovingProperties app={app} />,
  measure: (app) => <MeasureProperties app={app} />,
};

function thing(app: App): JSX.Element {
  const { store } = app;
  const { selection, activeDocument } = store.scene.value;
  switch (selection?.kind) {
    case 'node': {
      const tree = store.scene.value.trees.get(selection.document);
      if (tree !== undefined && selection.node < tree.tree.nodeCount)
        return <NodeProperties app={app} tree={tree} node={selection.node} document={selection.document} />;
      break;
    }
    case 'triangle':
      return <TriangleProperties app={app} document={selection.document} triangle={selection.triangle} />;
    case 'finding': {
      const chosen = selectedFinding(store);
      if (chosen !== null)
        return <FindingProperties app={app} document={selection.document} finding={chosen.finding} item={selection.item} />;
      break;
    }
    case 'parts':
    case 'triangles':
      return <SetProperties app={app} selection={selection} />;
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
  return document === null ? (
    <p class="quiet">Select something to see its properties.</p>
  ) : (
    <DocumentProperties app={app} document={document} />
  );
}
