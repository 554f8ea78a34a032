/** Two people in headsets and one at a page, in one room: each sees the others. */
import { decode } from 'fast-png'
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleEntry } from '../../bundle-entry.ts'
import { bar, enterRoom, openPerson, readCamera } from '../../room-page.ts'
import type { OpenViewer } from '../open-viewer.ts'
import { showsPicture } from '../specimen-page.ts'
import { useViewer } from '../use-viewer.ts'

const open = useViewer({
  prepare: register,
  path: '/#/bar',
  context: { viewport: { width: 1100, height: 620 } },
})
let emulator: string
beforeAll(async () => {
  emulator = await bundleEntry('test/browser/viewer/harness/emulated-headset.ts')
})

/** A mesh that is twice as wide as it is high and deep, around 0. */
function register(host: Host): void {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [4 * (i & 1) - 2, (i & 2) - 1, (i & 4) / 2 - 1])
  const indices = [
    [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
    [2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
  ].flat()
  const run = () => ({ vertices: Float32Array.from(corners), indices: Uint32Array.from(indices) })
  const schema = { type: 'object', properties: {} } as const
  host.registerSpecimen({ id: 'bar', displayName: 'A bar' }, run, { returns: 'mesh', schema })
}

/** Enters the room of Ada's page in a headset, or stays at the page. */
async function openOther(viewer: OpenViewer, name: keyof typeof colors, isInHeadset: boolean): Promise<Page> {
  const page = await openPerson(viewer, name, 'about:blank', colors[name])
  if (isInHeadset) await page.addInitScript(emulator)
  await page.goto(`${viewer.url}/#/?~room=lab`)
  await showsPicture(page, triangles)
  return page
}

const colors = { Bob: '#e5734d', Eve: '#4fae6b' } as const
const triangles = 'A mesh of 12 triangles.'
/** Metres: the specimen stands there before a person who has entered at (0, 1.6, 0), a tenth of its size. */
const middle = [0, 1.48, -0.7] as const
const metresEach = 0.1

const heads = (page: Page) => page.locator('.peers .is-head')

async function enterVr(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter VR' }).click()
  await page.getByRole('button', { name: 'Leave the headset (VR)' }).waitFor()
}

/** Returns the place of a person's head in the specimen, as a page shows it. */
async function readHead(page: Page, name: string): Promise<readonly number[]> {
  const place = await heads(page).filter({ hasText: name }).getAttribute('data-place')
  return (place ?? '').split(',').map(Number)
}

async function readSide(page: Page, name: string): Promise<number> {
  const [x = 0, y = 0] = await readHead(page, name)
  return Math.atan2(y, x)
}

/** Pixels of the strips above the picture, whose dots have the colours of people. */
const belowBars = 100

/** Returns the pixels of each eye that have a colour, without the marks of the page that lies below. */
async function countPixels(
  page: Page,
  isOf: (r: number, g: number, b: number) => boolean,
): Promise<number[]> {
  await page.locator('.peers').evaluate((layer) => (layer.style.display = 'none'))
  const { data, width, height } = decode(await page.screenshot())
  const counts = [0, 0]
  for (let at = width * belowBars; at < width * height; at++) {
    const [r = 0, g = 0, b = 0] = [data[3 * at], data[3 * at + 1], data[3 * at + 2]]
    const eye = at % width < width / 2 ? 0 : 1
    if (isOf(r, g, b)) counts[eye] = (counts[eye] ?? 0) + 1
  }
  return counts
}

const isOrange = (r: number, g: number, b: number): boolean => r > 90 && r > 1.5 * g && g > 1.2 * b
const isGreen = (r: number, g: number, b: number): boolean => g > 60 && g > 1.5 * r && g > 1.3 * b

describe('two headsets and a page in a room', () => {
  it('see each other, follow each other, and see who leaves', async () => {
    const person = JSON.stringify({ name: 'Ada', color: '#8f78f0' })
    const arrange = async (page: Page): Promise<unknown> => {
      await page.addInitScript((text) => localStorage.setItem('specimen person', text), person)
      return await page.addInitScript(emulator)
    }
    const viewer = await open({ arrange })
    const ada = viewer.page
    await showsPicture(ada, triangles)
    await enterRoom(ada, 'lab', 'Ada')
    const bob = await openOther(viewer, 'Bob', true)
    const eve = await openOther(viewer, 'Eve', false)
    for (const page of [ada, bob]) await enterVr(page)
    await expect.poll(() => heads(eve).allInnerTexts()).toEqual(['Ada', 'Bob'])
    await bar(eve).getByRole('button', { name: 'Follow Ada, who is in a headset' }).waitFor()
    expect(await eve.locator('.peers .is-hand').count()).toBe(4)

    // Behind the specimen, farther than poses reach, and looking back at it.
    const place = [0.45, 1.55, -2.2] as const
    await bob.evaluate(`
      device.position.set(${place})
      device.quaternion.set(0, 0.9894, 0, 0.1453)
      device.controllers.right.position.set(0.25, 1.35, -1.9)
      device.controllers.right.quaternion.set(0, 0.9894, 0, 0.1453)
      device.controllers.left.position.set(0.65, 1.3, -1.9)
      device.controllers.left.quaternion.set(0, 0.9894, 0, 0.1453)`)
    const away = place.map((part, axis) => (part - (middle[axis] ?? 0)) / metresEach)
    const aside = async (): Promise<number> => Math.hypot(...(await readHead(eve, 'Bob')).slice(0, 2))
    await expect.poll(aside).toBeCloseTo(Math.hypot(away[0] ?? 0, away[2] ?? 0), 1)
    expect((await readHead(eve, 'Bob'))[2]).toBeCloseTo(away[1] ?? 0, 1)

    await eve.locator('canvas').first().hover()
    for (let i = 0; i < 4; i++) await eve.mouse.wheel(0, 200)
    await expect.poll(async () => Math.min(...(await countPixels(ada, isOrange)))).toBeGreaterThan(60)
    await expect.poll(async () => Math.min(...(await countPixels(bob, isGreen)))).toBeGreaterThan(10)

    // A press on the head of Bob turns the specimen: Ada sees the side that he does, from where she stands.
    const before = await readSide(eve, 'Ada')
    await ada.evaluate(`
      device.controllers.right.position.set(0.3, 1.6, -0.1)
      device.controllers.right.quaternion.set(-0.0119, -0.0356, 0, 0.9993)`)
    const follow = bar(ada).locator('button[aria-pressed="true"]', { hasText: 'Bob' })
    await expect
      .poll(async () => {
        await ada.evaluate('device.controllers.right.updateButtonValue("trigger", 1)')
        return await follow.count()
      })
      .toBe(1)
    await ada.evaluate('device.controllers.right.updateButtonValue("trigger", 0)')
    const sideOfBob = await readSide(eve, 'Bob')
    expect(Math.abs(before - sideOfBob)).toBeGreaterThan(1)
    await expect.poll(() => readSide(eve, 'Ada')).toBeCloseTo(sideOfBob, 1)
    await ada.evaluate('device.controllers.right.updateAxes("thumbstick", 0, 1)')
    await expect.poll(() => follow.count()).toBe(0)
    await ada.evaluate('device.controllers.right.updateAxes("thumbstick", 0, 0)')

    await bar(eve).getByRole('button', { name: 'Follow Bob' }).click()
    await expect
      .poll(async () => {
        const [x = 0, y = 0, z = 0, dx = 0, dy = 0, dz = 0] = readCamera(eve)
        const head = await readHead(ada, 'Bob')
        return Math.hypot(x + dx - (head[0] ?? 0), y + dy - (head[1] ?? 0), z + dz - (head[2] ?? 0))
      })
      .toBeLessThan(0.2)

    await ada.evaluate('device.activeSession.end()')
    await expect.poll(() => bar(eve).getByRole('button', { name: 'Follow Ada', exact: true }).count()).toBe(1)
    expect(await heads(eve).filter({ hasText: 'Ada' }).count()).toBe(0)
    viewer.expectClean()
  })
})
