/** The API contract of a host alone, with plugins in processes and in threads. */
import { rm } from 'node:fs/promises'
import { createHost } from 'specimen-host'
import { makeProbe } from '../support/probe-bundle.ts'
import { describeApi } from './api/contract.ts'
import { alone } from './api/served-api.ts'

for (const isolation of ['process', 'thread'] as const) {
  describeApi(
    `a host (${isolation})`,
    async ({ poolSize }) => {
      const { folder, plugins, specimens } = makeProbe()
      const host = await createHost({ plugins, specimens, isolation, poolSize, port: 0, logLevel: 'silent' })
      const url = await host.listen()
      return {
        url,
        close: async () => {
          await host.close()
          await rm(folder, { recursive: true })
        },
      }
    },
    alone,
  )
}
