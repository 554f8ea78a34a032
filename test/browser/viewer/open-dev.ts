/** The page of a real `specimen dev` in a browser, with files that are saved. */
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { type Session, start } from '../../build/running-command.ts'
import { addFiles, createFolder } from '../../build/temporary-plugins.ts'
import { watchPage } from '../watch-page.ts'

export interface OpenDev {
  readonly page: Page
  readonly url: string
  readonly session: Session
  /** What the page logged as errors, so far. */
  readonly faults: readonly string[]
  save(files: { readonly [path: string]: string }): void
}

/** Starts the command over `plugins/` of these files, and opens its page. It ends with the test. */
export async function openDevPage(
  browser: Browser,
  files: { readonly [path: string]: string },
  options: BrowserContextOptions = {},
): Promise<OpenDev> {
  const folder = createFolder({ ...files, 'scans/README.md': '' })
  const argv = [join(folder, 'plugins'), '--out', join(folder, 'out'), '--specimens', join(folder, 'scans')]
  const session = start('dev', ...argv, '--port', '0')
  const [, url = ''] = await session.wait(/^serving on (\S+);/)
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000) // a busy machine may be slow
  const faults = watchPage(page)
  await page.goto(url)
  return {
    page,
    url,
    session,
    faults,
    save: (changed) => addFiles(folder, changed),
  }
}
