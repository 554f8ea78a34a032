/**
 * The API contract of the same host behind a relay: a worker that dials in, and all requests to the relay.
 */
import { rm } from 'node:fs/promises'
import { createHost, createWorker } from 'specimen-host'
import { makeProbe } from '../support/probe-bundle.ts'
import { describeApi } from './api/contract.ts'
import { behindRelay } from './api/served-api.ts'

describeApi(
  'a host behind a relay',
  async ({ poolSize }) => {
    const { folder, plugins, specimens } = makeProbe()
    const relay = await createHost({ relay: true, port: 0, logLevel: 'silent' })
    const url = await relay.listen()
    const worker = await createWorker({
      relay: url,
      id: 'w1',
      plugins,
      specimens,
      poolSize,
      logLevel: 'silent',
    })
    await worker.connected
    return {
      url,
      close: async () => {
        await worker.close()
        await relay.close()
        await rm(folder, { recursive: true })
      },
    }
  },
  behindRelay('w1'),
)
