/** A page with `tools` of `stage-page.ts` in it: a stage without the viewer around it. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleEntry } from '../../bundle-entry.ts'
import { watchPage } from '../../watch-page.ts'

/** Opens the page. What it logs as an error or a warning is added to `faults`. */
export async function openStage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const script = await bundleEntry('test/browser/viewer/harness/stage-page.ts')
  const page = await browser.newPage(options)
  const faults = watchPage(page, ['error', 'warning'])
  await page.addScriptTag({ content: script })
  return { page, faults }
}
