import { rm } from 'node:fs/promises'
import { createHost, type HostOptions } from 'specimen-host'
import { makeProbe } from '../support/probe-bundle.ts'
import type { Served } from './api/served-api.ts'

/** Starts a host of the probe's bundle and specimens. */
export async function startAlone(options: HostOptions): Promise<Served> {
  const { folder, plugins, specimens } = makeProbe()
  const host = await createHost({ plugins, specimens, port: 0, logLevel: 'silent', ...options })
  const url = await host.listen()
  return {
    url,
    close: async () => {
      await host.close()
      await rm(folder, { recursive: true })
    },
  }
}
