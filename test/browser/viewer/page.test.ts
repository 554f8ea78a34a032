/** The viewer's page as a browser gets it. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBrowser } from '../open-browser.ts'
import { openViewer } from './open-viewer.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => await browser?.close())

describe('the page at /', () => {
  it('loads from its own origin alone, under its policy, without an error', async () => {
    const viewer = await openViewer(browser)
    await viewer.page.getByRole('main').waitFor()
    expect(await viewer.page.title()).not.toBe('')
    viewer.expectClean()
    await viewer.close()
  })
})
