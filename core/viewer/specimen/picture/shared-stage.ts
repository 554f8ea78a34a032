import type { Stage, StageEvents } from '../../stage/stage.ts'

/** A stage that stands in an element until it is given back. */
export interface LentStage {
  readonly stage: Stage
  readonly giveBack: () => void
}

/** The stages of a page. */
export interface SharedStage {
  /**
   * Resolves, once the script is loaded, to a function that moves an empty stage into an element. That
   * function throws `webgl.missing` when the browser cannot draw in 3D.
   */
  load(): Promise<(place: HTMLElement, events: StageEvents) => LentStage>
  /** Frees the kept stage, and those on loan when they come back. */
  close(): void
}

/** A stage with its canvas, and the listener that it has at the moment. */
interface MadeStage {
  readonly stage: Stage
  readonly canvas: HTMLCanvasElement
  readonly state: { listener: StageEvents; isLost: boolean }
}

/**
 * Returns the stages of a page. The first starts WebGL, which may block the page for 50 to 280 ms, and is
 * kept for its specimens in turn; more are made for views beside each other, in 12 to 17 ms each, and end
 * with them.
 */
export function createSharedStage(): SharedStage {
  const silent: StageEvents = { onCamera: () => {}, onFrame: () => {}, onLost: () => {} }
  let kept: MadeStage | null = null
  let hasStarted = false
  let isClosed = false
  const make = (createStage: (canvas: HTMLCanvasElement, events: StageEvents) => Stage): MadeStage => {
    const canvas = document.createElement('canvas')
    const state = { listener: silent, isLost: false }
    const stage = createStage(canvas, {
      onCamera: (pose) => state.listener.onCamera(pose),
      onFrame: (isQuick) => state.listener.onFrame(isQuick),
      onLost: (now) => {
        state.isLost = now
        state.listener.onLost(now)
      },
    })
    return { stage, canvas, state }
  }
  return {
    async load() {
      const { createStage } = await import('../../stage/create-stage.ts')
      // The start of the script and that of WebGL are two tasks.
      if (!hasStarted) await new Promise((resolve) => setTimeout(resolve))
      return (place, events) => {
        hasStarted = true
        if (kept?.state.isLost) {
          kept.stage.dispose() // a new context comes at once, the lost one maybe never
          kept = null
        }
        const lent = kept ?? make(createStage)
        kept = null
        const { stage, canvas, state } = lent
        state.listener = events
        place.append(canvas)
        const giveBack = (): void => {
          state.listener = silent
          canvas.remove()
          if (kept || isClosed) stage.dispose()
          else {
            kept = lent
            stage.clear()
            stage.mark([])
            stage.resize(0, 0, 1)
          }
        }
        return { stage, giveBack }
      }
    },
    close() {
      isClosed = true
      kept?.stage.dispose()
      kept = null
    },
  }
}
