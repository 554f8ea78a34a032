import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns what axe finds serious or critical in a page, or in the part that a selector names. */
export async function findBarriers(page: Page, part = 'html'): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return await page.evaluate(async (selector) => {
    const { axe: checker } = globalThis as unknown as { axe: typeof axe } // put there just now
    const { violations } = await checker.run(selector, { resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
  }, part)
}
