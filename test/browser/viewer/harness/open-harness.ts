/** An empty page with one entry of this folder in it, bundled as the viewer is. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { bundleEntry, bundleStyle } from '../../bundle-entry.ts'
import { watchPage } from '../../watch-page.ts'
import type { Shot } from './views.ts'

export interface Harness {
  readonly page: Page
  /** Fails the test if the page has thrown, or logged a warning or an error. */
  expectClean(): void
  close(): Promise<void>
}

/** Opens a page and runs an entry (`views.ts`, `slices-page.tsx`) in it. */
export async function openHarness(
  browser: Browser,
  entry: string,
  options: BrowserContextOptions = {},
): Promise<Harness> {
  const script = await bundleEntry(`test/browser/viewer/harness/${entry}`)
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const faults = watchPage(page, ['error', 'warning'])
  await page.setContent('<!doctype html><html lang="en"><title>Harness</title><body></body></html>')
  await page.addStyleTag({ content: await bundleStyle() })
  await page.addScriptTag({ content: script })
  return {
    page,
    expectClean: () => expect(faults).toEqual([]),
    close: async () => await context.close(),
  }
}

/** Draws in a page with `views.ts` in it, and returns the PNG. */
export async function shoot({ page }: Harness, shot: Shot): Promise<Uint8Array> {
  const base64 = await page.evaluate((wanted) => {
    const { shoot } = globalThis as unknown as { shoot: (shot: Shot) => string } // views.ts has put it there
    return shoot(wanted)
  }, shot)
  return Buffer.from(base64, 'base64')
}
