/** What stands over a picture from all around: bar, letters, axes and cube, of a surface of anatomy and another. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { expect, it } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { registerMain } from './main-pages.ts'
import { lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const schema = { type: 'object', properties: {}, additionalProperties: false } as const

/** A block of 60 × 80 × 100 mm, in the patient and not. */
function register(host: Host): void {
  const corners = [-30, 30].flatMap((x) => [-40, 40].flatMap((y) => [-50, 50].map((z) => [x, y, z])))
  const faces = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ]
  const indices = faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])
  for (const { id, axes } of [
    { id: 'head', axes: 'mm, RAS' },
    { id: 'block', axes: 'mm' },
  ])
    host.registerSpecimen(
      { id, displayName: id, axes },
      () => ({ vertices: Float32Array.from(corners.flat()), indices: Uint32Array.from(indices) }),
      { returns: 'mesh', schema },
    )
}

/** A gem whose tips are the ends of its axes, so that a letter behind lies beside it. */
function registerGem(host: Host): void {
  const vertices = Float32Array.of(30, 0, 0, -30, 0, 0, 0, 40, 0, 0, -40, 0, 0, 0, 50, 0, 0, -50)
  const sides = [0, 1].flatMap((x) => [2, 3].flatMap((y) => [4, 5].map((z) => [x, y, z])))
  host.registerSpecimen(
    { id: 'gem', displayName: 'gem', axes: 'mm, RAS' },
    () => ({ vertices, indices: Uint32Array.from(sides.flat()) }),
    { returns: 'mesh', schema },
  )
}

/** A volume in the patient, which opens with its slices. */
function registerScan(host: Host): void {
  host.registerSpecimen(
    { id: 'scan', displayName: 'scan', axes: 'mm, RAS', view: 'slices=0.5,0.5,0.5' },
    () => ({ data: Uint8Array.from({ length: 64 }, (_, i) => i), shape: [4, 4, 4], spacing: [1, 1, 1] }),
    { returns: 'volume', schema },
  )
}

const open = useViewer({ prepare: register })

/** A thing over the picture, in the window. */
interface Thing {
  readonly name: string
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly opacity: number
}

async function listThings(page: Page): Promise<readonly Thing[]> {
  return await page.locator('.stage .is-name, .scale-bar, .view-cube').evaluateAll((all) =>
    all.flatMap((each) => {
      const { left, top, right, bottom, width } = each.getBoundingClientRect()
      const { visibility, opacity } = getComputedStyle(each)
      const name = each.matches('.is-name') ? (each.textContent ?? '') : each.className
      return visibility === 'visible' && width > 0
        ? [{ name, left, top, right, bottom, opacity: Number(opacity) }]
        : []
    }),
  )
}

function findOverlaps(things: readonly Thing[]): readonly string[] {
  const corner = things.filter(({ name }) => name === 'scale-bar' || name === 'view-cube')
  return corner.flatMap((one) =>
    things
      .filter((other) => other !== one)
      .filter(
        (other) =>
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      )
      .map((other) => `${one.name} and ${other.name}`),
  )
}

it.each([
  ['head', 1280, 800],
  ['block', 1280, 800],
  ['head', 390, 844],
  ['block', 390, 844],
])(
  'things over %s in a window of %i × %i make room for each other from all around',
  async (id, width, height) => {
    const viewer = await open({ path: `/#/${id}`, context: { viewport: { width, height } } })
    const { page } = viewer
    await showsPicture(page, 'A mesh of')
    await page.locator('.stage').focus()
    for (let turn = 0; turn < 8; turn++) {
      for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowRight')
      await lookWhenStill(page)
      expect(findOverlaps(await listThings(page)), `after ${turn + 1} turns`).toEqual([])
    }
    viewer.expectClean()
  },
)

it('letters in front are plain, those farther away faint, and none is on the wrong side', async () => {
  const { page } = await open({ path: '/#/gem', prepare: registerGem })
  await showsPicture(page, 'A mesh of')
  await page.locator('.stage').focus()
  await page.keyboard.press('3') // before the face
  await lookWhenStill(page)
  const before = async () =>
    (await listThings(page)).map(({ name }) => name).filter((name) => name.length === 1)
  expect(await before()).toEqual(['L', 'R', 'A', 'I', 'S'])
  for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
  await lookWhenStill(page)
  const letters = (await listThings(page)).filter(({ name }) => name === 'L' || name === 'R')
  expect(letters.map(({ opacity }) => opacity).toSorted()).toEqual([0.4, 1])
})

it.each([
  ['a mesh', 'tent', 'A mesh of'],
  ['a volume', 'cloud', 'A volume of'],
  ['an image', 'board', 'An image of'],
])('what is read beside %s stays where it is when the picture comes', async (_kind, id, says) => {
  const { page } = await open({
    prepare: registerMain,
    path: `/#/${id}`,
    arrange: async (opened) =>
      await opened.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(globalThis, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            shifts.push((entry as PerformanceEntry & { value: number }).value)
        }).observe({ type: 'layout-shift', buffered: true })
      }),
  })
  await showsPicture(page, says)
  await page.locator('.settings:not(.is-coming)').first().waitFor()
  expect(await page.evaluate<number>('shifts.reduce((sum, each) => sum + each, 0)')).toBeLessThan(0.1)
})

it('presets on a telephone have the place of their pictures, and the name of a specimen is whole', async () => {
  const drawn = createDeferred<void>()
  const { page, expectClean } = await open({
    prepare: registerMain,
    path: '/#/tent',
    context: { viewport: { width: 390, height: 844 } },
    arrange: async (opened) =>
      await opened.route('**/tent/picture*', async (route) => {
        await drawn.promise
        await route.continue()
      }),
  })
  const chip = page.locator('.picks .chip').first()
  await chip.locator('.picks-place').waitFor()
  const before = await chip.boundingBox()
  drawn.resolve()
  await chip.locator('img').waitFor()
  expect(await chip.boundingBox()).toEqual(before)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.evaluate((name) => {
    name.textContent = 'Head, MR (proton density)'
  })
  expect(await heading.evaluate((name) => name.scrollHeight - name.clientHeight)).toBeLessThanOrEqual(1)
  expect(await heading.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(0)
  expectClean()
})

it('the letters of a slice end the crosshair, of which an I would look like a part', async () => {
  const { page } = await open({ path: '/#/scan', prepare: registerScan })
  const letters = page.locator('.slice-letter')
  await letters.first().waitFor()
  const grounds = await letters.evaluateAll((all) =>
    all.map((each) => getComputedStyle(each).backgroundColor),
  )
  expect(new Set(grounds)).toEqual(new Set(['rgba(0, 0, 0, 0.7)']))
})
