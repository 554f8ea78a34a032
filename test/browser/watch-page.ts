import type { Page } from 'playwright-core'

/**
 * Without a graphics card a browser reads each frame of a canvas back, and says so: that is its own affair, and no
 * fault of the page.
 */
const isOwnAffair = (text: string): boolean => text.includes('GPU stall due to ReadPixels')

/** Returns what a page throws and logs from now on, as errors or as something else that is asked for. */
export function watchPage(page: Page, types: readonly string[] = ['error']): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    if (types.includes(message.type()) && !isOwnAffair(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`page: ${error.stack ?? error.message}`))
  return faults
}
