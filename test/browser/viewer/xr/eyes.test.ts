/** Both eyes of an emulated headset: how they look, and a volume with a third of the pixels of all else. */
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../../use-browser.ts'
import { expectGolden } from '../goldens.ts'
import { alone, type Eyes, measureEye, toEyes } from '../harness/eyes.ts'
import { openHeadset } from '../harness/open-headset.ts'

const [width, height] = [480, 240]
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openHeadset(browser())
  page = opened.page
  faults = opened.faults
  await page.evaluate('globalThis.device = headset.install()')
})
beforeEach(async () => {
  await page.setViewportSize({ width, height })
  await page.evaluate(([w, h]) => void Object.assign(globalThis, tools.open(w, h)), [width, height] as const)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** Runs in the page, and returns what the script returns. */
async function run<Value>(script: string): Promise<Value> {
  return await page.evaluate<Value>(`(async () => {
    ${alone}
    const leave = async (entered) => {
      await entered.session.end()
      await entered.ended
    }
    /** A ball in the middle of its box. */
    const makeBall = () => {
      const data = Uint8Array.from({ length: 24 ** 3 }, (_, i) => {
        const far = Math.hypot((i % 24) - 11.5, ((i / 24 | 0) % 24) - 11.5, (i / 576 | 0) - 11.5)
        return Math.max(0, 250 - 25 * far)
      })
      return tools.prepare({ type: 'volume', dtype: 'uint8', shape: [24, 24, 24], data })
    }
    /** The same as a mesh. */
    const makeBallMesh = () => {
      const [rings, sides] = [16, 32]
      const vertices = Float32Array.from({ length: 3 * rings * sides }, (_, i) => {
        const [part, n] = [i % 3, Math.floor(i / 3)]
        const [down, around] = [Math.PI * Math.floor(n / sides) / (rings - 1), 2 * Math.PI * n / sides]
        return [Math.sin(down) * Math.cos(around), Math.sin(down) * Math.sin(around), Math.cos(down)][part]
      })
      const indices = Uint32Array.from({ length: 6 * (rings - 1) * sides }, (_, i) => {
        const [corner, n] = [i % 6, Math.floor(i / 6)]
        const [ring, side] = [Math.floor(n / sides), n % sides]
        const at = (down, along) => (ring + down) * sides + (side + along) % sides
        return [at(0, 0), at(1, 0), at(0, 1), at(1, 0), at(1, 1), at(0, 1)][corner]
      })
      return tools.prepare({ type: 'mesh', vertices, indices })
    }
    /** A volume that is opaque at once, and fills its box. */
    const makeBlock = () => {
      const data = new Uint8Array(16 ** 3).fill(200)
      data[0] = 0
      return tools.prepare({ type: 'volume', dtype: 'uint8', shape: [16, 16, 16], data })
    }
    ${script}
  })()`)
}

const toPng = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

describe('both eyes', () => {
  it.each([
    ['mesh', 'tools.makeKnot({ hasColors: true })'],
    ['volume', 'makeBall()'],
  ])('see a %s with its box as in the golden', async (name, result) => {
    const shot = await run<string>(`
      stage.apply(tools.display({ box: true }))
      await stage.show(${result})
      const entered = await headset.enter(stage)
      const shot = await shootAlone(entered)
      await leave(entered)
      return shot`)
    await expectGolden(page, `eyes-${name}`, toPng(shot))
  })

  it.each([
    ['mesh', 'makeBallMesh()'],
    ['volume', 'makeBall()'],
  ])('see the middle of a %s where each has it', async (_, result) => {
    const { shot, columns } = await run<{ shot: string; columns: [number, number] }>(`
      stage.look({ target: [0, 0, 0], offset: [0, -30, 0] }) // straight on: the middle is that of its pixels
      stage.apply(tools.display({ axes: false, shading: 'none' }))
      await stage.show(${result})
      const entered = await headset.enter(stage)
      const { low, high } = entered.scene.box()
      const { stand, renderer } = entered.scene
      const middle = new headset.Vector3(...low.map((part, i) => (part + high[i]) / 2))
      const at = middle.applyMatrix4(stand.matrixWorld)
      const columns = await new Promise((resolve) => {
        entered.session.requestAnimationFrame((_, frame) => {
          const { views } = frame.getViewerPose(renderer.xr.getReferenceSpace())
          const toColumn = ({ transform, projectionMatrix: p }) => {
            const e = transform.inverse.matrix
            const x = e[0] * at.x + e[4] * at.y + e[8] * at.z + e[12]
            const z = e[2] * at.x + e[6] * at.y + e[10] * at.z + e[14]
            return ((p[0] * x + p[8] * z) / -z / 2 + 0.5) * ${width / 2} - 0.5
          }
          resolve(views.map(toColumn))
        })
      })
      const shot = await shootAlone(entered)
      await leave(entered)
      return { shot, columns }`)
    const eyes = toEyes(shot)
    expect(measureEye(eyes, 0).count).toBeGreaterThan(500)
    expect(columns[0] - columns[1]).toBeGreaterThan(5)
    expect(Math.abs(measureEye(eyes, 0).column - columns[0])).toBeLessThan(1.5)
    expect(Math.abs(measureEye(eyes, 1).column - columns[1])).toBeLessThan(1.5)
  })
})

/** Counts the drawings of a context, and keeps the sizes of the viewports that they go to. */
const watch = `
  const gl = canvas.getContext('webgl2')
  const drawn = { count: 0, sizes: [] }
  const viewport = [0, 0]
  const setViewport = gl.viewport.bind(gl)
  gl.viewport = (x, y, w, h) => { viewport.splice(0, 2, w, h); setViewport(x, y, w, h) }
  for (const name of ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']) {
    const draw = gl[name].bind(gl)
    gl[name] = (...parts) => {
      drawn.count++
      drawn.sizes.push(viewport.join('×'))
      draw(...parts)
    }
  }
  /** Draws a frame of the session without hands and board, and returns its drawings. */
  const watchFrame = async (entered) => {
    await shootAlone(entered)
    Object.assign(drawn, { count: 0, sizes: [] })
    await headset.waitFrames(entered.session, 1)
    return { count: drawn.count, sizes: [...drawn.sizes] }
  }
`

describe('a frame of a session', () => {
  it.each([
    ['mesh', 'tools.makeKnot()', 0],
    ['volume', 'makeBall()', 2],
  ] as const)(
    'of a %s draws as often as one of the page for each eye, and a volume before',
    async (_, result, before) => {
      const [ofPage, ofSession] = await run<[number, number]>(`${watch}
      stage.apply(tools.display({ box: true }))
      await stage.show(${result})
      stage.orbit(0.1, 0)
      await stage.screenshot()
      drawn.count = 0
      const { frames } = told
      stage.resize(${width}, ${height - 20}, 1)
      const ofPage = drawn.count / (told.frames - frames)
      const entered = await headset.enter(stage)
      const { count } = await watchFrame(entered)
      await leave(entered)
      return [ofPage, count]`)
      expect(ofPage).toBeGreaterThan(1)
      expect(ofSession).toBe(2 * ofPage + before)
    },
  )

  it("gives a volume a third of an eye's pixels, whatever their number, and all to the rest", async () => {
    const { sizes, textures } = await run<{ sizes: string[][]; textures: number[] }>(`${watch}
      stage.apply(tools.display({ axes: false }))
      await stage.show(makeBall())
      const entered = await headset.enter(stage)
      const layer = entered.session.renderState.baseLayer
      const own = layer.getViewport.bind(layer)
      const [sizes, textures] = [[], []]
      for (const part of [1, 0.5, 1 / ${width}, 1]) {
        layer.getViewport = (view) => {
          const { x, y, width, height } = own(view)
          return { x, y, width: Math.max(1, part * width), height: Math.max(1, part * height) }
        }
        sizes.push((await watchFrame(entered)).sizes)
        textures.push(held.Texture)
      }
      await leave(entered)
      return { sizes, textures }`)
    expect(sizes).toEqual([
      ['139×139', '139×139', '240×240', '240×240'],
      ['69×69', '69×69', '120×120', '120×120'],
      ['1×1', '1×1', '1×1', '1×1'],
      ['139×139', '139×139', '240×240', '240×240'],
    ])
    expect(new Set(textures).size).toBe(1)
  })
})

/** Returns the pixels of an eye at which a picture has something opaque. */
function listOpaque({ data, width: columns, height: rows }: Eyes): number[] {
  return Array.from({ length: columns * rows }, (_, i) => i).filter((i) => (data[4 * i + 3] ?? 0) === 255)
}

/** Returns how many of these pixels differ between two pictures, in any channel. */
function countOther(a: Eyes, b: Eyes, pixels: readonly number[]): number {
  return pixels.filter((i) => [0, 1, 2, 3].some((part) => a.data[4 * i + part] !== b.data[4 * i + part]))
    .length
}

describe('a volume of few pixels', () => {
  it('is behind a hand before it, whose pixels stay as they are, and before one behind it', async () => {
    const shots = await run<string[]>(`
      stage.look({ target: [0, 0, 0], offset: [0, -30, 0] })
      stage.apply(tools.display({ axes: false }))
      await stage.show(makeBlock())
      const entered = await headset.enter(stage)
      const { stand } = entered.scene
      const { low, high } = entered.scene.box()
      const middle = new headset.Vector3(...low.map((part, i) => (part + high[i]) / 2))
      const { x, y, z } = middle.applyMatrix4(stand.matrixWorld)
      const { right } = device.controllers
      right.quaternion.set(Math.SQRT1_2, 0, 0, Math.SQRT1_2) // its ray goes up
      const shots = []
      for (const at of [[9, 9, 9], [x, y, z + 0.3], [x, y, z - 0.3]])
        for (const isShown of [false, true]) {
          right.position.set(...at)
          stand.visible = isShown
          shots.push(await headset.shoot(entered))
        }
      await leave(entered)
      return shots`)
    const [empty, volume, hand, before, handBehind, behind] = shots.map(toEyes)
    if (!empty || !volume || !hand || !before || !handBehind || !behind)
      throw new Error('Six were asked for.')
    const furniture = new Set(listOpaque(empty))
    const ofVolume = new Set(listOpaque(volume).filter((i) => !furniture.has(i)))
    const crossing = (picture: Eyes): number[] =>
      listOpaque(picture).filter((i) => !furniture.has(i) && ofVolume.has(i))
    expect(crossing(hand).length).toBeGreaterThan(100)
    expect(countOther(before, hand, crossing(hand))).toBe(0)
    expect(countOther(before, volume, crossing(hand))).toBe(crossing(hand).length)
    expect(crossing(handBehind).length).toBeGreaterThan(50)
    expect(countOther(behind, volume, crossing(handBehind))).toBe(0)
  })

  it('fades out at its edges, and has no darker ones', async () => {
    const shot = await run<string>(`
      stage.apply(tools.display({ axes: false, rendering: 'maximum', colormap: 'grey', window: [0, 1] }))
      await stage.show(makeBlock())
      const entered = await headset.enter(stage)
      const shot = await shootAlone(entered)
      await leave(entered)
      return shot`)
    const { data } = toEyes(shot)
    const edges = Array.from({ length: data.length / 4 }, (_, i) => 4 * i).filter((at) => {
      const opacity = data[at + 3] ?? 0
      return opacity > 25 && opacity < 230
    })
    expect(edges.length).toBeGreaterThan(100)
    expect(Math.min(...edges.map((at) => data[at] ?? 0))).toBeGreaterThan(240)
  })

  it('is given up with a lost context, and is back on the page', async () => {
    const isBack = await run<boolean>(`
      stage.apply(tools.display({}))
      await stage.show(makeBall())
      const before = await tools.toBase64(await stage.screenshot())
      const entered = await headset.enter(stage)
      const lost = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      const on = (name) => new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }))
      const [gone, back] = [on('webglcontextlost'), on('webglcontextrestored')]
      lost.loseContext()
      await gone
      setTimeout(() => lost.restoreContext(), 0)
      await entered.ended
      await back
      return before === (await tools.toBase64(await stage.screenshot()))`)
    expect(isBack).toBe(true)
  })

  it('leaves nothing on the card', async () => {
    const counts = await run<object[]>(`
      stage.apply(tools.display({}))
      await stage.show(makeBall())
      const counts = []
      for (let round = 0; round < 3; round++) {
        const entered = await headset.enter(stage)
        await leave(entered)
        await stage.screenshot()
        counts.push({ ...held })
      }
      return counts`)
    expect(counts[2]).toEqual(counts[1]) // programs of the first are kept
  })
})

describe('a scene', () => {
  it('has its volumes around opaque parts, and these before and within them', async () => {
    const shots = await run<string[]>(`
      stage.look({ target: [0, 0, 0], offset: [0, -30, 0] })
      stage.apply(tools.display({ axes: false, shading: 'none', density: 0.01 }))
      const size = 16
      const data = new Uint8Array(size ** 3).fill(200)
      data[0] = 0
      const side = (z) => Float32Array.of(0, -0.1, z, size, -0.1, z, size, -0.1, z + 4, 0, -0.1, z + 4)
      const mesh = { type: 'mesh', vertices: side(6), indices: Uint32Array.of(0, 1, 2, 0, 2, 3) }
      const fog = { type: 'volume', dtype: 'uint8', shape: [size, size, size], data }
      const look = { color: [255, 0, 0] }
      const place = [[1, 0, 0, 0], [0, 1, 0, size / 2], [0, 0, 1, 0]]
      const scenes = [
        { fog },
        { wall: { ...mesh, look } },
        { fog, wall: { ...mesh, look, place } },
        { fog, wall: { ...mesh, look } },
        { fog, wall: { ...mesh, look: { ...look, opacity: 0.5 } } },
      ]
      const shots = []
      for (const parts of scenes) {
        await stage.show(tools.prepare({ type: 'scene', parts }))
        const entered = await headset.enter(stage)
        shots.push(await shootAlone(entered))
        await leave(entered)
      }
      return shots`)
    // The red pixels of the first eye, and by how much they are redder than green, in the mean.
    const measured = shots.map((shot) => {
      const { data, width: columns, height: rows } = toEyes(shot)
      const reds = Array.from({ length: columns * rows }, (_, i) => i).filter((i) => {
        const [red = 0, green = 0] = [data[4 * i], data[4 * i + 1]]
        return i % columns < columns / 2 && red > green + 30
      })
      const sum = reds.reduce((total, i) => total + (data[4 * i] ?? 0) - (data[4 * i + 1] ?? 0), 0)
      return { count: reds.length, red: sum / reds.length }
    })
    const [fog, wall, within, before, clear] = measured
    expect(fog?.count).toBe(0)
    expect(wall?.count).toBeGreaterThan(500)
    expect(before?.red).toBeGreaterThan(200)
    expect(within?.count).toBeGreaterThan(300)
    expect(within?.red).toBeLessThan(0.7 * (before?.red ?? 0))
    expect(clear?.red).toBeLessThan(0.9 * (before?.red ?? 0))
  })
})
