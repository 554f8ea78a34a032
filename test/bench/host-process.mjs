/**
 * A host in a process of its own, started by `withHost`: the options come as JSON, questions about the process over IPC.
 * Its log goes where `specimen serve` sends it, to standard output, which the benchmarks discard.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createHost } from 'specimen-host'
import { loopResolution } from './processes.mjs'

const host = await createHost(JSON.parse(process.argv[2]))
const address = await host.listen()
const delay = monitorEventLoopDelay({ resolution: loopResolution })

const answers = {
  cpu: () => process.cpuUsage(),
  memory: () => ({ rss: process.memoryUsage.rss(), peak: process.resourceUsage().maxRSS * 1024, ...process.memoryUsage() }),
  watchLoop: () => {
    delay.reset()
    delay.enable()
  },
  readLoop: () => {
    delay.disable()
    return { p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 }
  },
}

process.on('message', ({ id, question }) => process.send({ id, answer: answers[question]() ?? null }))
process.on('disconnect', () => void host.close().then(() => process.exit()))
process.send({ port: Number(new URL(address).port) })
