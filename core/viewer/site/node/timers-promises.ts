/** The part of `node:timers/promises` that a bundle in a page has. */

function pause<T>(milliseconds = 1, value?: T): Promise<T | undefined> {
  return new Promise((resolve) => globalThis.setTimeout(() => resolve(value), milliseconds))
}

/** Resolves in the next turn. A timer of a page would wait for 4 ms. */
function nextTurn<T>(value?: T): Promise<T | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve(value)
    }
    port2.postMessage(null)
  })
}

export { nextTurn as setImmediate, pause as setTimeout }
export default { setImmediate: nextTurn, setTimeout: pause }
