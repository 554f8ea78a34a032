/** Runs in the page of `scenes.mjs`: a scan, and the same scan in a scene with a mesh and lines. */
import type {
  LinesResult,
  MeshResult,
  SceneResult,
  VolumeResult,
} from '../../core/contract/domain/result/result.ts'
import { type Display, defaultDisplay } from '../../core/contract/look/display.ts'
import { prepare } from '../../core/data/prepared/prepare.ts'
import type { Prepared } from '../../core/data/prepared/prepared.ts'
import { createStage } from '../../core/viewer/stage/create-stage.ts'
import { timed } from './timed-frames.ts'

const [width, height] = [640, 480]
const turns = 5

/** Returns a scan of 256³ samples: a soft shell, and a core. */
function makeScan(): VolumeResult {
  const side = 256
  const data = new Uint8Array(side ** 3)
  for (let i = 0; i < data.length; i++) {
    const [x, y, z] = [i % side, (i >> 8) % side, i >> 16].map((at) => at / 127.5 - 1)
    const away = Math.hypot(x ?? 0, y ?? 0, z ?? 0)
    data[i] = 255 * Math.max(0, 1 - Math.abs(away - 0.8) / 0.08, 1 - away / 0.4)
  }
  const step = 2 / side
  return {
    type: 'volume',
    shape: [side, side, side],
    dtype: 'uint8',
    data,
    spacing: [step, step, step],
    origin: [-1, -1, -1],
  }
}

/** Returns a ball of 200,000 triangles with bumps. */
function makeMesh(): MeshResult {
  const [around, across] = [400, 251]
  const vertices = new Float32Array(3 * around * across)
  for (let i = 0; i < around * across; i++) {
    const [turn, fall] = [
      (2 * Math.PI * (i % around)) / around,
      (Math.PI * Math.floor(i / around)) / (across - 1),
    ]
    const radius = 0.6 + 0.03 * Math.sin(9 * turn) * Math.sin(7 * fall)
    const place = [Math.sin(fall) * Math.cos(turn), Math.sin(fall) * Math.sin(turn), -Math.cos(fall)]
    vertices.set(
      place.map((part) => radius * part),
      3 * i,
    )
  }
  const indices = new Uint32Array(6 * around * (across - 1))
  for (let i = 0; i < around * (across - 1); i++) {
    const next = i - (i % around) + ((i + 1) % around)
    indices.set([i, next, i + around, next, next + around, i + around], 6 * i)
  }
  return { type: 'mesh', vertices, indices }
}

/** Returns lines of 50,000 points. */
function makeLines(): LinesResult {
  const points = new Float32Array(150_000)
  for (let i = 0; i < 50_000; i++) {
    const turn = i / 40
    points.set([0.9 * Math.cos(turn), 0.9 * Math.sin(turn), i / 25_000 - 1], 3 * i)
  }
  return { type: 'lines', points }
}

const scan = makeScan()
const parts = { brain: makeMesh(), vessels: makeLines() }
const toScene = (opacity: number): SceneResult => ({
  type: 'scene',
  parts: { scan, brain: { ...parts.brain, look: { opacity } }, vessels: parts.vessels },
})
/** What is compared: the scan alone, and scenes with a mesh that hides what is behind it, and that does not. */
const contents: { readonly [name: string]: Prepared } = {
  alone: prepare(scan),
  opaque: prepare(toScene(1)),
  clear: prepare(toScene(0.4)),
}

/** Milliseconds of the first picture, of frames of a camera that turns and of one at rest, and of a change. */
interface Times {
  readonly first: number[]
  readonly turning: number[]
  readonly resting: number[]
  readonly toggled: number[]
}

async function settle(count: () => number): Promise<void> {
  for (let still = 0, last = -1; still < 8; still = count() === last ? still + 1 : 0) {
    last = count()
    await new Promise((resolve) => setTimeout(resolve, 60))
  }
}

async function timeContent(name: string, times: Times): Promise<void> {
  const prepared = contents[name]
  if (!prepared) throw new Error(`There is no content ${name}.`)
  const canvas = document.createElement('canvas')
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`
  document.body.replaceChildren(canvas)
  const stage = createStage(canvas, { onFrame() {}, onCamera() {}, onLost() {} })
  const finish = (): void => {
    canvas.getContext('webgl2')?.readPixels(0, 0, 1, 1, 6408, 5121, new Uint8Array(4)) // RGBA, bytes
  }
  stage.resize(width, height, 1)
  stage.apply(defaultDisplay)
  const started = performance.now()
  await stage.show(prepared)
  finish()
  times.first.push(performance.now() - started)
  timed.finish = finish
  const count = (): number => timed.milliseconds.length
  await settle(count)
  for (let turn = 0; turn < turns; turn++) {
    timed.milliseconds.length = 0
    stage.orbit(0.2, 0)
    await settle(count)
    const frames = [...timed.milliseconds]
    times.resting.push(frames.pop() ?? 0)
    times.turning.push(...frames)
  }
  for (let turn = 0; turn < turns && prepared.type === 'scene'; turn++) {
    const display: Display = { ...defaultDisplay, parts: turn % 2 ? null : [{ name: 'brain', opacity: 0 }] }
    const begun = performance.now()
    stage.apply(display)
    times.toggled.push(performance.now() - begun)
    await settle(count)
  }
  timed.finish = () => {}
  stage.dispose()
}

/** Returns the times of all contents, which take turns. */
async function timeScenes(): Promise<{ readonly [name: string]: Times }> {
  const times = Object.fromEntries(
    Object.keys(contents).map((name): [string, Times] => [
      name,
      { first: [], turning: [], resting: [], toggled: [] },
    ]),
  )
  for (let round = 0; round < 3; round++)
    for (const [name, own] of Object.entries(times)) await timeContent(name, own)
  return times
}

Object.assign(globalThis, { timeScenes })
