import type { Angles } from '../../../contract/look/orbit.ts'
import { PopoverButton } from '../../parts/popover-button.tsx'
import type { Stage } from '../../stage/stage.ts'

interface CubeSide {
  readonly name: string
  /** The name in full, where it is a letter. */
  readonly word?: string
  readonly turns: number
  readonly rise: number
}

/** The sides of a cube, with their quarter turns to the left of the right side, and upward. */
const plainSides: readonly CubeSide[] = [
  { name: 'Front', turns: -1, rise: 0 },
  { name: 'Back', turns: 1, rise: 0 },
  { name: 'Left', turns: 2, rise: 0 },
  { name: 'Right', turns: 0, rise: 0 },
  { name: 'Top', turns: -1, rise: 1 },
  { name: 'Bottom', turns: -1, rise: -1 },
]

/** The same in a scene of anatomy, where x leads to the right of the patient, y forward and z up. */
const anatomicalSides: readonly CubeSide[] = [
  { name: 'L', word: 'Left', turns: 2, rise: 0 },
  { name: 'R', word: 'Right', turns: 0, rise: 0 },
  { name: 'A', word: 'Anterior', turns: 1, rise: 0 },
  { name: 'P', word: 'Posterior', turns: -1, rise: 0 },
  { name: 'S', word: 'Superior', turns: -1, rise: 1 },
  { name: 'I', word: 'Inferior', turns: -1, rise: -1 },
]

function listSides(isAnatomical: boolean): readonly CubeSide[] {
  return isAnatomical ? anatomicalSides : plainSides
}

/** Returns the angles of the eye before the side of a digit from 1 to 6; undefined for any other key. */
export function findSide(key: string, isAnatomical: boolean): Angles | undefined {
  const side = listSides(isAnatomical)[Number(key) - 1]
  return side && { azimuth: (side.turns * Math.PI) / 2, elevation: (side.rise * Math.PI) / 2 }
}

/**
 * A cube that turns with the specimen; each side leads to its view, as a digit on the picture does. For
 * fingers, and in a small picture, one button with a menu takes the place of the sides, too narrow there.
 */
export function ViewCube({
  stage,
  isAnatomical,
}: {
  readonly stage: Stage | null
  readonly isAnatomical: boolean
}) {
  const face = (key: string): void => {
    const angles = findSide(key, isAnatomical)
    if (angles) stage?.face(angles)
  }
  const sides = listSides(isAnatomical)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form
    <div
      class="view-cube"
      role="group"
      aria-label="Views"
      onPointerDown={(event) => event.stopPropagation()}
      onPointerUp={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.stopPropagation() // it would pick a place
      }}
    >
      <div class="view-cube-turned">
        {sides.map(({ name, word = name, turns, rise }, i) => (
          <button
            key={name}
            type="button"
            tabIndex={-1}
            aria-keyshortcuts={`${i + 1}`}
            title={`${word} (${i + 1})`}
            aria-label={word}
            style={{
              transform: `rotateY(${90 * (turns + 1)}deg) rotateX(${90 * rise}deg) translateZ(var(--half))`,
            }}
            onClick={() => face(`${i + 1}`)}
          >
            {name}
          </button>
        ))}
      </div>
      <ViewMenu sides={sides} onFace={face} />
    </div>
  )
}

function ViewMenu(props: { readonly sides: readonly CubeSide[]; readonly onFace: (key: string) => void }) {
  const { sides, onFace } = props
  return (
    <PopoverButton icon="box" label="Views">
      {(close) => (
        <div class="menu">
          {sides.map(({ name, word = name }, i) => (
            <button
              key={name}
              type="button"
              onClick={() => {
                close()
                onFace(`${i + 1}`)
              }}
            >
              {word}
            </button>
          ))}
        </div>
      )}
    </PopoverButton>
  )
}

/** Turns the cube of a frame as the specimen is turned. */
export function turnCube(frame: HTMLElement, { angles }: Stage): void {
  const cube = frame.querySelector<HTMLElement>('.view-cube-turned')
  const { azimuth, elevation } = angles
  if (cube) cube.style.transform = `rotateX(${-elevation}rad) rotateY(${-azimuth - Math.PI / 2}rad)`
}
