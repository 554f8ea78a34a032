/** Handles under a finger and under a pen, as the browser's own input events. */
import type { CDPSession, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { defaults, grip, type Name, readParam, registerBox, spotOf } from './box-with-places.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

type Spot = readonly [x: number, y: number]

const open = useViewer({
  prepare: registerBox,
  context: { viewport: { width: 1000, height: 700 }, hasTouch: true },
})

async function show(name: Name) {
  const viewer = await open({ path: `/#/${name}` })
  const { page } = viewer
  await showsPicture(page, 'A mesh of 12 triangles.')
  await page.locator('.place-grip').first().waitFor()
  const input = await page.context().newCDPSession(page)
  return { ...viewer, input }
}

/** Touches a spot, moves by pixels, and lets go. */
async function swipe(input: CDPSession, [x, y]: Spot, [right, down]: Spot): Promise<void> {
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number): Promise<void> => {
    const touchPoints = type === 'touchEnd' ? [] : [{ x: x + part * right, y: y + part * down }]
    await input.send('Input.dispatchTouchEvent', { type, touchPoints })
  }
  await touch('touchStart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part)
  await touch('touchEnd', 1)
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true })

describe('a finger', () => {
  it('takes a handle from 21 pixels beside it, and moves it by as much', async () => {
    const { page, input, expectClean } = await show('source')
    for (const [right, down] of [
      [21, 0],
      [-21, 0],
      [0, 21],
      [0, -21],
    ] as const) {
      const [x, y] = await spotOf(page, 'Heat source')
      await swipe(input, [x + right, y + down], [right > 0 ? -40 : 40, 30])
      await expect
        .poll(async () => {
          const [nextX, nextY] = await spotOf(page, 'Heat source')
          return Math.hypot(nextX - x - (right > 0 ? -40 : 40), nextY - y - 30)
        })
        .toBeLessThan(1)
    }
    expect(page.url()).not.toContain('~camera')
    await expect.poll(() => undo(page).getAttribute('aria-disabled')).not.toBe('true')
    const [x, y] = await spotOf(page, 'Heat source')
    await swipe(input, [x + 60, y], [40, 30]) // the picture turns
    await expect.poll(() => page.url()).toContain('~camera')
    expectClean()
  })

  it('shows all parts of a place by a tap, and takes the nearest one', async () => {
    const { page, input, expectClean } = await show('cut')
    await page.touchscreen.tap(...(await spotOf(page, 'Cut')))
    await grip(page, 'Cut, normal').waitFor()
    const [x, y] = await spotOf(page, 'Cut, normal')
    await swipe(input, [x + 12, y + 12], [50, 10])
    await expect.poll(() => readParam(page, 'cut')).not.toEqual(defaults.cut)
    expect(await readParam(page, 'cut')).toMatchObject({ point: defaults.cut.point })
    expectClean()
  })

  it('is alone on a handle: a second one beside it moves nothing', async () => {
    const { page, input, expectClean } = await show('source')
    const [x, y] = await spotOf(page, 'Heat source')
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', spots: readonly Spot[]) =>
      input.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: spots.map(([right, down], id) => ({ x: x + right, y: y + down, id })),
      })
    await send('touchStart', [[0, 0]])
    await send('touchStart', [
      [0, 0],
      [8, 8],
    ])
    await send('touchMove', [
      [30, 0],
      [90, 90],
    ])
    await send('touchEnd', [])
    await expect.poll(async () => Math.round((await spotOf(page, 'Heat source'))[0] - x)).toBe(30)
    expect(Math.round((await spotOf(page, 'Heat source'))[1] - y)).toBe(0)
    expectClean()
  })
})

describe('a pen', () => {
  it('shows a handle when it hovers beside it, and drags it', async () => {
    const { page, input, expectClean } = await show('cut')
    const [x, y] = await spotOf(page, 'Cut')
    const send = (
      type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
      [right, down]: Spot,
      buttons: number,
    ) =>
      input.send('Input.dispatchMouseEvent', {
        type,
        x: x + right,
        y: y + down,
        button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
        buttons,
        clickCount: type === 'mouseMoved' ? 0 : 1,
        pointerType: 'pen',
        force: buttons === 0 ? 0 : 0.5,
      })
    await send('mouseMoved', [30, 0], 0)
    await grip(page, 'Cut, normal').waitFor()
    await send('mouseMoved', [3, 3], 0)
    await send('mousePressed', [3, 3], 1)
    for (const part of [0.5, 1]) await send('mouseMoved', [3 + 50 * part, 3 - 30 * part], 1)
    await send('mouseReleased', [53, -27], 0)
    await expect.poll(() => readParam(page, 'cut')).not.toEqual(defaults.cut)
    const after = await spotOf(page, 'Cut')
    expect(Math.hypot(after[0] - x - 50, after[1] - y + 30)).toBeLessThan(1)
    expect(page.url()).not.toContain('~camera')
    expectClean()
  })
})
