/**
 * What a process of a benchmark answers about itself over IPC: its memory, its processor time, the delay of
 * its event loop. It ends when the benchmark disconnects.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { loopResolution } from './processes.mjs'

/** Says that this process is ready, answers questions from now on, and calls `close` before it ends. */
export function answerQuestions(ready, close) {
  const delay = monitorEventLoopDelay({ resolution: loopResolution })
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
  }
  process.on('message', async ({ id, question }) =>
    process.send({ id, answer: (await answers[question]()) ?? null }),
  )
  process.on('disconnect', () => void close().then(() => process.exit()))
  process.send(ready)
}
