import { Command } from 'commander';
import { productVersion } from '../product-version.ts';
import { bakeCommand } from './bake.ts';
import { bspCommand } from './bsp.ts';
import { checkCommand } from './check.ts';
import type { VerdictContext } from './context.ts';
import { convexHullCommand } from './convex-hull.ts';
import { deviationCommand } from './deviation.ts';
import { diffCommand } from './diff.ts';
import { exportCommand } from './export.ts';
import { fitCommand } from './fit.ts';
import { inspectCommand } from './inspect.ts';
import { mergeCommand } from './merge.ts';
import { openCommand } from './open.ts';
import { workerCommand } from './worker.ts';
import { queryBoxCommand } from './query-box.ts';
import { queryCapsuleCommand } from './query-capsule.ts';
import { queryClosestCommand } from './query-closest.ts';
import { queryInsideCommand } from './query-inside.ts';
import { queryMotionCommand } from './query-motion.ts';
import { queryConvexCommand } from './query-convex.ts';
import { queryFrustumCommand } from './query-frustum.ts';
import { queryHullCommand } from './query-hull.ts';
import { queryPairCommand } from './query-pair.ts';
import { queryPenetrationCommand } from './query-penetration.ts';
import { queryPlaneCommand } from './query-plane.ts';
import { queryPolygonCommand } from './query-polygon.ts';
import { queryRayCommand } from './query-ray.ts';
import { querySegmentCommand } from './query-segment.ts';
import { querySphereCommand } from './query-sphere.ts';
import { querySweepCommand } from './query-sweep.ts';
import { queryWithinCommand } from './query-within.ts';
import { queryTriangleCommand } from './query-triangle.ts';
import { repairCommand } from './repair.ts';
import { sceneCommand } from './scene.ts';
import { serveCommand } from './serve.ts';
import { treeCommand } from './tree.ts';
import { verifyCommand } from './verify.ts';
import { walkCommand } from './walk.ts';

/** Columns of the help, whatever the width of the terminal: the text is the same everywhere. */
const helpWidth = 100;

/** Returns the whole command line. It throws Commander's error at wrong usage, and prints help to the context. */
export function createProgram(context: VerdictContext): Command {
  const program = new Command('boxwood')
    .description('Inspector for collision meshes: see what a physics engine sees.')
    .version(productVersion(), '--version', 'Print the version')
    .helpOption('-h, --help', 'Show this help')
    .helpCommand('help [verb]', 'Show the help of a verb')
    .exitOverride()
    // Defaults and choices are part of the descriptions.
    .configureHelp({ helpWidth, optionDescription: ({ description }) => description })
    .configureOutput({ writeOut: context.out, writeErr: context.err, outputError: () => {} })
    .addHelpText(
      'after',
      `\nExit codes:\n  0    done\n  1    findings over budget, or failed verification\n  2    unreadable or too large input\n  64   wrong usage\n  130  cancelled\n\nExample:\n  boxwood inspect crate.obj`,
    );
  const query = new Command('query').description('Run a geometric query on a mesh');
  const convex = new Command('convex').description('Make convex bodies from a mesh');
  const verbs = [
    inspectCommand,
    checkCommand,
    mergeCommand,
    diffCommand,
    deviationCommand,
    repairCommand,
    treeCommand,
    bspCommand,
    () => query,
    () => convex,
    fitCommand,
    sceneCommand,
    walkCommand,
    exportCommand,
    bakeCommand,
    verifyCommand,
    workerCommand,
    serveCommand,
    openCommand,
  ];
  for (const verb of verbs) program.addCommand(adopted(verb(context), program));
  for (const command of [
    queryRayCommand(context),
    querySegmentCommand(context),
    queryPolygonCommand(context),
    querySphereCommand(context),
    queryClosestCommand(context),
    queryWithinCommand(context),
    queryInsideCommand(context),
    queryBoxCommand(context),
    queryCapsuleCommand(context),
    queryTriangleCommand(context),
    queryPlaneCommand(context),
    querySweepCommand(context),
    queryFrustumCommand(context),
    queryHullCommand(context),
    queryPairCommand(context),
    queryConvexCommand(context),
    queryPenetrationCommand(context),
    queryMotionCommand(context),
  ])
    query.addCommand(adopted(command, program));
  convex.addCommand(adopted(convexHullCommand(context), program));
  convex.addHelpText('after', '\nExample:\n  boxwood convex hull crate.glb --per part');
  query.addHelpText('after', '\nExample:\n  boxwood query ray crate.obj --origin 0,0,5 --direction 0,0,-1');
  return program;
}

/** A command with the settings of the program, which Commander does not copy to added commands. */
function adopted(command: Command, program: Command): Command {
  return command.copyInheritedSettings(program).helpOption('-h, --help', 'Show this help');
}
