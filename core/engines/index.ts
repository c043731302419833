/** Shapes as physics engines hold them, and their differences from a mesh. */
export { engineReport, type EngineReport, type EngineShapeRecord } from './engine-report.ts';
export { type EngineFacts, type EngineRule, engines, type PhysicsEngine } from './engines.ts';
export { drawnShapes, type DrawnShapes } from './drawn-shapes.ts';
export { type HeldShape, holdMesh, meshOfHeld } from './hold-mesh.ts';
