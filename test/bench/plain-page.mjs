/**
 * A page that nobody looks into but the benchmark. Of a page that Playwright drives, Chromium keeps a copy of
 * each body for the inspector, 100 MB of them: 18 ms for 12 MB, and 50 to 70 once these are full.
 */

/** Returns an empty page of `browser`, in a context of its own that Playwright leaves alone. */
export async function openPlainPage(browser) {
  const session = await browser.newBrowserCDPSession()
  const { browserContextId } = await session.send('Target.createBrowserContext')
  const { targetId } = await session.send('Target.createTarget', { url: 'about:blank', browserContextId })
  const send = await attach(session, targetId)
  const viewport = { width: 640, height: 480, deviceScaleFactor: 1, mobile: false }
  await send('Emulation.setDeviceMetricsOverride', viewport)
  return {
    goto: (url) => send('Page.navigate', { url }),
    /** Returns what `run(given)` resolves with in the page; both, and that, are passed as text. */
    evaluate: async (run, given) => {
      const expression = `(${run})(${JSON.stringify(given)})`
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const { result, exceptionDetails } = await send('Runtime.evaluate', asked)
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result.value
    },
    close: async () => {
      await session.send('Target.disposeBrowserContext', { browserContextId })
      await session.detach()
    },
  }
}

/** Returns what sends a command to the target and resolves with its answer. */
async function attach(session, targetId) {
  const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
  const waiting = new Map()
  let count = 0
  session.on('Target.receivedMessageFromTarget', (event) => {
    const { id, result, error } = JSON.parse(event.message)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error) asked?.reject(new Error(error.message))
    else asked?.resolve(result)
  })
  return async (method, params) => {
    const id = ++count
    const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    await session.send('Target.sendMessageToTarget', {
      sessionId,
      message: JSON.stringify({ id, method, params }),
    })
    return await answer
  }
}
