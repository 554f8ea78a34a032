import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './open-browser.ts'

/** One browser for the tests of a file, from before the first until after the last. Returns what gives it. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(async () => await browser?.close())
  return () => {
    if (!browser) throw new Error('The browser is there from the first beforeAll after useBrowser() on.')
    return browser
  }
}
