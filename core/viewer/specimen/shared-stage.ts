import type { Stage, StageEvents } from '../stage/stage.ts'

/** The stages of a page. */
export type SharedStage = ReturnType<typeof createSharedStage>

/**
 * Returns the stages of a page. The first starts WebGL, which may block the page for 50 to 280 ms, and is
 * kept for its specimens in turn; more are made for views beside each other, in 12 to 17 ms each, and end
 * with them.
 */
export function createSharedStage() {
  const silent: StageEvents = { onCamera: () => {}, onFrame: () => {}, onLost: () => {} }
  let kept: ReturnType<typeof make> | null = null
  let hasStarted = false
  let isClosed = false
  const make = (createStage: (canvas: HTMLCanvasElement, events: StageEvents) => Stage) => {
    const canvas = document.createElement('canvas')
    const state = { listener: silent, isLost: false }
    const stage = createStage(canvas, {
      onCamera: (pose) => state.listener.onCamera(pose),
      onFrame: () => state.listener.onFrame(),
      onLost: (now) => {
        state.isLost = now
        state.listener.onLost(now)
      },
    })
    return { stage, canvas, state }
  }
  return {
    /**
     * Resolves, once the script is loaded, to a function that moves an empty stage into an element. That
     * function throws `webgl.missing` when the browser cannot draw in 3D.
     */
    async load() {
      const { createStage } = await import('../stage/create-stage.ts')
      // The start of the script and that of WebGL are two tasks.
      if (!hasStarted) await new Promise((resolve) => setTimeout(resolve))
      return (place: HTMLElement, events: StageEvents) => {
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
    /** Frees the kept stage, and those on loan when they come back. */
    close() {
      isClosed = true
      kept?.stage.dispose()
      kept = null
    },
  }
}
