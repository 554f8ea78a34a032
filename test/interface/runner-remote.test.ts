/** The Runner contract at the far end of a link: a relay, a worker, and the process pool behind it. */
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { createProcessPool } from '../../core/engine/run/pool/tiers.ts'
import { openRelay } from '../federation/relay-harness.ts'
import { createTestWorker, toPoolFunctions, toSnapshot } from '../federation/worker-harness.ts'
import { contractManifests, contractModule, describeRunner } from './runner-contract.ts'
import { createTestLog, makeReadableFolder, toPoolOptions } from './runner-harness.ts'

describeRunner(
  'a worker behind a relay',
  async (check, { places, queueLimit }) => {
    const folder = makeReadableFolder()
    await copyFile(contractModule, join(folder, 'index.mjs'))
    const atWorker = { check: async (result: Parameters<typeof check>[0]) => checkElements(result) }
    const pool = createProcessPool(toPoolOptions('process', createTestLog(), { ...atWorker, size: places }))
    const functions = toPoolFunctions(pool, { name: 'contract', folder, manifests: contractManifests })
    const relay = await openRelay({ check, queueLimit })
    const { worker } = createTestWorker(relay.port, toSnapshot(functions), { places })
    worker.start()
    await worker.connected
    return {
      runner: relay.runnerOf('w1'),
      close: async () => {
        await worker.close(1)
        await relay.close()
        await pool.close()
        await rm(folder, { recursive: true })
      },
    }
  },
  {
    code: 'function.failed',
    nameFunction: (name) => `(function ${name} of `,
    isBounded: true,
  },
)
