/** The story of a page on its board in an emulated headset, whose session alone has frames. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { aimAtStory, type BoardShape, pressBoard, pressRay, waitFrames } from '../harness/page-headset.ts'
import { useHeadset } from '../harness/use-headset.ts'
import type { OpenViewer } from '../open-viewer.ts'

const open = useHeadset(register)

const size = { type: 'integer', default: 2, minimum: 1, maximum: 9 } as const
const schema = { type: 'object', properties: { size }, additionalProperties: false } as const
/** The board of its panel. */
const board: BoardShape = { rows: [{ cells: 2, hasTrack: true }] }

function register(host: Host): void {
  host.registerSpecimen(
    {
      id: 'square',
      displayName: 'A square',
      storyText: ['Once.', 'The [side](?size=4&~camera=2,2,0,9,0,0&~box=1).', 'Too [large](?size=400).'],
    },
    (edge: number) => ({
      vertices: new Float32Array([0, 0, 0, edge, 0, 0, edge, edge, 0, 0, edge, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }),
    { returns: 'mesh', schema },
  )
}

async function enter(): Promise<OpenViewer> {
  const opened = await open()
  await waitFrames(opened.page)
  return opened
}

/** Waits for the end of the page's address. */
async function hasAddress(page: Page, pattern: string): Promise<void> {
  await page.waitForFunction((wanted) => new RegExp(wanted).test(location.hash), pattern, { polling: 50 })
}

const reads = (page: Page): Promise<string | null> =>
  page.locator('.story p:not([hidden])').evaluate((shown) => shown.textContent)

describe('the story on its board', () => {
  it('changes nothing when it is entered, and shows with a page what that pins, which undo takes back', async () => {
    const { page, expectClean } = await enter()
    await hasAddress(page, '^#/square$')
    await pressRay(page, aimAtStory('next', false))
    await hasAddress(page, '^#/square.size=4&~camera=2,2,0,9,0,0&~box=1$')
    await expect.poll(() => reads(page)).toBe('The side.')
    await pressBoard(page, board, 'button 2')
    await hasAddress(page, '^#/square.~camera=2,2,0,9,0,0$')
    await pressRay(page, aimAtStory('show', true))
    await hasAddress(page, '^#/square.size=4&~camera=2,2,0,9,0,0&~box=1$')
    await pressRay(page, aimAtStory('back', true))
    await expect.poll(() => reads(page)).toBe('Once.')
    await hasAddress(page, 'size=4')
    expectClean()
  })

  it('with a value that the schema refuses says so where the panel does, and the picture stays', async () => {
    const { page, expectClean } = await enter()
    await pressRay(page, aimAtStory('next', false))
    await hasAddress(page, 'size=4')
    await pressRay(page, aimAtStory('next', true))
    await hasAddress(page, 'size=400')
    await page.getByText('This must be a whole number from 1 to 9.').first().waitFor({ state: 'attached' })
    await page.locator('.stage[aria-label^="A mesh of 2 triangles."]').waitFor()
    await pressBoard(page, board, 'button 2')
    await hasAddress(page, 'size=4&')
    expectClean()
  })
})
