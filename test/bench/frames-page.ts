/** Runs in the page of `frames.mjs`: the viewer's stage, and the same mesh by three alone. */
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three'
import { defaultDisplay } from '../../core/contract/look/display.ts'
import { prepare } from '../../core/data/prepared/prepare.ts'
import { createStage } from '../../core/viewer/stage/create-stage.ts'
import { makeKnot } from '../browser/viewer/harness/shapes.ts'

const [width, height] = [640, 480]
const turns = 12

/** A frame: its milliseconds until the pixels are there, and the width that was drawn. */
interface Frame {
  readonly milliseconds: number
  readonly width: number
}

function addCanvas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = `display: block; width: ${width}px; height: ${height}px`
  document.body.append(canvas)
  return canvas
}

/** Waits for the pixels of what has been drawn. */
function finish(gl: WebGL2RenderingContext | WebGLRenderingContext | null): void {
  gl?.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
}

/** Opens a stage whose frames are timed. */
function openStage() {
  const canvas = addCanvas()
  const frames: Frame[] = []
  const request = window.requestAnimationFrame.bind(window)
  window.requestAnimationFrame = (draw) =>
    request((now) => {
      const started = performance.now()
      draw(now)
      finish(canvas.getContext('webgl2'))
      frames.push({ milliseconds: performance.now() - started, width: canvas.width })
    })
  const stage = createStage(canvas, { onFrame() {}, onCamera() {}, onLost() {} })
  stage.resize(width, height, 1)
  stage.apply(defaultDisplay)
  /** Turns, and returns the frames until it rests. */
  const turn = async (): Promise<readonly Frame[]> => {
    frames.length = 0
    stage.orbit(0.2, 0)
    for (let still = 0, count = -1; still < 5; still = frames.length === count ? still + 1 : 0) {
      count = frames.length
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    return [...frames]
  }
  return { stage, turn }
}

/** Returns frames of a knot of 96,000 triangles, by the stage and by three, in turns. */
async function timeMesh() {
  const knot = makeKnot({ along: 800, around: 60 })
  const { stage, turn } = openStage()
  await stage.show(knot)
  const canvas = addCanvas()
  const renderer = new WebGLRenderer({ canvas, alpha: true, antialias: false })
  renderer.setSize(width, height, false)
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(knot.positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(knot.normals, 3))
  geometry.setIndex(new BufferAttribute(knot.indices, 1))
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ color: 0xb0a090, side: DoubleSide }))
  const light = new DirectionalLight(0xffffff, 2)
  light.position.set(1, 2, 3)
  const scene = new Scene().add(mesh, light, new AmbientLight(0xffffff, 1))
  const camera = new PerspectiveCamera(35, width / height, 1, 40)
  camera.position.set(0, 0, 14)
  const [own, bare]: [number[], number[]] = [[], []]
  for (let i = 0; i < turns; i++) {
    own.push(...(await turn()).map(({ milliseconds }) => milliseconds))
    for (let frame = 0; frame < 5; frame++) {
      mesh.rotation.y += 0.1
      const started = performance.now()
      renderer.render(scene, camera)
      finish(renderer.getContext())
      bare.push(performance.now() - started)
    }
  }
  stage.dispose()
  renderer.dispose()
  return { own, bare }
}

/** Returns frames of a volume of 96³ samples: while it turns, and when it rests. */
async function timeVolume() {
  const side = 96
  const data = Float32Array.from({ length: side ** 3 }, (_, i) => {
    const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)]
    return Math.sin(x / 9) + Math.sin(y / 7) + Math.sin(z / 8)
  })
  const { stage, turn } = openStage()
  const volume = { type: 'volume', shape: [side, side, side], dtype: 'float32', data } as const
  await stage.show(prepare(volume))
  const [turning, resting]: [number[], number[]] = [[], []]
  for (let i = 0; i < turns; i++) {
    const frames = await turn()
    const sharp = frames.at(-1)
    turning.push(...frames.filter((frame) => frame !== sharp).map(({ milliseconds }) => milliseconds))
    if (sharp) resting.push(sharp.milliseconds)
  }
  stage.dispose()
  return { turning, resting }
}

Object.assign(globalThis, { timeMesh, timeVolume })
