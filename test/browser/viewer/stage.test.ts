/** The stage in a real browser: meshes and clouds as pictures, and what happens around them. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CameraPose } from '../../../core/contract/look/camera-pose.ts'
import type { Hit } from '../../../core/viewer/stage/hit.ts'
import { useBrowser } from '../use-browser.ts'
import { compareGolden, expectGolden } from './goldens.ts'
import { openStage } from './harness/open-stage.ts'

// Small, because a processor draws here.
const [width, height] = [192, 144]
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
})
beforeEach(async () => {
  await page.evaluate(([w, h]) => void Object.assign(globalThis, tools.open(w, h)), [width, height] as const)
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** Runs in the page, where `stage`, `told`, `canvas` and `tools` are, and returns the picture after that. */
async function draw(script: string): Promise<Uint8Array> {
  const text = await page.evaluate<string>(
    `(async () => { ${script}; return await tools.toBase64(await stage.screenshot()) })()`,
  )
  return Buffer.from(text, 'base64')
}

/** Waits until no frame was drawn for three of the browser's, and the last one is sharp. */
async function settle(): Promise<void> {
  await page.evaluate(`(async () => {
    const next = () => new Promise(requestAnimationFrame)
    for (let still = 0, before = told.frames; still < 3; before = told.frames) {
      await next()
      still = told.frames === before && !told.isQuick ? still + 1 : 0
    }
  })()`)
}

describe('a picture', () => {
  it.each([
    ['mesh', '', 'tools.makeKnot()'],
    ['mesh-flat-wireframe', "shading: 'flat', wireframe: true", 'tools.makeKnot({ along: 40, around: 8 })'],
    ['mesh-colors', 'axes: false', 'tools.makeKnot({ hasColors: true })'],
    [
      'mesh-clipped',
      'box: true, slabs: [[0, 1], [0.45, 1], [0, 0.7]]',
      'tools.makeKnot({ along: 80, around: 12 })',
    ],
    ['mesh-y-up', "up: 'y', plane: { normal: [0, 0, -1], offset: 0 }", 'tools.makeKnot()'],
    [
      'mesh-hard-edges',
      "edges: true, solidColor: 'terracotta', roughness: 0.25",
      'tools.prepare(tools.makeBox(0))',
    ],
    [
      'mesh-scalars',
      'axes: false, window: [0, 6]',
      'tools.prepare({ ...tools.makeBox(0), scalars: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7) })',
    ],
    [
      'mesh-orthographic',
      "projection: 'orthographic', box: true",
      'tools.makeKnot({ along: 80, around: 12 })',
    ],
    [
      'volume-orthographic',
      "projection: 'orthographic', box: true, axes: false, rendering: 'isosurface', isovalue: [0.5]",
      `tools.prepare({ type: 'volume', dtype: 'float32', shape: [2, 4, 8], data:
        Float32Array.from({ length: 64 }, (_, i) => i >> 3 & 1) })`,
    ],
    ['mesh-transparent', "meshOpacity: 0.35, solidColor: 'blue'", 'tools.makeKnot()'],
    ['cloud-scalars', "colormap: 'magma', window: [-8, 12]", 'tools.makeCloud(6000)'],
    ['cloud-colors', 'pointSize: 7', 'tools.makeCloud(1500, { hasColors: true })'],
    ['cloud-plain-clipped', "colorBy: 'plain', slabs: [[0, 0.5], [0, 1], [0, 1]]", 'tools.makeCloud(6000)'],
  ])('is drawn as it was: %s', async (name, display, prepared) => {
    const png = await draw(`stage.apply(tools.display({ ${display} })); await stage.show(${prepared})`)
    await expectGolden(page, name, png)
  })

  it('differs from the golden of another one', async () => {
    const png = await draw(
      "stage.apply(tools.display({ shading: 'flat' })); await stage.show(tools.makeKnot())",
    )
    expect(await compareGolden('mesh', png)).toMatch(/^\d{3,} pixels differ, and no more than 27 may$/)
    expect(await compareGolden('of-nothing', png)).toBe('there is no golden')
  })

  it('is the same far from the origin, with its lines, its marks and what is under the pointer', async () => {
    const script = (far: number) => `
      const far = ${far}
      stage.apply(tools.display({ box: true, plane: { normal: [0, -1, 0], offset: 0.3 } }))
      await stage.show(tools.prepare(tools.makeBox(far)))
      stage.mark([[far, far, far + 1], [far + 1, far, far + 1]])`
    const near = await draw(script(0))
    await page.evaluate('stage.clear()')
    expect(await draw(script(2 ** 20))).toEqual(near)
    const hit = await page.evaluate<Hit>('stage.pick(96, 72)')
    const { x, y } = await page.evaluate<{ x: number; y: number }>(
      `stage.project(${JSON.stringify(hit.place)})`,
    )
    expect([x, y]).toEqual([expect.closeTo(96, 3), expect.closeTo(72, 3)])
  })

  it('has marks above everything, and the same for the same pose', async () => {
    const script = `stage.look({ target: [0, 0, 0], offset: [0, -12, 9] })
      await stage.show(tools.makeKnot())
      stage.mark([[0, 0, -1], [2, 1, 0], [-2, 2, 0]])`
    const png = await draw(script)
    await expectGolden(page, 'marks', png)
    expect(await draw('')).toEqual(png)
  })
})

