/** The Runner contract against functions in code, the process tier and the thread tier. */

import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CodeFunction } from '../../core/catalog/code-function.ts'
import type { Result } from '../../core/domain/result/result.ts'
import { createInlineRunner } from '../../core/run/inline-runner.ts'
import { createProcessPool, createThreadPool } from '../../core/run/pool/tiers.ts'
import type { Runner } from '../../core/run/runner.ts'
import {
  type Bounds,
  contractManifests,
  contractModule,
  describeRunner,
  type RunnerUnderTest,
} from './runner-contract.ts'
import { createTestLog, makeReadableFolder, toPoolOptions } from './runner-harness.ts'

const inBundle = { origin: 'bundle contract', isBounded: true }
describeRunner('functions in code', openInline, { origin: 'registered in code', isBounded: false })
describeRunner('process pool', (...given) => openPool('process', ...given), inBundle)
describeRunner('thread pool', (...given) => openPool('thread', ...given), inBundle)

async function openInline(check: (result: Result) => Promise<void>): Promise<RunnerUnderTest> {
  // Each export is a function.
  const module = (await import(contractModule.href)) as { readonly [name: string]: CodeFunction }
  const log = createTestLog()
  const runners = new Map<string, Runner>()
  for (const { name, return_type: returnType, parameters, progress } of contractManifests) {
    const fn = module[name]
    if (!fn) throw new Error(`no function ${name}`)
    runners.set(
      name,
      createInlineRunner(fn, { returnType, parameters, progress, check, log, runTimeoutSeconds: 60 }),
    )
  }
  const runner: Runner = {
    run: async (invocation, context) => {
      const found = runners.get(invocation.functionName)
      if (!found) throw new Error(`no runner ${invocation.functionName}`)
      return found.run(invocation, context)
    },
  }
  return { runner, close: async () => {} }
}

async function openPool(
  tier: 'process' | 'thread',
  check: (result: Result) => Promise<void>,
  { places, queueLimit }: Bounds,
): Promise<RunnerUnderTest> {
  const folder = makeReadableFolder()
  await copyFile(contractModule, join(folder, 'index.mjs'))
  const options = toPoolOptions(tier, createTestLog(), { check, size: places, queueLimit })
  const pool = tier === 'process' ? createProcessPool(options) : createThreadPool(options)
  const runner = pool.createRunner({
    name: 'contract',
    source: 'contract',
    hash: '1',
    folder,
    functions: contractManifests,
  })
  const close = async () => {
    await pool.close()
    await rm(folder, { recursive: true })
  }
  return { runner, close }
}
