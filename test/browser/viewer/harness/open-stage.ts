/** A page with `tools` of `stage-page.ts` in it: a stage without the viewer around it. */
import { build } from 'esbuild'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** Opens the page. What it logs as an error or a warning is added to `faults`. */
export async function openStage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly faults: string[] }> {
  const { outputFiles } = await build({
    entryPoints: ['test/browser/viewer/harness/stage-page.ts'],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  })
  const page = await browser.newPage(options)
  const faults: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.stack ?? error.message))
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  return { page, faults }
}