describe('frames', () => {
  const frames = () => page.evaluate<number>('told.frames')

  it('are drawn while something changes, and none on an idle page', async () => {
    await draw('await stage.show(tools.makeKnot())')
    await settle()
    const before = await frames()
    await page.evaluate('stage.orbit(0.4, 0.1)')
    await settle()
    expect(await frames()).toBeGreaterThan(before + 1)
    expect(await page.evaluate('told.cameras.length')).toBe(1)
  })

  it('of a volume have fewer pixels while the camera moves, and all of them when it rests', async () => {
    await page.evaluate('stage.show(tools.makeLargeVolume(200))')
    await settle()
    await page.evaluate(`(async () => {
      globalThis.widths = []
      new MutationObserver(() => widths.push(canvas.width)).observe(canvas, { attributeFilter: ['width'] })
      stage.orbit(0.4, 0.1)
    })()`)
    await settle()
    const widths = await page.evaluate<number[]>('widths')
    expect(Math.min(...widths)).toBeLessThanOrEqual(width * 0.6)
    expect(widths.at(-1)).toBe(width)
    expect(await page.evaluate('canvas.width')).toBe(width)
  })

  it('are never empty between one result and the next, and a camera that was moved stays', async () => {
    const shown = await page.evaluate<{ filled: number[]; moved: boolean }>(`(async () => {
      const gl = canvas.getContext('webgl2')
      const filled = []
      const look = () => {
        const pixels = new Uint8Array(4 * canvas.width * canvas.height)
        gl.readPixels(0, 0, canvas.width, canvas.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels)
        filled.push(pixels.filter((value, i) => i % 4 === 3 && value > 0).length)
      }
      await stage.show(tools.makeKnot())
      stage.zoom(1)
      look()
      const pose = JSON.stringify(stage.project([1, 1, 1]))
      await stage.show(tools.makeKnot({ scale: 0.5 }))
      look()
      await stage.show(tools.makeCloud(500))
      look()
      return { filled, moved: JSON.stringify(stage.project([1, 1, 1])) !== pose }
    })()`)
    expect(Math.min(...shown.filled)).toBeGreaterThan(300)
    expect(shown.filled[1]).toBeLessThan((shown.filled[0] ?? 0) / 2)
    expect(shown.moved).toBe(false)
  })
})

