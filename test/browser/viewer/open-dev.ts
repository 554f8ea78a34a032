/** The page of a real `specimen dev` in a browser, with files that are saved. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type DevSession, openDev } from '../../build/running-command.ts'
import { addFiles } from '../../build/temporary-plugins.ts'
import { watchPage } from '../watch-page.ts'

export interface OpenDev {
  readonly page: Page
  readonly url: string
  readonly session: DevSession
  /** What the page logged as errors, so far. */
  readonly faults: readonly string[]
  save(files: { readonly [path: string]: string }): void
}

/** Runs the command over `plugins/` of these files, and opens its page. It ends with the test. */
export async function openDevPage(
  browser: Browser,
  files: { readonly [path: string]: string },
  options: BrowserContextOptions = {},
): Promise<OpenDev> {
  const session = await openDev({ ...files, 'scans/README.md': '' })
  const { url } = session
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const faults = watchPage(page)
  await page.goto(url)
  return {
    page,
    url,
    session,
    faults,
    save: (changed) => addFiles(session.folder, changed),
  }
}
