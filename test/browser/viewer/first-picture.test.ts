/** The stage until its first picture, and the views from there. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { findBarriers } from '../find-barriers.ts'
import { follow, lookWhenStill, showsPicture } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const thumbnail =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const properties = { height: { type: 'number', default: 1, minimum: 1, maximum: 20 } } as const

/** A wedge of any height, which waits for `ready`. */
function register(host: Host, ready: Promise<void> = Promise.resolve()): void {
  const run = async (height: number) => {
    await ready
    return {
      vertices: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, height),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    }
  }
  const schema = { type: 'object', properties } as const
  host.registerSpecimen({ id: 'wedge', displayName: 'A wedge', thumbnail }, run, { returns: 'mesh', schema })
}

const context = { viewport: { width: 860, height: 480 }, reducedMotion: 'reduce' } as const
const open = useViewer({ prepare: register, context })

describe('the stage before its first picture', () => {
  it('has that of the card while the result is computed, and no labels without a place', async () => {
    const ready = createDeferred<void>()
    const { page, expectClean } = await open({
      prepare: (host) => register(host, ready.promise),
      path: '/#/wedge',
    })
    const poster = page.locator('.stage-poster')
    await poster.waitFor()
    expect(await page.locator('.stage-labels').isVisible()).toBe(false)
    ready.resolve()
    await page.locator('.stage-labels').waitFor()
    await showsPicture(page, 'A mesh of 4 triangles.')
    expect(await poster.evaluate((image) => getComputedStyle(image).opacity)).toBe('0')
    expectClean()
  })

  it.each([
    ['the specimen', '**/api/specimens/stanford-bunny'],
    ['its file', '**/api/specimens/stanford-bunny/data*'],
  ])('says that %s is fetched while no answer comes, and no longer', async (_, path) => {
    const answer = createDeferred<void>()
    const { page, expectClean } = await open({
      options: { specimens: 'specimens' },
      arrange: async (opened) =>
        await opened.route(path, async (route) => {
          await answer.promise
          await route.continue()
        }),
      path: '/#/stanford-bunny',
    })
    const words = page.locator('.job-strip:visible', { hasText: 'Fetching …' })
    await words.waitFor()
    expect(await findBarriers(page)).toEqual([])
    answer.resolve()
    await showsPicture(page, 'A mesh of')
    expect(await words.count()).toBe(0)
    expectClean()
  })

  it('says that a result which is there is being drawn', async () => {
    const { page, expectClean } = await open({ path: '/#/wedge', arrange: holdCard })
    await page.getByText('Drawing …').waitFor()
    await page.evaluate('releaseCard()')
    await page.locator('.stage-labels').waitFor()
    expect(await page.getByText('Drawing …').count()).toBe(0)
    expectClean()
  })
})

describe('the views', () => {
  it('from the sides are those of the cube and of digits, in the link, with and without perspective', async () => {
    const { page, expectClean } = await open({ path: '/#/wedge' })
    const views = page.getByRole('group', { name: 'Views' })
    await views.waitFor()
    await views.getByRole('button', { name: 'Front' }).click()
    await expect.poll(() => page.url()).toMatch(/~camera=1,0.5,0.5,0,-\d\.\d+,0$/)
    await page.getByRole('application').press('5')
    await expect.poll(() => page.url()).toMatch(/~camera=1,0.5,0.5,0,0,\d\.\d+$/)
    const top = await lookWhenStill(page)
    await page.getByText('Light and camera').click()
    const projection = page.getByLabel('Projection', { exact: true })
    await projection.selectOption({ label: 'Orthographic' })
    await expect.poll(() => page.url()).toMatch(/~projection=orthographic$/)
    expect((await lookWhenStill(page)).equals(top)).toBe(false)
    await page.reload()
    await views.waitFor()
    expect(await projection.locator('option:checked').textContent()).toBe('Orthographic')
    expect(await findBarriers(page)).toEqual([])
    expectClean()
  })

  it('of a link are the same where it is followed in a page that has shown something else', async () => {
    const { page, url, expectClean } = await open({ path: '/#/wedge?height=20&~camera=0,0,0,1,-3,1' })
    await showsPicture(page, 'A mesh of 4 triangles.')
    await lookWhenStill(page)
    await follow(page, 'wedge?height=2')
    await page.getByText('Picture shows').waitFor({ state: 'detached' })
    const followed = await lookWhenStill(page)
    const other = await page.context().newPage()
    await other.goto(`${url}/#/wedge?height=2`)
    await other.getByRole('group', { name: 'Views' }).waitFor()
    expect((await lookWhenStill(other)).equals(followed)).toBe(true)
    expectClean()
  })
})

/** Lets the card finish nothing until `releaseCard()` is called. */
async function holdCard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext
    const { getSyncParameter } = prototype
    prototype.getSyncParameter = () => prototype.UNSIGNALED
    Object.assign(globalThis, {
      releaseCard: () => {
        prototype.getSyncParameter = getSyncParameter
      },
    })
  })
}
