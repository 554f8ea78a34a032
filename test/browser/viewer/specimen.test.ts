/** The page of a specimen in a real browser: its picture, its panel, its jobs, its link. */
import type { Host } from 'specimen-host'
import { describe, expect, it } from 'vitest'
import { itAtLength } from '../../support/at-length.ts'
import { makeProbe } from '../../support/probe-bundle.ts'
import { findBarriers } from '../find-barriers.ts'
import { fan, showsTriangles } from './fan.ts'
import { dragToEnd, follow } from './specimen-page.ts'
import { useViewer } from './use-viewer.ts'

const open = useViewer({
  prepare: registerFineFan,
  path: '/#/fan',
  context: { viewport: { width: 760, height: 560 } },
})

const schema = {
  type: 'object',
  properties: {
    triangles: { type: 'integer', default: 5, minimum: 3, maximum: 100 },
    detail: { type: 'integer', default: 90, minimum: 1, maximum: 90, preview: 2 },
  },
} as const

/** Every call of the fan, as the host has had it. */
const calls: (readonly [triangles: number, detail: number])[] = []

/** A fan of `triangles` times `detail`, of which the second has a preview. */
function registerFineFan(host: Host): void {
  calls.length = 0
  const run = (triangles: number, detail: number): ReturnType<typeof fan> => {
    calls.push([triangles, detail])
    return fan(triangles * detail)
  }
  host.registerSpecimen({ id: 'fan', displayName: 'A fan' }, run, { returns: 'mesh', schema })
}

