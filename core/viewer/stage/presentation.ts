import { type Group, type Mesh, PerspectiveCamera, type Scene, type WebGLRenderer } from 'three'
import { pageHeight } from '../../contract/look/point-size.ts'
import { CoarseVolume } from './coarse-volume.ts'
import type { FrameShape } from './view.ts'
import type { ShownScene, Visitor } from './visitor.ts'

/** Metres. The near one is before a specimen at the eyes; the far one is beyond any in the hand. */
const [near, far] = [0.02, 1000]

/** The part of a picture that a headset draws. */
export interface PresentedScene {
  readonly renderer: WebGLRenderer
  readonly scene: Scene
  /** Carries the scene in the room. */
  readonly stand: Group
  /** Called before each frame, and once after the last, with the size of an eye. */
  readonly prepare: (frame: FrameShape) => void
  /** Returns the box of the volume that is shown; null for another kind of content. */
  readonly volumeBox: () => Mesh | null
}

/** A picture that a session presents. */
export interface PresentedPicture extends PresentedScene, ShownScene {
  /** Called when the session has begun. */
  readonly onBegin: () => void
}

/**
 * Draws both eyes in each frame of a session, and resolves when it has ended and the picture is back in its
 * place. A session that cannot begin, or a frame that fails, ends it; the reason is then thrown.
 */
export async function present(
  session: XRSession,
  visitor: Visitor,
  picture: PresentedPicture,
): Promise<void> {
  const { renderer, stand } = picture
  const { xr } = renderer
  const failures: unknown[] = []
  const fail = async (error: unknown): Promise<void> => {
    failures.push(error)
    await session.end().catch(() => {}) // it has ended already
  }
  const ended = waitForEnd(renderer)
  const coarse = new CoarseVolume(renderer)
  let hasEntered = false
  try {
    xr.enabled = true
    xr.setReferenceSpaceType('local-floor')
    await xr.setSession(session)
    picture.onBegin()
    visitor.enter({ ...picture, session })
    hasEntered = true
    renderer.setAnimationLoop(createLoop(visitor, picture, coarse, (error) => void fail(error)))
    await ended
  } catch (error) {
    await fail(error)
  }
  renderer.setAnimationLoop(null) // three would go on in frames of the window
  xr.enabled = false
  coarse.dispose()
  if (hasEntered) visitor.leave()
  stand.position.set(0, 0, 0)
  stand.quaternion.identity()
  stand.scale.set(1, 1, 1)
  picture.prepare({ isMoving: true, isStereo: false, pixelRatio: 1, width: 1, height: 1 })
  if (failures.length > 0) throw failures[0]
}

/** Resolves after three has put the renderer back; the session's own event comes before that. */
async function waitForEnd({ xr }: WebGLRenderer): Promise<void> {
  await new Promise<void>((resolve) => {
    const onEnd = (): void => {
      xr.removeEventListener('sessionend', onEnd)
      resolve()
    }
    xr.addEventListener('sessionend', onEnd)
  })
}

/** Returns what draws a frame, and no more after the first that fails. It allocates nothing. */
function createLoop(
  visitor: Visitor,
  { renderer, scene, prepare, volumeBox }: PresentedPicture,
  coarse: CoarseVolume,
  onFailure: (error: unknown) => void,
): (now: number, frame?: XRFrame) => void {
  const camera = new PerspectiveCamera(50, 1, near, far) // the session sets all else
  const shape = { isMoving: true, isStereo: true, pixelRatio: 1, width: 1, height: 1 }
  let hasFailed = false
  return (now, frame) => {
    if (!frame || hasFailed) return
    try {
      // An eye is a pixel wide until a headset has drawn its first frame.
      const eye = renderer.xr.getCamera().cameras[0]?.viewport
      shape.width = Math.max(1, eye?.z ?? 1)
      shape.height = Math.max(1, eye?.w ?? 1)
      shape.pixelRatio = shape.height / pageHeight
      visitor.step(now, frame)
      prepare(shape)
      coarse.render(scene, camera, volumeBox())
    } catch (error) {
      hasFailed = true
      onFailure(error)
    }
  }
}
