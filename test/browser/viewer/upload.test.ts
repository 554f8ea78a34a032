/** Large meshes, clouds and images, which go to the card in pieces. */
import type { Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { openStage } from './harness/open-stage.ts'

const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
  // Behind what the small ones have stand places that no triangle has, and points in the place of the first.
  await page.evaluate(`
    globalThis.lengthen = (array, length) => {
      const longer = new array.constructor(length)
      for (let i = 0; i < length; i++) longer[i] = array[i % array.length]
      return longer
    }
    globalThis.makeLarge = (mesh) => {
      const { vertices, colors, indices } = mesh.result
      const length = 3 * 400_000
      const result = { ...mesh.result, vertices: lengthen(vertices, length) }
      if (colors) result.colors = lengthen(colors, length)
      result.indices = new Uint32Array(2_400_000) // 9.6 MB, of which all but the first are no triangles
      result.indices.set(indices)
      return tools.prepare({ ...result, normals: lengthen(mesh.normals, length) })
    }
    globalThis.makeLargeCloud = (cloud) => {
      const { points, scalars } = cloud.result
      const count = 1_200 * scalars.length
      const result = { ...cloud.result, points: lengthen(points, 3 * count), scalars: lengthen(scalars, count) }
      return { ...cloud, result, positions: result.points }
    }
    `)
})
beforeEach(async () => {
  await page.evaluate('globalThis.stage?.dispose(); Object.assign(globalThis, tools.open(192, 144))')
})

/** Runs in the page, and returns the picture after that. */
async function draw(script: string): Promise<string> {
  return await page.evaluate<string>(
    `(async () => { ${script}; return await tools.toBase64(await stage.screenshot()) })()`,
  )
}

describe('what goes to the card in pieces', () => {
  it.each([
    ['a mesh', '', 'tools.makeKnot()', 'makeLarge'],
    ['a mesh with colours', '', 'tools.makeKnot({ hasColors: true })', 'makeLarge'],
    ['a wireframe', 'wireframe: true', 'tools.makeKnot({ along: 40, around: 8 })', 'makeLarge'],
    ['points', 'colormap: "magma"', 'tools.makeCloud(500)', 'makeLargeCloud'],
  ])('is drawn as what goes at once: %s', async (_name, display, small, enlarge) => {
    await page.evaluate(`stage.apply(tools.display({ ${display} }))`)
    const wanted = await draw(`await stage.show(${small})`)
    await page.evaluate('stage.clear()')
    const empty = await draw('')
    const found = await draw(`await stage.show(${enlarge}(${small}))`)
    expect(found === wanted).toBe(true)
    expect(found === empty).toBe(false)
    expect(faults).toEqual([])
  })

  it.each([
    ['grey', 1, 4000],
    ['with alpha', 2, 2400],
    ['RGB, which the card gets as RGBA', 3, 2000],
  ])('is drawn as what goes at once: an image, %s', async (_name, channels, side) => {
    const make = (edge: number) => `(() => {
      const [side, channels] = [${edge}, ${channels}]
      const data = new Uint8Array(side * side * channels)
      // Eight bands, each brighter than the one before, and other ones on the right.
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++)
          data.fill(31 * Math.floor((8 * y) / side) + 20 * Number(2 * x >= side), (y * side + x) * channels, (y * side + x + 1) * channels)
      const result = { type: 'image', width: side, height: side, channels, dtype: 'uint8', data }
      return { type: 'image', result, bounds: { low: [0, 0, 0], high: [side, side, 0] }, range: [0, 255] }
    })()`
    const wanted = await draw(`await stage.show(${make(8)})`)
    await page.evaluate('stage.clear()')
    const empty = await draw('')
    const found = await draw(`await stage.show(${make(side)})`)
    expect(found === wanted).toBe(true)
    expect(found === empty).toBe(false)
    expect(faults).toEqual([])
  })

  it('leaves the result before on the screen until all of it is there, and is dropped for a newer one', async () => {
    const before = await draw('await stage.show(tools.makeCloud(500))')
    const [during, after] = await page.evaluate<[string, string]>(`(async () => {
      const whole = stage.show(makeLarge(tools.makeKnot()))
      const during = await tools.toBase64(await stage.screenshot())
      await whole
      return [during, await tools.toBase64(await stage.screenshot())]
    })()`)
    expect([during === before, after === before]).toEqual([true, false])
    await draw('stage.show(makeLarge(tools.makeKnot())); await stage.show(tools.makeCloud(500))')
    // The camera goes there with ease.
    await expect.poll(async () => (await draw('')) === before).toBe(true)
    expect(faults).toEqual([])
  })

  it('is there again when the context was lost and is back, also on its way', async () => {
    const wanted = await draw('await stage.show(tools.makeKnot())')
    const lose = `
      const { lost } = told
      const context = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      context.loseContext()
      while (lost.length < 1) await new Promise((resolve) => setTimeout(resolve))
      context.restoreContext()
      while (lost.length < 2) await new Promise((resolve) => setTimeout(resolve))`
    const found = await draw(`const whole = stage.show(makeLarge(tools.makeKnot())); ${lose}; await whole`)
    expect(found === wanted).toBe(true)
    expect(faults.filter((fault) => !fault.includes('Context Lost'))).toEqual([])
  })
})
