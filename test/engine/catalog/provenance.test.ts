/** The provenance that goes into files: bounded, the deepest calls first. */
import { expect, it } from 'vitest'
import type { Params } from '../../../core/contract/domain/schema.ts'
import { toProvenance, toShortProvenance } from '../../../core/engine/catalog/provenance.ts'
import type { Call } from '../../../core/engine/run/call.ts'

const runner = { run: () => Promise.reject(new Error('nothing runs here')) }
const parts = { version: '1', findSigner: (hash: string) => (hash === 'signed' ? 'ada' : undefined) }

function toCall(functionName: string, params: Params, inputs: readonly Call[] = []): Call {
  const key = `${functionName}:${inputs.length}`
  const revision = functionName === 'inner' ? 'signed' : 'plain'
  return {
    invocation: { functionName, revision, params, roomId: '', key },
    runner,
    source: { kind: 'function', type: 'mesh', owner: 'code' },
    inputs: inputs.map((call, i) => ({ steps: [`of${i}`], kinds: ['mesh'], call, id: functionName })),
  }
}

const inner = toCall('inner', { text: 'i'.repeat(3000) })
const middle = toCall('middle', { of0: { specimen: 'inner' } }, [inner])
const outer = toCall('outer', { of0: {}, of1: {} }, [middle, inner])

it('names a call once, wherever its result is taken, and who has signed its code', () => {
  const { activity, used, agent, wasAttributedTo } = toProvenance(outer, parts)
  expect(Object.keys(Object(activity))).toEqual(['specimen:run-1', 'specimen:run-2', 'specimen:run-3'])
  expect(Object.values(Object(used)).map((use) => Object(use)['prov:entity'])).toEqual([
    'specimen:result-2',
    'specimen:result-3',
    'specimen:result-3',
  ])
  expect(agent).toHaveProperty(['specimen:signer-ada', 'specimen:name'], 'ada')
  expect(wasAttributedTo).toHaveProperty(['_:signature-inner', 'prov:agent'], 'specimen:signer-ada')
})

it('leaves out the deepest calls where it is too long, and then parameters, and says so', () => {
  expect(JSON.parse(toShortProvenance(outer, parts))).toEqual(toProvenance(outer, parts))
  const deep = toCall('deep', {}, [toCall('low', {}, [inner])])
  const cut = JSON.parse(toShortProvenance(deep, parts, 3000))
  expect(Buffer.byteLength(JSON.stringify(cut))).toBeLessThanOrEqual(3000)
  expect(Object.keys(cut.activity)).toEqual(['specimen:run-1', 'specimen:run-2'])
  expect(cut.entity['specimen:result-1']['specimen:left']).toContain('1 more call')
  const long = JSON.parse(toShortProvenance(inner, parts, 2000))
  expect(JSON.stringify(long)).not.toContain('iii')
  expect(long.activity['specimen:run-1']['specimen:left']).toContain('parameters are left out')
})