describe('the camera', () => {
  const poses = () => page.evaluate<CameraPose[]>('told.cameras')
  const last = async () => (await poses()).at(-1) ?? expect.fail('The camera was not moved.')

  beforeEach(async () => void (await draw('await stage.show(tools.makeKnot())')))

  it('is turned, moved and brought nearer by the mouse', async () => {
    await page.mouse.move(90, 70)
    await page.mouse.down()
    await page.mouse.move(110, 70)
    await page.mouse.up()
    await settle()
    const turned = await last()
    expect(Math.hypot(...turned.target)).toBeLessThan(0.5) // the middle of its box
    await page.mouse.down({ button: 'right' })
    await page.mouse.move(110, 90)
    await page.mouse.up({ button: 'right' })
    await settle()
    const moved = await last()
    expect(moved.offset).toEqual(turned.offset)
    expect(moved.target[2]).toBeGreaterThan(0.5)
    await page.mouse.wheel(0, -200)
    await settle()
    const near = await last()
    expect(Math.hypot(...near.offset)).toBeCloseTo(Math.hypot(...moved.offset) * Math.exp(-0.3))
  })

  it('keeps what is under two fingers under them', async () => {
    const place = [1, 2, 0.5]
    const before = await page.evaluate<{ x: number; y: number }>(`stage.project(${JSON.stringify(place)})`)
    await page.evaluate(`(() => {
      const touch = (type, pointerId, x, y) =>
        canvas.dispatchEvent(new PointerEvent(type, { pointerId, pointerType: 'touch', clientX: x, clientY: y, buttons: 1 }))
      canvas.setPointerCapture = () => {} // pointers that no hand has made cannot be captured
      const { x, y } = ${JSON.stringify(before)}
      touch('pointerdown', 11, x - 20, y)
      touch('pointerdown', 12, x + 20, y)
      touch('pointermove', 11, x - 40, y)
      touch('pointermove', 12, x + 40, y)
      touch('pointerup', 11, x - 40, y)
      touch('pointerup', 12, x + 40, y)
    })()`)
    await settle()
    const after = await page.evaluate<{ x: number; y: number }>(`stage.project(${JSON.stringify(place)})`)
    expect(after.x).toBeCloseTo(before.x, -1)
    expect(after.y).toBeCloseTo(before.y, -1)
    const ratio = Math.hypot(...(await last()).offset)
    await page.evaluate('stage.look(null)')
    await settle()
    await page.evaluate('stage.orbit(0, 0)')
    await settle()
    expect(Math.hypot(...(await last()).offset) / ratio).toBeCloseTo(2, 0)
  })

  it('fits each result until it is moved, also one that another axis of points up', async () => {
    const high = async () => {
      await settle()
      return await page.evaluate<number>(`(() => {
        const corners = [[-3, -3, -1], [3, 3, 1]].map((place) => stage.project(place.map((x) => x * size)))
        return Math.abs(corners[0].y - corners[1].y)
      })()`)
    }
    await page.evaluate('globalThis.size = 1')
    const before = await high()
    await page.evaluate('globalThis.size = 40; stage.show(tools.makeKnot({ scale: 40 }))')
    expect(await high()).toBeCloseTo(before, 0)
    const { x, y } = await page.evaluate<{ x: number; y: number }>('stage.project([120, 120, 40])')
    await page.evaluate("stage.apply(tools.display({ up: 'y' })); stage.look(null)")
    await settle()
    const fitted = await page.evaluate('stage.project([120, 120, 40])')
    expect(fitted).not.toMatchObject({ x: expect.closeTo(x, 0), y: expect.closeTo(y, 0) })
    await page.evaluate('stage.look(null)')
    await settle()
    expect(await page.evaluate('stage.project([120, 120, 40])')).toEqual(fitted)
    expect(await poses()).toEqual([])
  })

  it('looks from where it is told, also before anything is shown, and does not answer its own poses', async () => {
    const pose = { target: [0.5, 0, 0], offset: [0, -9, 4] }
    await page.evaluate(
      `stage.clear(); stage.look(${JSON.stringify(pose)}); stage.clear(); stage.show(tools.makeKnot())`,
    )
    const at = await page.evaluate<{ x: number; y: number }>(`stage.project(${JSON.stringify(pose.target)})`)
    expect([at.x, at.y]).toEqual([expect.closeTo(width / 2, 6), expect.closeTo(height / 2, 6)])
    await page.evaluate('stage.orbit(0.2, 0)')
    await settle()
    const frames = await page.evaluate('told.frames')
    await page.evaluate('stage.look(told.cameras.at(-1))')
    await settle()
    expect(await page.evaluate('told.frames')).toBe(frames)
    expect(await poses()).toHaveLength(1)
  })

  it('says where it is when another axis points up', async () => {
    await page.evaluate('stage.look({ target: [0, 0, 0], offset: [3, -9, 4] })')
    await settle()
    await page.evaluate("stage.apply(tools.display({ up: 'y' }))")
    await settle()
    expect((await last()).offset).toEqual([3, 4, 9].map((value) => expect.closeTo(value)))
  })

  it('shows everything again when the canvas has another size, until somebody has moved it', async () => {
    const corner = '[3, 3, 1]'
    const at = async () => await page.evaluate<{ x: number }>(`stage.project(${corner})`)
    await page.evaluate('stage.resize(60, 144, 1)')
    expect((await at()).x).toBeLessThan(60)
    await page.evaluate('stage.zoom(0.9); stage.resize(30, 144, 1)')
    expect((await at()).x).toBeGreaterThan(30)
  })
})

