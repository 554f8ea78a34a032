/** What a scene costs the card, and that it changes nothing of what is drawn alone. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Hit } from '../../../core/viewer/stage/hit.ts'
import { itAtLength } from '../../support/at-length.ts'
import { useBrowser } from '../use-browser.ts'
import type { Held } from './harness/count-held.ts'
import { openStage } from './harness/open-stage.ts'

const size = 200
const browser = useBrowser()
let page: Page
let faults: string[]

beforeAll(async () => {
  const opened = await openStage(browser())
  page = opened.page
  faults = opened.faults
})
beforeEach(async () => {
  await page.evaluate((edge) => void Object.assign(globalThis, tools.open(edge, edge)), size)
  await page.evaluate('globalThis.make = (name) => tools.prepare(tools.scenes[name].make())')
})
afterEach(async () => {
  await page.evaluate('stage.dispose()')
  expect(faults).toEqual([])
})

/** Shows what an expression of the page says, and returns its picture: four bytes a pixel, opacity multiplied in. */
async function show(source: string, display = ''): Promise<Uint8Array> {
  await page.evaluate(`(async () => {
    const prepared = ${source}
    stage.clear() // the next camera is in its place at once
    stage.apply(tools.display({ axes: false, colormap: null, ${display} }), prepared.bounds)
    if (globalThis.pose) stage.look(globalThis.pose)
    await stage.show(prepared)
  })()`)
  return await shoot()
}

async function shoot(): Promise<Uint8Array> {
  const text = await page.evaluate('stage.screenshot().then(tools.toBase64)')
  const { data } = decode(Buffer.from(String(text), 'base64'))
  return Uint8Array.from(data, (byte, i) =>
    i % 4 === 3 ? byte : (byte * (data[i - (i % 4) + 3] ?? 0)) / 255,
  )
}

/** Returns the largest difference of a channel. */
function compare(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((most, byte, i) => Math.max(most, Math.abs(byte - (other[i] ?? 0))), 0)
}

const countTargets = async () => (await page.evaluate<Held>('held')).Framebuffer

describe('a scene', () => {
  it.each([
    ['direct', ''],
    ['maximum', 'rendering: "maximum"'],
    ['isosurface', 'rendering: "isosurface"'],
    ['parallel', 'projection: "orthographic"'],
    ['cut', 'slabs: [[0, 0.4], [0, 1], [0.2, 1]]'],
  ])('of one volume has the pixels of that volume: %s', async (_, display) => {
    const alone = await show('make("volume alone").parts[0].prepared', display)
    const scene = await show('make("volume alone")', display)
    expect(alone.some((byte) => byte > 100)).toBe(true)
    // A ray's places differ by the last bits of their numbers, and a few rays pass a surface by.
    const off = alone.filter((byte, i) => Math.abs(byte - (scene[i] ?? 0)) > 4).length
    expect(off).toBeLessThan(alone.length / 1000)
  })

  it('of one opaque mesh has the pixels of that mesh, and no target', async () => {
    const before = await countTargets()
    const alone = await show('make("plain mesh").parts[0].prepared')
    const scene = await show('make("plain mesh")')
    expect(alone.some((byte) => byte > 100)).toBe(true)
    expect(compare(alone, scene)).toBe(0)
    expect(await countTargets()).toBe(before)
  })

  it('frees its targets with it, and after a part that let light through is gone', async () => {
    const before = await page.evaluate<Held>('({ ...held })')
    await show('make("two shells in a volume")')
    expect((await page.evaluate<Held>('held')).Framebuffer).toBeGreaterThan(before.Framebuffer ?? 0)
    await page.evaluate('stage.clear()')
    const after = await page.evaluate<Held>('({ ...held })')
    expect(after.Framebuffer).toBe(before.Framebuffer)
    expect(after.Texture).toBeLessThanOrEqual((before.Texture ?? 0) + 1) // three's own empty ones
  })

  it('is drawn as before when a part is off and on again', async () => {
    const name = 'make("skin of 0.35 over a volume")'
    const before = await show(name)
    const without = await show(name, 'parts: [{ name: "skin", opacity: 0 }]')
    const whole = await show(name, 'parts: [{ name: "skin", opacity: 1 }]')
    expect(compare(before, without)).toBeGreaterThan(20)
    expect(compare(before, whole)).toBeGreaterThan(20)
    expect(compare(before, await show(name))).toBe(0)
  })

  it('is the same after its card was away', async () => {
    const before = await show('make("two shells in a volume")')
    await page.evaluate(`(async () => {
      const loss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context')
      const until = async (isLost) => { while (told.lost.at(-1) !== isLost) await new Promise(requestAnimationFrame) }
      loss.loseContext()
      await until(true)
      loss.restoreContext()
      await until(false)
    })()`)
    expect(compare(before, await shoot())).toBe(0)
    faults.length = 0 // the browser tells of the loss
  })

  it('is hit at the nearest thing of a ray', async () => {
    await show('make("skin of 0.35 over a volume")')
    const pick = (): Promise<Hit | null> => page.evaluate<Hit | null>(`stage.pick(${size / 2}, ${size / 2})`)
    expect((await pick())?.part).toBe('skin')
    await show('make("skin of 0.35 over a volume")', 'parts: [{ name: "skin", opacity: 0 }]')
    expect((await pick())?.part).toBe('scan')
  })

  /** Returns the largest mean change from one to the next picture of a camera that goes round in 72 steps. */
  async function goRound(display: string): Promise<number> {
    const pictures: Uint8Array[] = []
    for (let step = 0; step < 72; step++) {
      const turn = (step * Math.PI) / 36
      const offset = [4 * Math.cos(turn), 4 * Math.sin(turn), 1.6]
      await page.evaluate(`globalThis.pose = { target: [0, 0, 0], offset: ${JSON.stringify(offset)} }`)
      pictures.push(await show('turning', display))
    }
    const changes = pictures.map((picture, i) => {
      const next = pictures[(i + 1) % pictures.length] ?? picture
      return picture.reduce((sum, byte, at) => sum + Math.abs(byte - (next[at] ?? 0)), 0) / picture.length
    })
    return Math.max(...changes)
  }

  itAtLength('shows no jump to a camera that goes round', async () => {
    await page.evaluate(`(() => {
      stage.dispose()
      Object.assign(globalThis, tools.open(80, 80), { turning: make("places that turn") })
    })()`)
    const alone = await goRound('parts: [{ name: "skin", opacity: 0 }, { name: "core", opacity: 0 }]')
    expect(alone).toBeGreaterThan(0.1)
    expect(await goRound('')).toBeLessThan(1.5 * alone)
  })
})
