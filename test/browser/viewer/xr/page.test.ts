/** Into a headset from the page of a specimen, and back. */
import type { Page } from 'playwright-core'
import type { Host } from 'specimen-host'
import { beforeAll, describe, expect, it } from 'vitest'
import { bundleEntry } from '../../bundle-entry.ts'
import { lookWhenStill, showsPicture } from '../specimen-page.ts'
import { useViewer } from '../use-viewer.ts'

const open = useViewer({
  prepare: register,
  path: '/#/square',
  context: { viewport: { width: 860, height: 620 } },
})
let emulator: string
beforeAll(async () => {
  emulator = await bundleEntry('test/browser/viewer/harness/emulated-headset.ts')
})

const size = { type: 'integer', default: 2, minimum: 1, maximum: 9 } as const
const schema = { type: 'object', properties: { size }, additionalProperties: false } as const

function register(host: Host): void {
  host.registerSpecimen(
    { id: 'square', displayName: 'A square' },
    (edge: number) => ({
      vertices: new Float32Array([0, 0, 0, edge, 0, 0, edge, edge, 0, 0, edge, 0]),
      indices: new Uint32Array([0, 1, 2, 0, 2, 3]),
    }),
    { returns: 'mesh', schema },
  )
}

const arrange = async (page: Page): Promise<unknown> => await page.addInitScript(emulator)
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('toolbar', { name: 'Picture' }).getByRole('button', { name })
const isIn = (page: Page): Promise<boolean> =>
  page.evaluate('device.activeSession !== undefined && device.activeSession !== null')

describe('a page with a headset', () => {
  it('loads the script for it with the first click, enters both ways, and is as before when it is left', async () => {
    const { page, expectClean } = await open({ arrange })
    const scripts: string[] = []
    page.on('request', (request) => scripts.push(request.url()))
    await showsPicture(page, 'A mesh of 2 triangles.')
    await button(page, 'Enter VR').waitFor()
    expect(scripts.filter((url) => url.includes('/headset-visit-'))).toEqual([])
    const before = await lookWhenStill(page)
    for (const way of ['VR', 'AR']) {
      await button(page, `Enter ${way}`).click()
      await button(page, `Leave the headset (${way})`).waitFor()
      expect(await isIn(page)).toBe(true)
      expect(scripts.filter((url) => url.includes('/headset-visit-')).length).toBe(1)
      await page.evaluate('device.activeSession.end()')
      await button(page, `Enter ${way}`).waitFor()
      await page.mouse.move(0, 0) // the button's label would lie over the picture
      expect((await lookWhenStill(page)).equals(before)).toBe(true)
    }
    expectClean()
  })

  it('leaves by its button too', async () => {
    const { page, expectClean } = await open({ arrange })
    await showsPicture(page, 'A mesh of 2 triangles.')
    await button(page, 'Enter VR').click()
    await button(page, 'Leave the headset (VR)').press('Enter') // the emulator's picture lies over the page
    await button(page, 'Enter VR').waitFor()
    expect(await isIn(page)).toBe(false)
    await showsPicture(page, 'A mesh of 2 triangles.')
    expectClean()
  })

  it('says why a session is refused, also one that was said to be there, and stays as it was', async () => {
    const { page, expectClean } = await open({ arrange })
    await showsPicture(page, 'A mesh of 2 triangles.')
    await page.evaluate(`navigator.xr.requestSession = () =>
      Promise.reject(new DOMException('immersive-ar is not there', 'NotSupportedError'))`)
    await button(page, 'Enter AR').click()
    await page.getByRole('alert').getByText('The headset does not offer this.').waitFor()
    expect(await isIn(page)).toBe(false)
    await button(page, 'Enter AR').waitFor()
    await showsPicture(page, 'A mesh of 2 triangles.')
    expectClean()
  })
})

describe('a page without a headset', () => {
  it('has no button for one, and says why where its link is', async () => {
    const { page, expectClean } = await open()
    await showsPicture(page, 'A mesh of 2 triangles.')
    await page.getByRole('button', { name: 'Copy the link to this view' }).click()
    await page.getByText(/^In a headset: (No headset was found\.|This browser has no WebXR)/).waitFor()
    expect(await button(page, /Enter/).count()).toBe(0)
    expectClean()
  })

  it('in a frame that does not allow it says what the frame needs', async () => {
    const { page, url } = await open()
    await page.setContent(
      `<iframe src="${url}/#/square" width="800" height="600" allow="xr-spatial-tracking 'none'"></iframe>`,
    )
    const frame = page.frameLocator('iframe')
    await frame.getByRole('button', { name: 'Copy the link to this view' }).click()
    await frame
      .getByText(/In a headset: .*(allow="xr-spatial-tracking"|No headset was found|no WebXR)/)
      .waitFor()
  })
})