describe('a screenshot of another size', () => {
  it('is joined from tiles to what the canvas shows, which stays as it is', async () => {
    const small = decode(
      await draw('stage.apply(tools.display({ box: true })); await stage.show(tools.makeKnot())'),
    )
    const factor = 11 // 2112 pixels wide, which is two tiles
    const large = await page.evaluate<number[]>(`(async () => {
      const large = await stage.screenshot(${factor * width}, ${factor * height})
      const target = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
      const context = target.getContext('2d')
      context.imageSmoothingQuality = 'high'
      context.drawImage(large, 0, 0, ${width}, ${height})
      return [...context.getImageData(0, 0, ${width}, ${height}).data]
    })()`)
    const differences = large.map((value, i) => Math.abs(value - (small.data[i] ?? 0)))
    expect(differences.filter((difference) => difference > 60).length / large.length).toBeLessThan(0.05)
    expect(await page.evaluate('[canvas.width, canvas.height]')).toEqual([width, height])
    expect(decode(await draw('')).data).toEqual(small.data)
  })
})

describe('what is under the pointer', () => {
  it('is the surface that is seen, and what is behind it when that is clipped away', async () => {
    await draw('await stage.show(tools.makeKnot()); stage.look({ target: [0, 0, 0], offset: [0, 0, 20] })')
    await settle()
    const at = async (place: string) =>
      await page.evaluate<Hit | null>(
        `(() => { const { x, y } = stage.project(${place}); return stage.pick(x, y) })()`,
      )
    const above = await at('[3, 0, 0]')
    expect(above?.place[2]).toBeGreaterThan(-0.2)
    expect(above?.index).toHaveLength(1)
    await page.evaluate('stage.apply(tools.display({ slabs: [[0, 1], [0, 1], [0, 0.4]] }))')
    const below = await at('[3, 0, 0]')
    expect(below?.place[2]).toBeLessThan((above?.place[2] ?? 0) - 0.1)
    expect(await page.evaluate('stage.pick(1, 1)')).toBeNull()
  })

  it('is a point of a cloud with its scalar', async () => {
    await draw('globalThis.cloud = tools.makeCloud(2000); await stage.show(cloud)')
    const hit = await page.evaluate<Hit>(
      '(() => { const { x, y } = stage.project([...cloud.result.points.slice(0, 3)]); return stage.pick(x, y) })()',
    )
    const index = hit.index[0] ?? -1
    expect(hit.values).toEqual([await page.evaluate(`cloud.result.scalars[${index}]`)])
    expect(hit.place).toEqual(
      await page.evaluate(`[...cloud.result.points.slice(${3 * index}, ${3 * index + 3})]`),
    )
  })
})

