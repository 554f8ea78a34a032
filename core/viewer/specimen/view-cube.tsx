import type { Angles } from '../../look/orbit.ts'
import type { Stage } from '../stage/stage.ts'

/** The sides of a cube, with their quarter turns to the left of the right side, and upward. */
const sides = [
  { name: 'Front', turns: -1, rise: 0 },
  { name: 'Back', turns: 1, rise: 0 },
  { name: 'Left', turns: 2, rise: 0 },
  { name: 'Right', turns: 0, rise: 0 },
  { name: 'Top', turns: -1, rise: 1 },
  { name: 'Bottom', turns: -1, rise: -1 },
] as const

/** Returns the angles of the eye before the side of a digit from 1 to 6; undefined for any other key. */
export function findSide(key: string): Angles | undefined {
  const side = sides[Number(key) - 1]
  return side && { azimuth: (side.turns * Math.PI) / 2, elevation: (side.rise * Math.PI) / 2 }
}

/** A cube that turns with the specimen; each side leads to its view, as a digit on the picture does. */
export function ViewCube({ stage }: { readonly stage: Stage | null }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      class="view-cube"
      role="group"
      aria-label="Views"
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
    >
      <div class="view-cube-turned">
        {sides.map(({ name, turns, rise }, i) => (
          <button
            key={name}
            type="button"
            tabIndex={-1}
            aria-keyshortcuts={`${i + 1}`}
            title={`${name} (${i + 1})`}
            style={{
              transform: `rotateY(${90 * (turns + 1)}deg) rotateX(${90 * rise}deg) translateZ(var(--half))`,
            }}
            onClick={() => {
              const angles = findSide(`${i + 1}`)
              if (angles) stage?.face(angles)
            }}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Turns the cube of a frame as the specimen is turned. */
export function turnCube(frame: HTMLElement, { angles }: Stage): void {
  const cube = frame.querySelector<HTMLElement>('.view-cube-turned')
  const { azimuth, elevation } = angles
  if (cube) cube.style.transform = `rotateX(${-elevation}rad) rotateY(${-azimuth - Math.PI / 2}rad)`
}
