/** A handle that two people of a room see, and move. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { enterRoom, openPerson, personButton } from '../room-page.ts'
import { defaults, drag, grip, readParam, registerBox, spotOf } from './box-with-places.ts'
import { showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({ prepare: registerBox, context: { viewport: { width: 1000, height: 700 } } })

const mover = (page: Page, name: string) => page.locator('.peers .is-mover').filter({ hasText: name })

/** Returns the distance between a ring of another and the middle of a handle, in pixels. */
async function measureWay(page: Page, name: string, part: string): Promise<number> {
  const box = await mover(page, name).boundingBox()
  const [x, y] = await spotOf(page, part)
  return box ? Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) : Number.POSITIVE_INFINITY
}

it('moves for both, by name and in the colour of whoever moves it, and is one step to undo', async () => {
  const viewer = await open({ path: '/#/cut' })
  const ada = viewer.page
  await showsPicture(ada, 'A mesh of 12 triangles.')
  await enterRoom(ada, 'lab', 'Ada')
  const bob = await openPerson(viewer, 'Bob', '/#/?~room=lab', '#aa3300')
  await personButton(ada, 'Bob').waitFor()
  await showsPicture(bob, 'A mesh of 12 triangles.')
  await grip(bob, 'Cut').waitFor()
  const before = await spotOf(ada, 'Cut')

  const [x, y] = await spotOf(bob, 'Cut')
  await bob.mouse.move(x + 50, y + 30)
  await ada.locator('.peers .is-cursor').getByText('Bob').waitFor()
  await bob.mouse.move(x, y)
  await bob.mouse.down()
  await bob.mouse.move(x + 20, y - 15)
  await bob.mouse.move(x + 40, y - 30)
  await mover(ada, 'Bob').waitFor() // while it is held
  await ada.locator('.peers .is-cursor').waitFor({ state: 'detached' }) // the pointer is at the handle
  expect(await mover(ada, 'Bob').evaluate((ring) => getComputedStyle(ring).borderTopColor)).toBe(
    'rgb(170, 51, 0)',
  )
  await bob.mouse.up()
  await expect.poll(() => readParam(bob, 'cut')).not.toEqual(defaults.cut)
  await expect
    .poll(async () => JSON.stringify(await readParam(ada, 'cut')))
    .toBe(JSON.stringify(await readParam(bob, 'cut')))
  expect(await spotOf(ada, 'Cut')).not.toEqual(before)
  expect(await mover(bob, 'Bob').count()).toBe(0)

  await grip(ada, 'Cut').hover()
  await drag(ada, 'Cut, normal', [30, 20])
  await expect.poll(() => measureWay(bob, 'Ada', 'Cut, normal')).toBeLessThan(1) // the part that has moved
  expect(await mover(ada, 'Bob').count()).toBe(0)
  await ada.getByRole('button', { name: 'Undo', exact: true }).click()
  const dragged = await readParam(bob, 'cut')
  await expect.poll(() => readParam(ada, 'cut')).toMatchObject({ normal: defaults.cut.normal })
  await expect.poll(() => readParam(bob, 'cut')).toMatchObject({ normal: defaults.cut.normal })
  expect(dragged).not.toEqual(defaults.cut)
  viewer.expectClean()
})
