import { effect } from '@preact/signals';
import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Vec3 } from '#core/math';
import type { App } from '../../commands/app.ts';
import { lookFrom, worldFrame } from '../../commands/camera-actions.ts';
import { directionName, nearestDirection, nextDirection, worldDirection, type CubeDirection } from '../../state/camera/standard-views.ts';
import { cubeFaces, cubePicture, type CubeFace } from './cube-picture.ts';

/** Edge length of the cube, CSS pixels; `view.css` has the same. */
const side = 42;
/** From the middle of the cube to the letters of the axes. */
const letterReach = 39;
const letters = ['X', 'Y', 'Z'] as const;
const unitVectors: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const arrows: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** A cube that shows where the camera looks from. Its faces, edges and corners are directions to look from. */
export function ViewCube({ app: { store } }: { app: App }): JSX.Element {
  const cube = useRef<HTMLDivElement>(null);
  useEffect(
    () =>
      effect(() => {
        const camera = store.viewCamera.value;
        const frame = worldFrame(store);
        if (cube.current === null || camera === null) return;
        const { facing, matrixOf, screenOf, isMirrored } = cubePicture(camera);
        cube.current.classList.toggle('mirrored', isMirrored);
        for (const element of cube.current.children as HTMLCollectionOf<HTMLElement>) {
          const face = cubeFaces.find(({ name }) => name === element.dataset['face']);
          if (face !== undefined) {
            const [right, up, outward] = [face.right, face.up, face.outward].map((direction) => worldDirection(direction, frame));
            element.style.visibility = facing(outward!) > 0.02 ? 'visible' : 'hidden';
            element.style.transform = matrixOf(right!, up!, outward!, side / 2);
            element.style.filter = `brightness(${(0.72 + 0.4 * Math.max(facing(outward!), 0)).toFixed(3)})`;
          } else {
            const [x, y, z] = screenOf(unitVectors[letters.indexOf(element.dataset['axis'] as 'X')]!);
            element.style.transform = `translate(${(letterReach * x).toFixed(2)}px, ${(letterReach * y).toFixed(2)}px)`;
            // In front of the cube it would cover a face.
            element.style.visibility = z > 0.6 ? 'hidden' : 'visible';
            element.style.opacity = z < -0.3 ? '0.35' : '1';
          }
        }
      }),
    [store],
  );
  const pose = store.camera.value?.pose ?? null;
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const arrow = arrows[event.key];
    if (arrow === undefined || pose === null) return;
    event.preventDefault();
    lookFrom(store, nextDirection(nearestDirection(pose), ...arrow));
  };
  const from = pose === null ? '' : directionName(nearestDirection(pose)).toLowerCase();
  return (
    <div
      ref={cube}
      class="view-cube"
      role="group"
      tabIndex={0}
      aria-label={`View cube, camera at ${from}. Arrow keys look from the next face, edge or corner.`}
      data-testid="view-cube"
      data-from={from}
      onKeyDown={onKeyDown}
    >
      {cubeFaces.map((face) => (
        <Face key={face.name} face={face} onLook={(direction) => lookFrom(store, direction)} />
      ))}
      {letters.map((axis) => (
        <span key={axis} class={`cube-axis ${axis.toLowerCase()}`} data-axis={axis} aria-hidden="true">
          {axis}
        </span>
      ))}
    </div>
  );
}

const steps = [-1, 0, 1] as const;

/** A face as nine buttons: the face itself, its edges and its corners. */
function Face({ face, onLook }: { face: CubeFace; onLook: (direction: CubeDirection) => void }): JSX.Element {
  const cells = [...steps].reverse().flatMap((row) => steps.map((column) => ({ row, column })));
  return (
    <div class="cube-face" data-face={face.name}>
      {cells.map(({ row, column }) => {
        const direction = [0, 1, 2].map(
          (axis) => face.outward[axis]! + column * face.right[axis]! + row * face.up[axis]!,
        ) as unknown as CubeDirection; // Three of three.
        const name = `Look from ${directionName(direction).toLowerCase()}`;
        const isMiddle = row === 0 && column === 0;
        return (
          <button
            key={`${row} ${column}`}
            type="button"
            tabIndex={-1}
            title={name}
            aria-label={name}
            data-direction={direction.join(' ')}
            onClick={() => onLook(direction)}
          >
            {isMiddle && <span>{face.name}</span>}
          </button>
        );
      })}
    </div>
  );
}
