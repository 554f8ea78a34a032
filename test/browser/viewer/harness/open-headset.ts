/** A page with `tools` of `stage-page.ts` and `headset` of `headset-page.ts` in it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleEntry } from '../../bundle-entry.ts'
import { watchPage } from '../../watch-page.ts'

/**
 * Opens a page of an origin that counts as secure, as the emulator asks for. What it logs as an error is added to
 * `faults`. The emulator draws its frames, one after the other, as large as the page's viewport.
 */
export async function openHeadset(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const script = await bundleEntry('test/browser/viewer/harness/headset-page.ts')
  const page = await browser.newPage(options)
  const faults = watchPage(page)
  const address = 'http://localhost/'
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' }),
  )
  await page.goto(address)
  await page.addScriptTag({ content: script })
  return { page, faults }
}
