/** The panel alone in a page, bundled as the viewer is. */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleEntry, bundleStyle } from '../bundle-entry.ts'
import type { Sent, Story } from './panel-story.tsx'

export interface OpenPanel {
  readonly page: Page
  show(story: Partial<Story> & Pick<Story, 'schema'>): Promise<void>
  /** What the panel has handed on since the story was shown. */
  readSent(): Promise<Sent[]>
}

export async function openPanel(browser: Browser, context: BrowserContextOptions = {}): Promise<OpenPanel> {
  const script = await bundleEntry('test/browser/viewer/panel-story.tsx', { format: 'esm' })
  const style = await bundleStyle()
  const page = await (
    await browser.newContext({ viewport: { width: 352, height: 900 }, ...context })
  ).newPage()
  await page.setContent(`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Panel</title><style>
    ${style}</style></head><body><main id="story"></main></body></html>`)
  await page.addScriptTag({ type: 'module', content: script })
  await page.waitForFunction(() => 'showStory' in globalThis)
  return {
    page,
    show: (story) =>
      page.evaluate(
        (text) => showStory(JSON.parse(text)),
        JSON.stringify({ params: {}, shownParams: null, issues: [], ...story }),
      ),
    readSent: () => page.evaluate(() => sent),
  }
}
