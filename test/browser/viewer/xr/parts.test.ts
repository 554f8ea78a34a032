/** Parts of a scene in an emulated headset: taken out by hand, put back, and undone. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { point, pressBoard } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register, 'A scene of ')

/** Two tiles of 2 by 4 mm, which lie beside each other before the eyes, a tenth of a metre for each. */
function register(host: Host): void {
  const toTile = (left: number) => ({
    vertices: Float32Array.of(left, 0, 0, left + 2, 0, 0, left + 2, 4, 0, left, 4, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  })
  const makeTiles = () => ({ west: toTile(0), east: toTile(2) })
  host.registerSpecimen(
    { id: 'square', displayName: 'Two tiles', axes: 'mm' },
    makeTiles as () => never, // the results of each kind
    { returns: { type: 'scene', parts: { west: 'mesh', east: 'mesh' } } },
  )
}

/** The board with a row for each tile, of which one may have a button more. */
const board = {
  rows: [
    { cells: 2, hasTrack: true },
    { cells: 2, hasTrack: true },
  ],
  tools: 5,
}
const boardWithBack = { ...board, rows: [board.rows[0] ?? { cells: 2 }, { cells: 3, hasTrack: true }] }

const down = [-Math.SQRT1_2, 0, 0, Math.SQRT1_2]

/** Pinches from above, and moves while the pinch lasts. */
async function carry(page: Page, places: readonly (readonly [number, number, number])[]): Promise<void> {
  const rays = places.map(([x, y, z]) => ({ at: [x, y + 0.3, z], turn: down }))
  const [first, last] = [rays[0], rays.at(-1)]
  if (!first || !last) throw new Error('A hand has to be somewhere.')
  await point(page, first)
  for (const ray of rays) await point(page, ray, 1)
  await point(page, last)
}

/** Returns the setting of the parts in the page's address. */
async function readParts(page: Page): Promise<string> {
  const hash = decodeURIComponent(await page.evaluate('location.hash'))
  return /~parts=([^&]*)/.exec(hash)?.[1] ?? ''
}

async function readShift(page: Page): Promise<readonly number[]> {
  return (await readParts(page)).split('/').slice(1, 4).map(Number)
}

describe('in a headset', () => {
  it('a hand takes a part out, the board puts it back, and undo takes one grab back', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, board, 'tool 4')
    const out = [
      [0.1, 1.48, -0.7],
      [0.1, 1.53, -0.7],
      [0.1, 1.58, -0.7],
    ] as const
    await carry(page, out)
    await expect.poll(() => readParts(page)).toMatch(/^east:moved/)
    // The address has each place of the grab, the last one a frame later.
    await expect.poll(() => readShift(page)).toEqual([0, 0, 1].map((part) => expect.closeTo(part, 2)))
    await page.getByText('moved', { exact: true }).waitFor({ state: 'attached' })
    await pressBoard(page, boardWithBack, 'row1 2')
    await expect.poll(() => readParts(page)).toBe('')
    await pressBoard(page, board, 'button 2') // undo: it is out again
    await expect.poll(() => readParts(page)).toMatch(/^east:moved/)
    await pressBoard(page, boardWithBack, 'button 2') // the whole grab is one step
    await expect.poll(() => readParts(page)).toBe('')
    expectClean()
  })

  it('a part is taken again where it is seen, and let go near its place it is back', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, board, 'tool 4')
    await carry(page, [
      [0.1, 1.48, -0.7],
      [0.5, 1.48, -0.7],
    ])
    await expect.poll(() => readParts(page)).toMatch(/^east:moved/)
    // Its side that the page shows is before the eyes: to their right is neither x nor y.
    const [x = 0, y = 0, z] = await readShift(page)
    expect([Math.hypot(x, y), z]).toEqual([expect.closeTo(4, 2), 0])
    await carry(page, [
      [0.5, 1.48, -0.7],
      [0.102, 1.482, -0.7],
    ])
    await expect.poll(() => readParts(page)).toBe('')
    // Beside all parts, and without the tool, hands take the whole.
    await pressBoard(page, board, 'tool 4')
    await carry(page, [
      [0.1, 1.48, -0.7],
      [0.1, 1.58, -0.7],
    ])
    expect(await readParts(page)).toBe('')
    expectClean()
  })
})
