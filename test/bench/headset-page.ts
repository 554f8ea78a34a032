/** Runs in the page of `headset.mjs`: a stage in an emulated headset, and on the page around it. */
import { timed } from './timed-frames.ts' // before the emulator, whose frames are those of the window
import '../browser/viewer/harness/headset-page.ts'
import { defaultDisplay } from '../../core/contract/look/display.ts'
import { prepare } from '../../core/data/prepared/prepare.ts'
import type { Prepared } from '../../core/data/prepared/prepared.ts'
import type { Stage } from '../../core/viewer/stage/stage.ts'
import type { Entered } from '../browser/viewer/harness/headset-page.ts'
import { makeKnot } from '../browser/viewer/harness/shapes.ts'

/** The size of the page's canvas, and of an eye. */
const side = 320

function makeVolume(): Prepared {
  const count = 256
  const waves = Float32Array.from({ length: count }, (_, i) => Math.sin(i / 20))
  const data = new Uint8Array(count ** 3)
  for (let i = 0; i < data.length; i++) {
    const sum = (waves[i & 255] ?? 0) + (waves[(i >> 8) & 255] ?? 0) + (waves[i >> 16] ?? 0)
    data[i] = 127 + 40 * sum
  }
  return prepare({ type: 'volume', dtype: 'uint8', shape: [count, count, count], data })
}

const subjects = { mesh: () => makeKnot({ along: 1000, around: 100 }), volume: makeVolume }

let stage: Stage
let canvas: HTMLCanvasElement

/** Opens a stage that shows a mesh of 200,000 triangles, or a volume of 256³ samples. */
async function openSubject(name: keyof typeof subjects): Promise<void> {
  const opened = tools.open(side, side)
  stage = opened.stage
  canvas = opened.canvas
  stage.apply({ ...defaultDisplay, colormap: 'viridis', axes: false })
  await stage.show(subjects[name]())
}

/** Enters the headset, and waits until a frame is as all later ones. */
async function enter(): Promise<Entered> {
  const entered = await headset.enter(stage)
  await headset.waitFrames(entered.session, 60)
  return entered
}

async function leave({ session, ended }: Entered): Promise<void> {
  await session.end()
  await ended
}

/** Returns the milliseconds of frames of a session, without the card's. */
async function timeScript({ session }: Entered, count: number): Promise<readonly number[]> {
  timed.milliseconds = []
  await headset.waitFrames(session, count)
  return timed.milliseconds
}

/** Waits for the pixels of what has been drawn. */
function finish(): void {
  const gl = canvas.getContext('webgl2')
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** Returns the milliseconds of frames with their pixels, during `work`. */
async function timePixels(work: () => Promise<void>): Promise<readonly number[]> {
  Object.assign(timed, { milliseconds: [], finish })
  await work()
  timed.finish = () => {}
  return timed.milliseconds
}

/** Returns how many pixels of a picture have something. */
function countDrawn(picture: ImageBitmap | OffscreenCanvas): number {
  const { width, height } = picture
  const copy = new OffscreenCanvas(width, height).getContext('2d')
  copy?.drawImage(picture, 0, 0)
  const data = copy?.getImageData(0, 0, width, height).data ?? []
  let count = 0
  for (let i = 3; i < data.length; i += 4) if ((data[i] ?? 0) > 25) count++
  return count
}

/** Returns frames of both eyes without hands and board, and the number of pixels drawn for an eye. */
async function timeEyes() {
  const entered = await enter()
  const { session, scene, visit } = entered
  const others = scene.scene.children.filter((child) => child !== scene.stand)
  visit.step = () => {
    for (const other of others) other.visible = false
  }
  await headset.waitFrames(session, 2)
  const milliseconds = await timePixels(() => headset.waitFrames(session, 20))
  const picture = await new Promise<ImageBitmap>((resolve) => {
    session.requestAnimationFrame(() => void createImageBitmap(canvas).then(resolve))
  })
  await leave(entered)
  return { milliseconds, drawn: countDrawn(picture) / 2 }
}

/** Returns frames of both eyes, and of the page while it turns, which draws as many pixels as an eye. */
async function timeBeside(rounds: number) {
  const both: number[] = []
  const turning: number[] = []
  const drawn = { eye: 0, page: 0 }
  for (let round = 0; round < rounds; round++) {
    const eyes = await timeEyes()
    both.push(...eyes.milliseconds)
    drawn.eye = eyes.drawn
    for (let step = 0; step < 3; step++) {
      drawn.page = countDrawn(await stage.screenshot())
      stage.zoom(Math.sqrt(drawn.page / drawn.eye))
      await turn(0)
    }
    turning.push(...(await turn(0.2)).slice(0, -1))
  }
  return { both, turning, drawn }
}

/** Turns the camera of the page, and returns its frames until it rests; the last is sharp. */
async function turn(angle: number): Promise<readonly number[]> {
  return await timePixels(async () => {
    stage.orbit(angle, 0)
    for (let still = 0, count = -1; still < 5; still = timed.milliseconds.length === count ? still + 1 : 0) {
      count = timed.milliseconds.length
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
  })
}

Object.assign(globalThis, { openSubject, enter, leave, timeScript, timeBeside })
