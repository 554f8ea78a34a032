/** Measuring, notes and the clipping plane in an emulated headset: the page's own, by hands and the board. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { pinchFromAbove, point, pressBoard } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register)

const schema = { type: 'object', properties: {}, additionalProperties: false } as const

/** A square of 4 mm, which lies before the eyes at a tenth of a metre for each. */
function register(host: Host): void {
  host.registerSpecimen(
    { id: 'square', displayName: 'A square', axes: 'mm' },
    () => ({
      vertices: new Float32Array([0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }),
    { returns: 'mesh', schema },
  )
}

/** Returns the plane of the page's address: its normal, and its offset. */
async function readPlane(page: Page): Promise<readonly number[]> {
  const [, text = ''] = /~plane=([^&]*)/.exec(await page.evaluate('location.hash')) ?? []
  return decodeURIComponent(text).split(',').map(Number)
}

/** The board without rows, and with those for the text of a note. */
const [bare, noting] = [
  { rows: [] },
  { rows: [{ cells: 3, isWide: true }, { cells: 3, isWide: true }, { cells: 2 }] },
]

describe('in a headset', () => {
  it('two pinches measure a distance, with the tool of the page', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, bare, 'tool 0')
    await page.getByText('Click 2 places.').waitFor({ state: 'attached' })
    await pinchFromAbove(page, [-0.1, 1.48, -0.7])
    await page.getByText('Click 1 more place.').waitFor({ state: 'attached' })
    await pinchFromAbove(page, [0.1, 1.48, -0.7])
    await page.getByText('Click to measure again.').waitFor({ state: 'attached' })
    expect(await page.locator('.measured').textContent()).toBe('2 mm')
    await pressBoard(page, bare, 'tool 0')
    await page.getByText('Click to measure again.').waitFor({ state: 'detached' })
    expectClean()
  })

  it('a hand takes the clipping plane by its frame, and the page has it where it is left', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, bare, 'tool 3')
    await page.waitForFunction(() => location.hash.includes('~plane='), null, { polling: 50 })
    expect(await readPlane(page)).toEqual([1, 0, 0, 0])
    // From the right, above the square and within the frame.
    const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2]
    await point(page, { at: [0.5, 1.66, -0.7], turn })
    await point(page, { at: [0.5, 1.66, -0.7], turn }, 1)
    await point(page, { at: [0.58, 1.66, -0.7], turn }, 1)
    await point(page, { at: [0.58, 1.66, -0.7], turn })
    await expect.poll(async () => (await readPlane(page))[3]).toBeGreaterThan(0.1)
    const near = (part: number) => expect.closeTo(part, 3)
    expect((await readPlane(page)).slice(0, 3)).toEqual([near(1), near(0), near(0)])
    const tilt = [0, Math.sin(0.95), 0, Math.cos(0.95)]
    await point(page, { at: [0.5, 1.66, -0.7], turn })
    await point(page, { at: [0.5, 1.66, -0.7], turn }, 1)
    await point(page, { at: [0.5, 1.66, -0.7], turn: tilt }, 1)
    await point(page, { at: [0.5, 1.66, -0.7], turn: tilt })
    await expect.poll(async () => Math.abs((await readPlane(page))[1] ?? 0)).toBeGreaterThan(0.2)
    const [x = 0, y = 0, z = 0] = await readPlane(page)
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 2)
    await pressBoard(page, bare, 'tool 3')
    await page.waitForFunction(() => !location.hash.includes('~plane='), null, { polling: 50 })
    expectClean()
  })

  it('a pinch pins a note with a short text, or with one from a keyboard', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, bare, 'tool 2')
    await pinchFromAbove(page, [0.1, 1.48, -0.7])
    await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'attached' })
    await pressBoard(page, noting, 'row0 0')
    await page.waitForFunction(
      () => location.hash.includes('Look%20here') || location.hash.includes('Look+here'),
      null,
      { polling: 50 },
    )
    await pressBoard(page, bare, 'tool 2')
    await pinchFromAbove(page, [-0.1, 1.48, -0.7])
    await page.getByRole('textbox', { name: 'Note' }).waitFor({ state: 'attached' })
    await page.keyboard.type('Thin wall') // the field of the page has the focus
    await pressBoard(page, noting, 'row2 0')
    await page.waitForFunction(() => /Thin(%20|\+)wall/.test(location.hash), null, { polling: 50 })
    expectClean()
  })
})
