/**
 * What a process of a benchmark answers about itself over IPC: its memory, its processor time, the delay of
 * its event loop. It ends when the benchmark disconnects.
 */
import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loopResolution } from './processes.mjs'

/** Says that this process is ready, answers questions from now on, and calls `close` before it ends. */
export function answerQuestions(ready, close) {
  const delay = monitorEventLoopDelay({ resolution: loopResolution })
  const turns = createTurnWatch()
  const answers = {
    cpu: () => process.cpuUsage(),
    memory: () => ({
      rss: process.memoryUsage.rss(),
      peak: process.resourceUsage().maxRSS * 1024,
      ...process.memoryUsage(),
    }),
    watchLoop: () => {
      delay.reset()
      delay.enable()
    },
    readLoop: () => {
      delay.disable()
      return { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
    },
    watchTurns: () => turns.start(),
    readTurns: () => turns.stop(),
  }
  process.on('message', async ({ id, question }) =>
    process.send({ id, answer: (await answers[question]()) ?? null }),
  )
  process.on('disconnect', () => void close().then(() => process.exit()))
  process.send(ready)
}

/**
 * Returns what measures the longest turn of the event loop in milliseconds of the main thread's own processor
 * time, which a busy machine does not lengthen. Linux only: 0 elsewhere.
 */
function createTurnWatch() {
  const path = `/proc/self/task/${process.pid}/schedstat`
  const read = () => (existsSync(path) ? Number(readFileSync(path, 'latin1').split(' ', 1)[0]) / 1e6 : 0)
  let timer
  let last = 0
  let longest = 0
  const look = () => {
    const now = read()
    longest = Math.max(longest, now - last)
    last = now
  }
  return {
    start: () => {
      last = read()
      longest = 0
      timer = setInterval(look, 1)
    },
    stop: () => {
      clearInterval(timer)
      look()
      return longest
    },
  }
}