describe('the page of a specimen', () => {
  it('shows the result of the defaults, without an error, a foreign request or a report of its policy', async () => {
    const { page, expectClean } = await open()
    await showsTriangles(page, 450)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('A fan')
    expect(await page.title()).toBe('A fan · Specimens')
    expectClean()
  })

  it('computes coarsely while a value is dragged and fully when it is let go, the last value always', async () => {
    const { page, expectClean } = await open()
    await showsTriangles(page, 450)
    await dragToEnd(page, /Triangles/, async () => {
      await expect.poll(() => calls.some(([, detail]) => detail === 2)).toBe(true)
    })
    await showsTriangles(page, 9000)
    expect(calls.at(-1)).toEqual([100, 90])
    expect(calls.filter(([, detail]) => detail === 90)).toEqual([
      [5, 90],
      [100, 90],
    ])
    expectClean()
  })

  it('keeps everything in its link', async () => {
    const { page, expectClean } = await open({ path: '/#/fan?triangles=7&~room=lab' })
    await showsTriangles(page, 630)
    await page.getByRole('application').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Bounding box' }).click()
    await expect.poll(() => page.url()).toMatch(/~camera=/)
    await expect.poll(() => page.url()).toMatch(/box/)
    const link = page.url()
    expect(link.length).toBeLessThan(160)
    const again = await page.context().newPage()
    await again.goto(link)
    await showsTriangles(again, 630)
    expect(await again.getByRole('button', { name: 'Bounding box' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    expect(again.url()).toBe(link)
    expect(await again.getByText('Room lab').count()).toBe(1)
    expectClean()
  })

  itAtLength('follows the address to other values and back', async () => {
    const { page, expectClean } = await open()
    await showsTriangles(page, 450)
    await follow(page, 'fan?triangles=6')
    await showsTriangles(page, 540)
    await page.goBack()
    await showsTriangles(page, 450)
    await page.getByRole('link', { name: 'All specimens' }).click()
    await page.getByRole('link', { name: /A fan/ }).click()
    await showsTriangles(page, 450)
    expectClean()
  })

  it('says what a function reports and ends its process on Cancel', async () => {
    const { plugins, specimens } = makeProbe()
    const { page, host } = await open({ options: { plugins, specimens }, path: '/#/endless' })
    await page.getByText('going').first().waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(/Cancelled/).waitFor()
    // The one process of a bundle is free again: the next run would wait for it otherwise.
    const answer = await host.inject({ url: '/api/specimens/labels/data' })
    expect(answer.statusCode).toBe(200)
  })

  it('gives the function’s own words when it fails, and tries again', async () => {
    const { plugins, specimens } = makeProbe()
    const { page } = await open({ options: { plugins, specimens }, path: '/#/failing' })
    await page.getByRole('alert').getByText('the sample is upside down').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('the sample is upside down').waitFor()
  })

  it('has the first words of a note beside its pin, and none where there is no room', async () => {
    const text = encodeURIComponent('"A crack begins here, and must be measured again"')
    const { page } = await open({ path: `/#/fan?~note=["a",0,0,0,${text},"Ada",0]` })
    await showsTriangles(page, 450)
    const words = page.locator('.note-words')
    expect(await words.textContent()).toBe('A crack begins here, and must be measur…')
    await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(100)
    const box = await page.locator('.stage').boundingBox()
    const pin = await page.locator('.pinned-notes summary').boundingBox()
    // The picture ends soon after the pin.
    const left = (pin?.x ?? 0) - (box?.x ?? 0)
    // Within one turn, as the next frame of the picture sets the place again.
    const width = await page.locator('.pinned-notes details').evaluate(
      (note, away) => {
        note.style.setProperty('--left', `${away}px`)
        return note.querySelector('.note-words')?.getBoundingClientRect().width
      },
      2 * left + 400,
    )
    expect(width).toBe(0)
  })

  it('says in a line below the name what it is, and leads to the rest', async () => {
    const { page } = await open({
      prepare: (host) => {
        const description = 'A pile of cubes. Each is as large as the others.'
        host.registerSpecimen({ id: 'fan', displayName: 'A fan', description }, () => fan(3), {
          returns: 'mesh',
        })
      },
    })
    await showsTriangles(page, 3)
    expect(await page.locator('.specimen-lead p').textContent()).toBe('A pile of cubes.')
    expect(await page.getByText('Each is as large').isVisible()).toBe(false)
    await page.getByRole('button', { name: 'more' }).click()
    await page.getByText('Each is as large').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('About')
  })

  it('has no serious accessibility fault, light or dark, wide or narrow', async () => {
    const { page } = await open()
    await showsTriangles(page, 450)
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 360]) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 740 })
        expect(await findBarriers(page)).toEqual([])
      }
    }
    await page.getByRole('button', { name: 'Measure a distance' }).click()
    await page.getByText('Click 2 places.').waitFor()
    for (const name of ['Copy the link', 'Download']) {
      await page.getByRole('button', { name }).click()
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
  })
})

describe('the page of a specimen on a telephone', () => {
  it('leaves nothing that gets the focus below the picture, which stays while the panel scrolls', async () => {
    const { page } = await open({ context: { viewport: { width: 360, height: 640 } } })
    await showsTriangles(page, 450)
    await page.getByText('About', { exact: true }).click()
    const read = () =>
      page.evaluate(() => {
        const focused = document.activeElement
        const picture = document.querySelector('.specimen-picture')
        const covered = picture?.getBoundingClientRect().bottom ?? 0
        return {
          isInPanel: !!focused?.closest('.side'),
          free: (focused?.getBoundingClientRect().top ?? 0) - covered,
        }
      })
    await page.mouse.wheel(0, 5000)
    await page.getByText('About', { exact: true }).focus()
    const places: number[] = []
    for (;;) {
      const { isInPanel, free } = await read()
      if (!isInPanel) break
      places.push(free)
      await page.keyboard.press('Shift+Tab')
    }
    expect(places.length).toBeGreaterThan(6)
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  })

  itAtLength('has its head as high as elsewhere where there is nothing to show', async () => {
    const measureHead = async (width: number) => {
      const { page } = await open({ path: '/#/nothing', context: { viewport: { width, height: 800 } } })
      await page.getByRole('link', { name: 'All specimens' }).nth(1).waitFor()
      return (await page.locator('.specimen-head').boundingBox())?.height
    }
    expect(await measureHead(360)).toBe(await measureHead(1280))
  })
})
