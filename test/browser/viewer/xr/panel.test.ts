/** The panel of a page on the board in an emulated headset, whose session alone has frames. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { aimAt, type BoardShape, point, pressBoard } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'

const enter = useHeadset(register)

const schema = {
  type: 'object',
  properties: {
    size: { type: 'number', title: 'Edge length', unit: 'mm', default: 2, minimum: 1, maximum: 9 },
    count: { type: 'integer', default: 4, preview: 1 },
    isOpen: { type: 'boolean', default: true },
    side: { enum: ['left', 'right'], default: 'left' },
  },
  additionalProperties: false,
} as const

/** The board of it: two presets, a track, steps, a switch, a choice, and the button that resets all. */
const board: BoardShape = {
  rows: [
    { cells: 2, isWide: true },
    { cells: 2, hasTrack: true },
    { cells: 2 },
    { cells: 2 },
    { cells: 2 },
    { cells: 1, isWide: true },
  ],
}

/** The parameters of each run. */
let runs: string[]

function register(host: Host): void {
  runs = []
  host.registerSpecimen(
    {
      id: 'square',
      displayName: 'A square',
      presets: [
        { name: 'Small', params: { size: 1 } },
        { name: 'Large', params: { size: 9 } },
      ],
    },
    async (size: number, count: number, isOpen: boolean, side: string) => {
      runs.push(`${size} ${count} ${isOpen} ${side}`)
      if (count > 5) throw new Error('Only five fit.')
      if (!isOpen) await new Promise(() => {})
      return {
        vertices: new Float32Array([0, 0, 0, size, 0, 0, size, size, 0, 0, size, 0]),
        indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
      }
    },
    { returns: 'mesh', schema },
  )
}

/** Waits for parameters of the page's address. */
async function hasAddress(page: Page, fragment: string): Promise<void> {
  await page.waitForFunction((wanted) => location.hash === wanted, `#/square${fragment}`, { polling: 50 })
}

describe('the panel on the board', () => {
  it('sets what the page sets: presets, steps, a choice, all back, and undo', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, board, 'row0 1')
    await hasAddress(page, '?size=9')
    await pressBoard(page, board, 'row2 0')
    await hasAddress(page, '?size=9&count=3')
    await pressBoard(page, board, 'row4 1')
    await hasAddress(page, '?size=9&count=3&side=right')
    await pressBoard(page, board, 'button 2')
    await hasAddress(page, '?size=9&count=3')
    await pressBoard(page, board, 'row5 0')
    await hasAddress(page, '')
    expectClean()
  })

  it('shows previews while a hand drags a slider, and the whole when it lets go', async () => {
    const { page, expectClean } = await enter()
    runs = []
    await point(page, aimAt(board, 'row1 track', 0.3))
    await point(page, aimAt(board, 'row1 track', 0.3), 1)
    await point(page, aimAt(board, 'row1 track', 1), 1)
    await expect.poll(() => runs.at(-1)).toBe('9 1 true left') // with the preview of the count
    await point(page, aimAt(board, 'row1 track', 1), 0)
    await expect.poll(() => runs.at(-1)).toBe('9 4 true left')
    await hasAddress(page, '?size=9')
    expectClean()
  })

  it('cancels a computation', async () => {
    const { page, expectClean } = await enter()
    await pressBoard(page, board, 'row3 0')
    await expect.poll(() => runs.at(-1)).toBe('2 4 false left')
    await page.locator('.job-strip.is-running').waitFor({ state: 'attached' })
    await pressBoard(page, { ...board, hasStatusButton: true }, 'status')
    await page.locator('.job-strip.is-cancelled').waitFor({ state: 'attached' })
    expectClean()
  })

  it('tries a failed one again', async () => {
    const { page } = await enter()
    await pressBoard(page, board, 'row2 1')
    await pressBoard(page, board, 'row2 1')
    await page.locator('.job-strip.is-failed').waitFor({ state: 'attached' })
    const count = runs.length
    await pressBoard(page, { ...board, hasStatusButton: true }, 'status')
    await expect.poll(() => runs.length).toBe(count + 1)
  })
})