describe('the graphics card', () => {
  it('compiles programs beside the page where it can, and is asked for a frame when they are there', async () => {
    const asked = await page.evaluate<number[]>(`(async () => {
      const { prototype } = WebGL2RenderingContext
      const { getExtension, getProgramParameter } = prototype
      const COMPLETION_STATUS_KHR = 0x91b1
      const asked = []
      prototype.getExtension = function (name) {
        return name === 'KHR_parallel_shader_compile' ? { COMPLETION_STATUS_KHR } : getExtension.call(this, name)
      }
      prototype.getProgramParameter = function (program, name) {
        if (name !== COMPLETION_STATUS_KHR) return getProgramParameter.call(this, program, name)
        asked.push(told.frames)
        return asked.length > 3
      }
      try {
        stage.dispose()
        Object.assign(globalThis, tools.open(${width}, ${height}))
        await stage.show(tools.makeKnot())
        return [...asked.slice(0, 4), told.frames]
      } finally {
        Object.assign(prototype, { getExtension, getProgramParameter })
      }
    })()`)
    expect(asked).toEqual([0, 0, 0, 0, 1])
  })

  it('holds no more after fifty results than after one of each kind', async () => {
    const holds = async () => await page.evaluate<object>('({ ...held })')
    const show = (count: number) => `(async () => {
      for (let i = 0; i < ${count}; i++) {
        stage.mark([[0, 0, 0], [1, 1, i]])
        stage.apply(tools.display({ wireframe: true, box: true }))
        await stage.show(tools.makeKnot({ along: 20, around: 6, hasColors: true }))
      }
      for (let i = 0; i < ${count}; i++) {
        stage.mark([])
        stage.apply(tools.display({ axes: false }))
        await stage.show(tools.makeCloud(50))
      }
    })()`
    const empty = await holds()
    await page.evaluate(show(1))
    const before = await holds()
    await page.evaluate(show(25))
    expect(await holds()).toEqual(before)
    expect(before).not.toEqual(empty)
  })

  it('refuses what it has no room for with the figures, and goes on showing the result before', async () => {
    const before = await draw('await stage.show(tools.makeKnot())')
    const refused = await page.evaluate<{ code: string; message: string }>(`(async () => {
      const { prototype } = WebGL2RenderingContext
      const { getError } = prototype
      let answers = [prototype.OUT_OF_MEMORY]
      prototype.getError = function () { return answers.pop() ?? getError.call(this) }
      try {
        const result = { type: 'mesh', vertices: new Float32Array(18e6), indices: new Uint32Array(0) }
        await stage.show({ ...tools.makeKnot({ along: 3, around: 3 }), result, positions: result.vertices, indices: result.indices })
        return null
      } catch ({ code, message }) {
        return { code, message }
      } finally {
        prototype.getError = getError
      }
    })()`)
    expect(refused.code).toBe('result.too-large')
    expect(refused.message).toContain('The result takes 73 MB on the graphics card')
    expect(await draw('')).toEqual(before)
  })

  it('shows the result before until the card has all of a large volume', async () => {
    const maximum = "stage.apply(tools.display({ rendering: 'maximum', window: [0, 255] }))"
    await draw(`${maximum}; await stage.show(tools.makeLargeVolume(60))`)
    await settle()
    const before = await draw('')
    expect(await draw('globalThis.whole = stage.show(tools.makeLargeVolume(200))')).toEqual(before)
    expect(await draw('await whole')).not.toEqual(before)
  })

  it('shows the newest result only, however large the one before it', async () => {
    const before = await draw('await stage.show(tools.makeKnot())')
    const first = 'const first = stage.show(tools.makeLargeVolume(200))'
    await page.evaluate(`(async () => {
      ${first}
      globalThis.answers = await Promise.all([first, stage.show(tools.makeKnot())])
    })()`)
    expect(await page.evaluate('answers')).toEqual([false, true])
    await settle()
    expect(await draw('')).toEqual(before)
  })

  it('draws everything again when its context was lost and is back', async () => {
    const before = await draw(
      'stage.apply(tools.display({ box: true })); await stage.show(tools.makeCloud(500))',
    )
    await page.evaluate(`(async () => {
      const extension = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      const until = (type) => new Promise((resolve) => canvas.addEventListener(type, () => setTimeout(resolve), { once: true }))
      const lost = until('webglcontextlost')
      extension.loseContext()
      await lost
      const back = until('webglcontextrestored')
      extension.restoreContext()
      await back
    })()`)
    expect(await page.evaluate('told.lost')).toEqual([true, false])
    expect(await draw('')).toEqual(before)
  })

  it('may be missing, which is said with what to do', async () => {
    const refused = await page.evaluate<{ code: string; message: string }>(`(async () => {
      const { getContext } = HTMLCanvasElement.prototype
      HTMLCanvasElement.prototype.getContext = () => null
      try {
        tools.open(10, 10)
        return null
      } catch ({ code, message }) {
        return { code, message }
      } finally {
        HTMLCanvasElement.prototype.getContext = getContext
      }
    })()`)
    expect(refused.code).toBe('webgl.missing')
    expect(refused.message).toMatch(/WebGL 2.*hardware acceleration/)
  })
})

