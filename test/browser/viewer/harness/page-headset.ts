/** A person in an emulated headset before the page of a specimen, with `emulated-headset.ts` in it. */
import type { Page } from 'playwright-core'
import { Object3D, Vector3 } from 'three'
import { boardHeight, boardWidth, layOut, pixelsPerMetre } from '../../../../core/viewer/xr/board-layout.ts'
import type { BoardCell, BoardRow } from '../../../../core/viewer/xr/board-words.ts'
import { layOutStory, placeBeside, storyHeight, storyWidth } from '../../../../core/viewer/xr/story-board.ts'

/** What has to be known of a board to find a target on it: the shapes of its rows, and the page of them. */
export interface BoardShape {
  readonly rows: readonly RowShape[]
  readonly page?: number
  readonly buttons?: number
  readonly tools?: number
  readonly hasStatusButton?: boolean
}

/** The shape of a row: its cells, beside words or a track, or alone over its whole width. */
export interface RowShape {
  readonly cells: number
  readonly hasTrack?: boolean
  readonly isWide?: boolean
}

const cell: BoardCell = { label: '', isOn: false, isOff: false, press: () => {} }
const track = { part: 0, drag: () => {}, settle: () => {} }

/** A ray in the room: its beginning, and its turn from straight ahead. */
export interface RoomRay {
  readonly at: readonly number[]
  readonly turn: readonly number[]
}

/** Returns the pose of a ray at a target of the board, which stands where it is for a specimen that fits. */
export function aimAt(shape: BoardShape, key: string, part = 0.5): RoomRay {
  const rows = shape.rows.map(
    ({ cells, hasTrack, isWide }, i): BoardRow => ({
      key: `row${i}`,
      label: isWide ? '' : 'A label',
      value: '',
      problem: '',
      hint: '',
      track: hasTrack ? track : null,
      cells: Array.from({ length: cells }, () => cell),
    }),
  )
  const button = shape.hasStatusButton ? cell : null
  const words = {
    title: '',
    colors: null,
    rows,
    status: { text: '', isFailure: false, fraction: null, button },
  }
  const buttons = Array.from({ length: shape.buttons ?? 4 }, () => cell)
  const tools = Array.from({ length: shape.tools ?? 4 }, () => cell)
  const { targets } = layOut({ words, size: '', tools, buttons }, shape.page ?? 0, () => {})
  const target = targets.find((each) => each.key === key)
  if (!target) throw new Error(`The board has no ${key}.`)
  const [left, top, width, height] = target.box
  const [x, y] = [left + part * width - boardWidth / 2, boardHeight / 2 - top - height / 2]
  return aimFrom(placeBoard(), x, y)
}

/** Returns the pose of a ray at a button of the story's board, of two with or without one between them. */
export function aimAtStory(key: 'back' | 'show' | 'next', hasShow: boolean): RoomRay {
  const words = { place: '', text: '', back: cell, show: hasShow ? cell : null, next: cell }
  const target = layOutStory(words).targets.find((each) => each.key === key)
  if (!target) throw new Error(`The story has no ${key}.`)
  const [left, top, width, height] = target.box
  const story = new Object3D()
  placeBeside(story, placeBoard())
  return aimFrom(story, left + width / 2 - storyWidth / 2, storyHeight / 2 - top - height / 2)
}

function placeBoard(): Object3D {
  const board = new Object3D()
  board.position.set(0, 1.48 - 0.18 - boardHeight / pixelsPerMetre / 2, -0.58)
  board.rotation.set(Math.atan2(board.position.y - 1.6, -board.position.z), 0, 0)
  return board
}

/** Returns a ray from before a place of a board, in pixels from its middle. */
function aimFrom(board: Object3D, right: number, up: number): RoomRay {
  board.updateMatrixWorld()
  const place = board.localToWorld(new Vector3(right / pixelsPerMetre, up / pixelsPerMetre, 0.3))
  return { at: place.toArray(), turn: board.quaternion.toArray() }
}

/** Waits for frames of the session that are drawn: it has frames before the picture has come to it. */
export async function waitFrames(page: Page, count = 3): Promise<void> {
  await page.evaluate(async (frames) => {
    const { device } = globalThis as unknown as { device: { activeSession: XRSession } } // of the emulator
    const session = device.activeSession
    for (let i = 0; i < frames; ) {
      await new Promise((resolve) => session.requestAnimationFrame(resolve))
      if (session.renderState.baseLayer) i++
    }
  }, count)
}

/** Points the right controller along a ray, with its trigger pressed so far, and waits for frames. */
export async function point(page: Page, ray: RoomRay, trigger = 0): Promise<void> {
  await page.evaluate(`(() => {
    const { right } = device.controllers
    right.position.set(...${JSON.stringify(ray.at)})
    right.quaternion.set(...${JSON.stringify(ray.turn)})
    right.updateButtonValue('trigger', ${trigger})
  })()`)
  await waitFrames(page)
}

/** Presses a target of the board. */
export async function pressBoard(page: Page, shape: BoardShape, key: string): Promise<void> {
  await pressRay(page, aimAt(shape, key))
}

/** Presses where a ray meets something. */
export async function pressRay(page: Page, ray: RoomRay): Promise<void> {
  for (const trigger of [0, 1, 0]) await point(page, ray, trigger)
}

/** Returns both eyes beside each other as a PNG in base64, in the frame that has drawn them. */
export async function shootEyes(page: Page): Promise<string> {
  await waitFrames(page, 2)
  return await page.evaluate<string>(`new Promise((resolve) => {
    const { canvas } = device.activeSession.renderState.baseLayer.context
    device.activeSession.requestAnimationFrame(() => resolve(canvas.toDataURL('image/png').split(',')[1] ?? ''))
  })`)
}

/** Pinches a place of the room from above. */
export async function pinchFromAbove(
  page: Page,
  [x, y, z]: readonly [number, number, number],
): Promise<void> {
  await pressRay(page, { at: [x, y + 0.3, z], turn: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2] })
}
