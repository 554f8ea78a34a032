import type { Stage, StageEvents } from '../stage/stage.ts'

/** The page's only stage, for its specimens in turn: starting WebGL may block a page for 50 to 280 ms. */
export interface SharedStage {
  /**
   * Resolves, once the script is loaded, to a function that moves the empty stage into an element. That
   * function throws `webgl.missing` when the browser cannot draw in 3D.
   */
  load(): Promise<(place: HTMLElement, events: StageEvents) => LentStage>
}

/** The stage on loan. */
export interface LentStage {
  readonly stage: Stage
  giveBack(): void
}

/** Returns the stage of a page, which is created at its first loan. */
export function createSharedStage(): SharedStage {
  const silent: StageEvents = { onCamera: () => {}, onFrame: () => {}, onLost: () => {} }
  let listener = silent
  let kept: { readonly stage: Stage; readonly canvas: HTMLCanvasElement } | null = null
  let isLost = false
  const make = (createStage: (canvas: HTMLCanvasElement, events: StageEvents) => Stage) => {
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
          listener = silent
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
