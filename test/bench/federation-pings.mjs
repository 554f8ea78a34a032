/**
 * Pings of the federation channel, far more often than a link sends its own: on the WebSocket of the link
 * that this process has, behind whatever it has handed to it, answered by the link at the other end. Nothing
 * of the link is replaced: its own pings count from 1, and it takes no notice of an answer to any other.
 */
import { WebSocket } from 'ws'

const firstNumber = 1e9
const everyMilliseconds = 10
/** An answer later than this counts as lost. */
const lostMilliseconds = 30_000

/**
 * Returns pings that begin with `watch()`, once the link has next sent something; `read()` resolves with
 * their times in milliseconds.
 */
export function createPings() {
  let pinging
  return {
    watch: () => {
      pinging = findWebSocket().then(ping)
    },
    read: async () => await (await pinging).stop(),
  }
}

/** Resolves with the next WebSocket of this process that sends. */
function findWebSocket() {
  const { send } = WebSocket.prototype
  return new Promise((resolve) => {
    WebSocket.prototype.send = function (...message) {
      WebSocket.prototype.send = send
      resolve(this)
      return send.apply(this, message)
    }
  })
}

function ping(webSocket) {
  const sent = new Map()
  const times = []
  let number = firstNumber
  let onAnswer = () => {}
  const take = (data, isBinary) => {
    if (isBinary || data.length > 100) return
    const { type, n } = JSON.parse(data.toString())
    if (type !== 'pong' || !sent.has(n)) return
    times.push(performance.now() - sent.get(n))
    sent.delete(n)
    onAnswer()
  }
  webSocket.on('message', take)
  const timer = setInterval(() => {
    sent.set(++number, performance.now())
    webSocket.send(JSON.stringify({ type: 'ping', n: number }))
  }, everyMilliseconds)
  /** Resolves when all are answered. */
  const stop = async () => {
    clearInterval(timer)
    const isLost = setTimeout(() => {
      throw new Error(`${sent.size} pings were not answered`)
    }, lostMilliseconds)
    while (sent.size > 0) {
      await new Promise((resolve) => {
        onAnswer = resolve
      })
    }
    clearTimeout(isLost)
    webSocket.off('message', take)
    return times
  }
  return { stop }
}
