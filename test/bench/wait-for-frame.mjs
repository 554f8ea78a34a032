/** Returns the page's time of the first frame of a result after `since`. */
export async function waitForFrame(page, since) {
  const found = await page.waitForFunction(
    (after) =>
      performance.getEntriesByName('result drawn').find(({ startTime }) => startTime > after)?.startTime,
    since,
    { polling: 5, timeout: 60_000 },
  )
  return await found.jsonValue()
}
