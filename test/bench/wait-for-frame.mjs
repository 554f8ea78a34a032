/**
 * Returns the page's time of the first frame of a result after `since`. Looks in the page itself, so that it
 * may be one of Playwright's or a plain one, but not one that is loaded anew meanwhile.
 */
export async function waitForFrame(page, since) {
  return await page.evaluate(async (after) => {
    const begun = performance.now()
    for (;;) {
      const drawn = performance.getEntriesByName('result drawn')
      const frame = drawn.find(({ startTime }) => startTime > after)
      if (frame) return frame.startTime
      if (performance.now() - begun > 60_000) throw new Error('no frame was drawn within a minute')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }, since)
}
