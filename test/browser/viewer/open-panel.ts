/** The panel alone in a page, bundled as the viewer is. */
import { readFileSync } from 'node:fs'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { bundleEntry } from '../bundle-entry.ts'
import type { Sent, Story } from './panel-story.tsx'

const root = new URL('../../../', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8')

export interface OpenPanel {
  readonly page: Page
  show(story: Partial<Story> & Pick<Story, 'schema'>): Promise<void>
  /** What the panel has handed on since the story was shown. */
  readSent(): Promise<Sent[]>
}

export async function openPanel(browser: Browser, context: BrowserContextOptions = {}): Promise<OpenPanel> {
  const script = await bundleEntry(new URL('test/browser/viewer/panel-story.tsx', root).pathname, {
    format: 'esm',
  })
  const style = ['page/tokens.css', 'panel/panel.css'].map((path) => readText(`core/viewer/${path}`)).join('')
  const page = await (
    await browser.newContext({ viewport: { width: 352, height: 900 }, ...context })
  ).newPage()
  await page.setContent(`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>Panel</title><style>
    ${style} *{box-sizing:border-box} body{margin:0;background:var(--ground);font:var(--normal)/1.5 var(--font)}
    </style></head><body><main id="story"></main></body></html>`)
  await page.addScriptTag({ type: 'module', content: script })
  await page.waitForFunction(() => 'showStory' in globalThis)
  return {
    page,
    show: (story) =>
      page.evaluate(
        (text) => showStory(JSON.parse(text)),
        JSON.stringify({ params: {}, shownParams: null, issues: [], isLazy: false, ...story }),
      ),
    readSent: () => page.evaluate(() => sent),
  }
}
