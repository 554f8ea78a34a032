import type { Frames } from './frames.ts'
import type { Picture } from './picture.ts'
import type { PresentedScene } from './presentation.ts'
import { contextOf, lostError } from './renderer.ts'
import type { ShownScene, Visitor } from './visitor.ts'

/** The parts of a stage that a session presents. */
export interface HeadsetPlace {
  /** Another one after the loss of the graphics context. */
  readonly picture: () => Picture
  readonly box: ShownScene['box']
  readonly shownBox: ShownScene['shownBox']
  readonly level: ShownScene['level']
  readonly frames: Frames
  /** Called after a session, also one that did not begin: the page's picture is to be drawn again. */
  readonly comeBack: () => void
}

/** The headset of a stage: a session presents its scene, or none does. */
export class Headset {
  readonly #place: HeadsetPlace
  #session: XRSession | null = null
  #isBegun = false

  constructor(place: HeadsetPlace) {
    this.#place = place
  }

  /** True from the request for a session to its end: nothing is then drawn on the page. */
  get isOn(): boolean {
    return this.#session !== null
  }

  /** See {@link Stage.present}. */
  async present(session: XRSession, visitor: Visitor): Promise<void> {
    const { frames, comeBack } = this.#place
    if (this.#session) {
      await session.end()
      throw new Error('This picture is in a headset already. Leave that first.')
    }
    this.#session = session
    frames.follow(session)
    try {
      await this.#makeCompatible(session)
      const onBegin = (): void => {
        this.#isBegun = true
      }
      const { present } = await import('./presentation.ts')
      await present(session, visitor, { ...this.#toShown(), onBegin })
    } finally {
      this.#session = null
      this.#isBegun = false
      frames.follow(null)
      comeBack()
    }
  }

  /** Returns the scene for a visitor, which asks the picture that is there by then. */
  #toShown(): PresentedScene & ShownScene {
    const { picture, box, shownBox, level } = this.#place
    return {
      ...picture().toPresented(),
      box,
      shownBox,
      level,
      pick: (ray, radius) => picture().pickNear(ray, radius),
      toScene: (place) => picture().placement.toScene(place),
      toSpecimen: (place) => picture().placement.toSpecimen(place),
    }
  }

  /** Ends a session whose graphics context is lost. One that has yet to begin waits for its return. */
  lose(): void {
    if (this.#isBegun) this.end()
  }

  end(): void {
    this.#session?.end().catch(() => {}) // it has ended already
  }

  /** On a machine with two graphics cards the context may be lost by this, and come back on the other. */
  async #makeCompatible(session: XRSession): Promise<void> {
    const { renderer } = this.#place.picture()
    const gl = contextOf(renderer)
    try {
      await gl.makeXRCompatible()
    } catch (error) {
      if (!gl.isContextLost()) {
        this.end()
        throw error
      }
    }
    if (!gl.isContextLost()) return
    await new Promise<unknown>((resolve) => {
      gl.canvas.addEventListener('webglcontextrestored', resolve, { once: true })
      session.addEventListener('end', resolve, { once: true })
    })
    if (gl.isContextLost()) throw lostError()
  }
}
