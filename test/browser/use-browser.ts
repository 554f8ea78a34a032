import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { openBrowser } from './open-browser.ts'

/**
 * The browser of this process, which files that run in it one after the other have in common: its start takes
 * longer than many a test. It ends with the process.
 */
let started: Promise<Browser> | undefined

/** Returns what gives the browser, in which each file finds no page and leaves none. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined
  beforeAll(async () => {
    started ??= openBrowser()
    browser = await started
  })
  afterAll(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
  })
  return () => {
    if (!browser) throw new Error('The browser is there from the first beforeAll after useBrowser() on.')
    return browser
  }
}
