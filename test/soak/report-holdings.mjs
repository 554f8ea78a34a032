/** Loaded into the host that is soaked: on SIGUSR2 it collects its garbage and writes down what is left. */
import { renameSync, writeFileSync } from 'node:fs'

const path = process.env.SOAK_REPORT

process.on('SIGUSR2', () => {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  const resources = process.getActiveResourcesInfo().length
  writeFileSync(`${path}.unfinished`, JSON.stringify({ heap: heapUsed, external, arrayBuffers, resources }))
  renameSync(`${path}.unfinished`, path)
})
