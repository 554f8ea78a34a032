/** The Runner contract against functions in code, the process tier and the thread tier. */

import { copyFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import type { Result } from '../../core/contract/domain/result/result.ts'
import type { CodeFunction } from '../../core/engine/catalog/code-function.ts'
import { createFileDecoder } from '../../core/engine/run/decoding/pooled-decoder.ts'
import { createInlineRunner } from '../../core/engine/run/inline-runner.ts'
import { createProcessPool, createThreadPool } from '../../core/engine/run/pool/tiers.ts'
import type { Runner } from '../../core/engine/run/runner.ts'
import {
  type Bounds,
  contractManifests,
  contractModule,
  describeRunner,
  type RunnerUnderTest,
} from './runner-contract.ts'
import { createTestLog, makeReadableFolder, toPoolOptions } from './runner-harness.ts'

const inCode = {
  code: 'function.failed',
  nameFunction: (name: string) => `(function ${name}, registered in code)`,
  isBounded: false,
} as const
const inBundle = {
  code: 'function.failed',
  nameFunction: (name: string) => `(function ${name} of bundle contract)`,
  isBounded: true,
} as const
const inFile = {
  code: 'file.undecodable',
  nameFunction: (name: string) => `"${name}": `,
  isBounded: true,
} as const
describeRunner('functions in code', openInline, inCode)
describeRunner('decoder of files', openDecoder, inFile)
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

/** A bundle whose `decode` takes the name of a function for that of a file, and its parameters for its bytes. */
const decoding = `
import * as functions from './index.mjs'
const manifests = ${JSON.stringify(contractManifests)}
export async function decode({ name, bytes }, reporter) {
  const { parameters, progress, return_type: type } = manifests.find((known) => known.name === name)
  const params = JSON.parse(new TextDecoder().decode(bytes))
  const take = (parameter) => Object.hasOwn(params, parameter) ? params[parameter] : undefined
  const result = await functions[name](...parameters.map((one) => one === progress ? reporter : take(one)))
  if (result === undefined) throw new Error('The function must return a ' + type + ' object (got undefined)')
  return { type, ...result }
}`

async function openDecoder(
  check: (result: Result) => Promise<void>,
  { places, queueLimit }: Bounds,
): Promise<RunnerUnderTest> {
  const folder = makeReadableFolder()
  await writeFile(join(folder, 'index.mjs'), `${await readFile(contractModule, 'utf8')}${decoding}`)
  const decoder = createFileDecoder({
    ...toPoolOptions('process', createTestLog(), { check, size: places, queueLimit }),
    bundle: pathToFileURL(`${folder}/`),
  })
  const runner: Runner = {
    run: async (invocation, context) => {
      const bytes = Buffer.from(JSON.stringify(invocation.params))
      const body = Readable.from([bytes])
      const open = async () => ({ status: 200, headers: {}, byteLength: bytes.length, body })
      return await decoder.createRunner({ name: invocation.functionName, open }).run(invocation, context)
    },
  }
  const close = async () => {
    await decoder.close()
    await rm(folder, { recursive: true })
  }
  return { runner, close }
}
