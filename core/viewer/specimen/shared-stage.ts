import type { Stage, StageEvents } from '../stage/stage.ts'

/**
 * The page's one stage, which its specimens have one after the other: to start WebGL stops a page for 50 to
 * 280 ms without a graphics card.
 */
export interface SharedStage {
  /**
   * Resolves, once the script that draws is there, to what puts the stage into an element, where it shows
   * nothing yet. That throws `webgl.missing` when the browser cannot draw in 3D.
   */
  load(): Promise<(place: HTMLElement, events: StageEvents) => LentStage>
}

/** The stage, until it is given back. */
export interface LentStage {
  readonly stage: Stage
  /** Frees all that it shows. */
  giveBack(): void
}

interface KeptStage {
  readonly stage: Stage
  readonly canvas: HTMLCanvasElement
}

/** Returns the stage of a page, which is made when it is first lent. */
export function createSharedStage(): SharedStage {
  const nobody: StageEvents = { onCamera: () => {}, onFrame: () => {}, onLost: () => {} }
  let listener = nobody
  let kept: KeptStage | null = null
  let isLost = false
  const make = (createStage: (canvas: HTMLCanvasElement, events: StageEvents) => Stage): KeptStage => {
    const canvas = document.createElement('canvas')
    const stage = createStage(canvas, {
      onCamera: (pose) => listener.onCamera(pose),
      onFrame: () => listener.onFrame(),
      onLost: (now) => {
        isLost = now
        listener.onLost(now)
      },
    })
    isLost = false
    return { stage, canvas }
  }
  return {
    async load() {
      const { createStage } = await import('../stage/create-stage.ts')
      // The start of the script and that of WebGL are two tasks.
      if (!kept) await new Promise((resolve) => setTimeout(resolve))
      return (place, events) => {
        if (kept && isLost) {
          kept.stage.dispose() // a new context comes at once, the lost one maybe never
          kept = null
        }
        kept ??= make(createStage)
        const { stage, canvas } = kept
        listener = events
        place.append(canvas)
        const giveBack = (): void => {
          listener = nobody
          stage.clear()
          stage.mark([])
          stage.resize(0, 0, 1)
          canvas.remove()
        }
        return { stage, giveBack }
      }
    },
  }
}
