/** Images as SwiftShader draws them. */
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { expectGolden } from './goldens.ts'
import { type Harness, openHarness, shoot } from './harness/open-harness.ts'
import type { Shot } from './harness/views.ts'

const browser = useBrowser()
let harness: Harness
beforeAll(async () => {
  harness = await openHarness(browser(), 'views.ts')
})
afterAll(async () => {
  harness?.expectClean()
})

const goldens: { readonly [name: string]: Shot } = {
  'image-grey8': { picture: 'grey8' },
  'image-grey16-window': {
    picture: 'grey16',
    display: { window: [10_000, 50_000], colormap: 'magma', isInverted: true },
  },
  'image-grey-alpha8': { picture: 'greyAlpha8', display: { colormap: 'grey' } },
  'image-rgb8': { picture: 'rgb8' },
  'image-rgba8': { picture: 'rgba8' },
  'image-rgba16': { picture: 'rgba16' },
  'image-near': { picture: 'grey8', zoom: 6 },
  'image-clipped': {
    picture: 'rgb16',
    planes: [
      [1, 0, 0, -20],
      [0, 1, 0, -10],
      [0, -1, 0, 40],
    ],
  },
}

describe('an image', () => {
  it.each(Object.entries(goldens))('is drawn as in the golden %s', async (name, shot) => {
    await expectGolden(harness.page, name, await shoot(harness, shot))
  })

  it('of 16 bits shows all of them in a narrow window', async () => {
    const window = [60_000, 60_190] as const
    const { data } = decode(
      await shoot(harness, { picture: 'fineRamp', display: { window, colormap: 'grey' } }),
    )
    const reds = new Set(data.filter((_, i) => i % 4 === 0))
    expect(reds.size).toBeGreaterThanOrEqual(64)
  })

  it('is the mean of its pixels where it is small', async () => {
    const { data, width, channels } = decode(
      await shoot(harness, { picture: 'large', display: { colormap: 'grey' } }),
    )
    const at = (x: number, y: number): number => data[(y * width + x) * channels] ?? 0
    // The check of 8 pixels has a contrast of 51, and 6.25 pixels are one here.
    const steps = Array.from({ length: 100 }, (_, i) => Math.abs(at(40 + i, 70) - at(41 + i, 70)))
    expect(Math.max(...steps)).toBeGreaterThan(10)
    expect(steps.some((step) => step > 0 && step < 45)).toBe(true)
  })

  it('leaves nothing on the card', async () => {
    const before = await harness.page.evaluate('countTextures()')
    await shoot(harness, { picture: 'rgb8' })
    expect(await harness.page.evaluate('countTextures()')).toBe(before)
  })
})
