/** Volumes as SwiftShader draws them. */
import { decode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../use-browser.ts'
import { expectGolden } from './goldens.ts'
import { type Harness, openHarness, shoot } from './harness/open-harness.ts'
import type { PictureName } from './harness/pictures.ts'
import type { Shot } from './harness/views.ts'

const browser = useBrowser()
let harness: Harness
beforeAll(async () => {
  harness = await openHarness(browser(), 'views.ts')
})
afterAll(async () => {
  harness?.expectClean()
})

/** Returns how many channels of two pictures differ by more than `tolerance` of 255. */
async function countDifferences(one: Shot, other: Shot, tolerance: number): Promise<number> {
  const a = decode(await shoot(harness, one)).data
  const b = decode(await shoot(harness, other)).data
  return Array.from(a).filter((value, i) => Math.abs(value - (b[i] ?? 0)) > tolerance).length
}

const corner = [
  [1, 0, 0, -12],
  [0, Math.SQRT1_2, Math.SQRT1_2, -14],
] as const

const goldens: { readonly [name: string]: Shot } = {
  'volume-direct': { picture: 'float32', box: true },
  'volume-direct-window': {
    picture: 'uint8',
    display: { window: [60, 140], colormap: 'coolwarm', isInverted: true, density: 2 },
  },
  'volume-direct-clipped': { picture: 'gyroid', planes: corner },
  'volume-maximum': { picture: 'int16', box: true, display: { rendering: 'maximum', colormap: 'inferno' } },
  'volume-isosurface': {
    picture: 'float32',
    box: true,
    display: { rendering: 'isosurface', isovalue: [0.2] },
  },
  'volume-isosurface-clipped': {
    picture: 'gyroid',
    planes: corner,
    display: { rendering: 'isosurface', colormap: 'grey' },
  },
  'volume-anisotropic': {
    picture: 'anisotropic',
    box: true,
    display: { rendering: 'isosurface', isovalue: [0.15] },
  },
  'volume-holes': { picture: 'holes', display: { window: [-1, 1] } },
  'volume-holes-isosurface': { picture: 'holes', display: { rendering: 'isosurface', isovalue: [0.2] } },
}

describe('a volume', () => {
  it.each(Object.entries(goldens))('is drawn as in the golden %s', async (name, shot) => {
    await expectGolden(harness.page, name, await shoot(harness, shot))
  })

  it.each(['uint8', 'int8', 'uint16', 'int16', 'uint32', 'int32', 'float64'] as const)(
    'of %s looks like one of float32',
    async (picture: PictureName) => {
      expect(await countDifferences({ picture }, { picture: 'float32' }, 6)).toBeLessThan(100) // light follows the steps of the values
    },
  )

  it.each(['direct', 'maximum', 'isosurface'] as const)(
    'drawn as %s misses nothing by passing over bricks',
    async (rendering) => {
      const display = { rendering, isovalue: [0.2] }
      expect(await countDifferences({ picture: 'float32', display }, { picture: 'filled', display }, 2)).toBe(
        0,
      )
    },
  )

  it('looks the same however small the unit is', async () => {
    expect(await countDifferences({ picture: 'tiny' }, { picture: 'float32' }, 6)).toBeLessThan(100) // light follows the steps of the values
  })

  it('keeps its place and its look when not all samples are in the texture, or the camera moves', async () => {
    const full: Shot = { picture: 'float32', display: { rendering: 'maximum' } }
    expect(await countDifferences({ ...full, picture: 'thinned' }, full, 60)).toBeLessThan(1000)
    expect(await countDifferences({ ...full, isMoving: true }, full, 60)).toBeLessThan(1000)
  })

  it('is nothing where all of it is clipped away or below the window', async () => {
    const clipped: Shot = { picture: 'float32', planes: [[1, 0, 0, -100]] }
    expect(new Set(decode(await shoot(harness, clipped)).data).size).toBeLessThanOrEqual(4)
    for (const rendering of ['direct', 'maximum', 'isosurface'] as const) {
      const above: Shot = { picture: 'float32', display: { rendering, window: [2, 3] } }
      expect(await countDifferences(above, clipped, 0)).toBe(0)
    }
  })

  it('leaves nothing on the card', async () => {
    const before = await harness.page.evaluate('countTextures()')
    await shoot(harness, { picture: 'uint8' })
    expect(await harness.page.evaluate('countTextures()')).toBe(before)
  })
})
