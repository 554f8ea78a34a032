/** The ways of a hand in an emulated headset: a controller, a bare hand, and a pinch that exists for its own length. */
import type { Page } from 'playwright-core'
import { point, type RoomRay, waitFrames } from './page-headset.ts'

/** A way to take something, to carry it along rays, and to let go. */
export type HandWay = (page: Page, rays: readonly RoomRay[]) => Promise<void>

/** The first ray takes; the last lets go. */
const byController: HandWay = async (page, rays) => {
  const [first, last] = [rays[0], rays.at(-1)]
  if (!first || !last) throw new Error('A hand has to be somewhere.')
  await point(page, first)
  for (const ray of rays) await point(page, ray, 1)
  await point(page, last)
}

const byHand: HandWay = async (page, rays) => {
  const place = async ({ at, turn }: RoomRay, pinch: number): Promise<void> => {
    await page.evaluate(`(() => {
      const { right } = device.hands
      right.position.set(...${JSON.stringify(at)})
      right.quaternion.set(...${JSON.stringify(turn)})
      right.updatePinchValue(${pinch})
    })()`)
    await waitFrames(page)
  }
  await page.evaluate("device.primaryInputMode = 'hand'")
  const [first, last] = [rays[0], rays.at(-1)]
  if (!first || !last) throw new Error('A hand has to be somewhere.')
  await place(first, 0)
  for (const ray of rays) await place(ray, 1)
  await place(last, 0)
  await page.evaluate("device.primaryInputMode = 'controller'")
  await waitFrames(page)
}

/** A look with a pinch, as on Vision Pro: its source comes with the pinch and goes with it. */
const byLook: HandWay = async (page, rays) => {
  await page.evaluate(async (places) => {
    const { device } = globalThis as unknown as { device: { activeSession: XRSession } } // of the emulator
    const session = device.activeSession
    const space = await session.requestReferenceSpace('local-floor')
    const source = {
      targetRayMode: 'transient-pointer',
      handedness: 'none',
      targetRaySpace: space as XRSpace,
    }
    const look = ({ at: [x = 0, y = 0, z = 0], turn: [a = 0, b = 0, c = 0, d = 1] }: RoomRay): void => {
      const { matrix } = new XRRigidTransform({ x, y, z }, { x: a, y: b, z: c, w: d })
      source.targetRaySpace = space.getOffsetReferenceSpace(matrix as unknown as XRRigidTransform) // as the emulator takes it
    }
    const inFrame = async (run: (frame: XRFrame) => void): Promise<void> =>
      await new Promise((resolve) => {
        session.requestAnimationFrame((_, frame) => {
          run(frame)
          resolve()
        })
      })
    const send = async (name: string, parts: object): Promise<void> =>
      await inFrame((frame) => session.dispatchEvent(Object.assign(new Event(name), parts, { frame })))
    const [first] = places
    if (!first) throw new Error('A hand has to be somewhere.')
    look(first)
    await send('inputsourceschange', { added: [source], removed: [] })
    await send('selectstart', { inputSource: source })
    for (const ray of places) {
      look(ray)
      for (let i = 0; i < 3; i++) await inFrame(() => {})
    }
    await send('selectend', { inputSource: source })
    await send('inputsourceschange', { added: [], removed: [source] })
  }, rays)
}

/** All of them, by their names. */
export const handWays = { controller: byController, hand: byHand, look: byLook } as const