describe('a result with faults', () => {
  it.each([
    ['a mesh without triangles', 'indices: new Uint32Array(0)'],
    ['a mesh without normals', 'normals: undefined'],
    [
      'a mesh without anything',
      'vertices: new Float32Array(0), indices: new Uint32Array(0), normals: undefined',
    ],
    ['a mesh with NaN', 'vertices: mesh.result.vertices.map((value, i) => (i % 50 ? value : NaN))'],
  ])('is drawn as far as it goes: %s', async (_, changes) => {
    await draw(`
      const mesh = tools.makeKnot({ along: 30, around: 8 })
      stage.apply(tools.display({ wireframe: true, edges: true, box: true }))
      await stage.show(tools.prepare({ ...mesh.result, ${changes} }))
      stage.pick(90, 70)`)
    await settle()
  })
})

describe('the first frame of a volume', () => {
  const show = 'stage.show(tools.makeLargeVolume(200))'

  it('is as coarse as one that turns, and a sharp one follows without a request', async () => {
    const first = await page.evaluate(`${show}.then(() => [told.isQuick, canvas.width])`)
    expect(first).toEqual([true, Math.floor(0.43 * width)])
    await settle()
    expect(await page.evaluate('[told.isQuick, canvas.width]')).toEqual([false, width])
  })

  it('comes again with another size, and when it is fitted again', async () => {
    await page.evaluate(show)
    await settle()
    for (const change of ['stage.resize(160, 120, 1)', 'stage.look(null)']) {
      expect(await page.evaluate(`${change}; told.isQuick`)).toBe(true)
      await settle()
    }
    expect(await page.evaluate('canvas.width')).toBe(160)
  })

  it('is sharp of a mesh, which no frame is quicker of', async () => {
    expect(await page.evaluate('stage.show(tools.makeKnot()).then(() => told.isQuick)')).toBe(false)
    expect(await page.evaluate('canvas.width')).toBe(width)
  })
})

it('shows a content as before when the one beside it is taken away', async () => {
  const places = async () => {
    await settle()
    return await page.evaluate('[[0, 0, 0], [3, 4, 5]].map((place) => stage.project(place))')
  }
  await page.evaluate('globalThis.block = tools.makeLargeVolume(200)')
  await page.evaluate('stage.show(block)')
  const alone = await places()
  const beside = '{ ...block, second: { prepared: tools.makeKnot(), note: "", overlay: null } }'
  await page.evaluate(`stage.show(${beside})`)
  expect(await places()).not.toEqual(alone)
  await page.evaluate('stage.show(block)')
  expect(await places()).toEqual(alone)
})

describe('colours of values', () => {
  // The last of viridis (S. van der Walt and N. Smith, 2015), as the colour bar has it.
  const yellow = [253, 231, 37]
  const cloud =
    'stage.show(tools.prepare({ type: "point_cloud", scalars: new Float32Array(60).fill(7),' +
    ' points: Float32Array.from({ length: 180 }, (_, i) => Math.floor(i / 3) % 20) }))'
  const box = 'stage.show(tools.prepare({ ...tools.makeBox(0), scalars: new Float32Array(8).fill(7) }))'
  const drawn = async (show: string, display: string): Promise<readonly number[][]> => {
    const shown = `stage.apply(tools.display({ axes: false, window: [0, 7], ${display} }))`
    const { data } = decode(await draw(`${shown}; await ${show}`))
    const pixels = Array.from({ length: data.length / 4 }, (_, i) =>
      Array.from(data.subarray(4 * i, 4 * i + 4)),
    )
    return pixels.filter((pixel) => pixel[3] === 255).map((pixel) => pixel.slice(0, 3))
  }

  it.each([
    ['mesh', box],
    ['cloud of points', cloud],
  ])('are those of the bar on an unlit %s', async (_, show) => {
    const pixels = await drawn(show, "shading: 'none', pointSize: 12")
    expect(pixels.length).toBeGreaterThan(100)
    expect([...new Set(pixels.map(String))]).toEqual([`${yellow}`])
  })

  it('are no darker than 0.8 of it on shaded points, near or far', async () => {
    const pixels = await drawn(cloud, 'pointSize: 12')
    const least = pixels.map((pixel) => Math.min(...[0, 1].map((i) => (pixel[i] ?? 0) / (yellow[i] ?? 1))))
    expect(pixels.length).toBeGreaterThan(100)
    expect(Math.min(...least)).toBeGreaterThanOrEqual(0.79)
  })
})
