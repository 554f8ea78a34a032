/** The keys of calls with data: equal exactly when the whole tree is, by random trees. */
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { Invocation } from '../../../core/contract/domain/invocation.ts'
import type { Params } from '../../../core/contract/domain/schema.ts'
import { type Json, toCanonicalJson } from '../../../core/contract/values/json.ts'
import { CatalogView } from '../../../core/engine/catalog/catalog-view.ts'
import { noFiles, planData } from '../../../core/engine/catalog/plan-data.ts'
import { toPlannedCall } from '../../../core/engine/catalog/planned-call.ts'
import { type CallTarget, createGate } from '../../../core/engine/functions/gate.ts'
import type { Call } from '../../../core/engine/run/call.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const mesh = toDataSchema(['mesh'])
const gate = createGate({ paramsLength: 2 ** 20 })
const runner = { run: () => Promise.reject(new Error('nothing runs here')) }

function toTarget(name: string, revision: string): CallTarget {
  const schema = {
    type: 'object',
    properties: { size: { type: 'number', default: 1 }, a: mesh, b: mesh },
    additionalProperties: false,
  } as const
  const parameters = ['size', 'a', 'b']
  const manifest = { name, description: '', return_type: 'mesh', parameters, progress: null, schema } as const
  return { registered: { manifest, owner: 'code', revision, runner }, schema }
}

function createView(revision: string): CatalogView {
  const targets = new Map(['f', 'g'].map((name) => [name, toTarget(name, revision)]))
  const functions = new Map([...targets].map(([name, { registered }]) => [name, registered]))
  const snapshot = { specimens: new Map(), functions, targets, errors: [], notes: [] }
  return new CatalogView(snapshot as unknown as ConstructorParameters<typeof CatalogView>[0], () => []) // all that is read of one
}

const views = ['1', '2'].map(createView)

async function plan(params: Params, view = views[0]): Promise<Call> {
  const target = view?.find('f')
  if (!view || target?.kind !== 'dynamic') throw new TypeError('f is a function')
  const invocation: Invocation = gate.admit(target.target, params, 'room')
  const decoder = { createRunner: () => runner, close: async () => {} }
  const { signal } = new AbortController()
  return await toPlannedCall(planData(target.target, invocation, { view, gate, files: noFiles }), {
    decoder,
    signal,
  })
}

/** A tree of calls, with defaults written out or left out. */
interface Tree {
  readonly name: 'f' | 'g'
  readonly size: number
  readonly isWritten: boolean
  readonly a: Tree | null
  readonly b: Tree | null
}

const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    name: fc.constantFrom('f', 'g'),
    size: fc.constantFrom(1, 2),
    isWritten: fc.boolean(),
    a: fc.option(tie('tree'), { maxDepth: 3, depthIdentifier: 'tree' }),
    b: fc.option(tie('tree'), { maxDepth: 3, depthIdentifier: 'tree' }),
  }),
})).tree

function toParams({ size, isWritten, a, b }: Tree): Params {
  return {
    ...((size !== 1 || isWritten) && { size }),
    ...(a && { a: toRef(a) }),
    ...(b && { b: toRef(b) }),
  }
}

/** A call without parameters may be named as a specimen. */
function toRef(tree: Tree): Json {
  const inputs = toParams(tree)
  if (Object.keys(inputs).length === 0) return { specimen: tree.name }
  return { process: tree.name, inputs }
}

/** Returns what a tree computes, however it is written. */
function toMeaning({ name, size, a, b }: Tree): Json {
  return [name, size, a && toMeaning(a), b && toMeaning(b)]
}

describe('the key of a call with data', () => {
  it('is equal exactly when the tree is', async () => {
    const keys = new Map<string, string>()
    const meanings = new Map<string, string>()
    const many = fc.sample(trees, 2000)
    for (const tree of many) {
      const meaning = toCanonicalJson(toMeaning({ ...tree, name: 'f' }))
      const { key } = (await plan(toParams(tree))).invocation
      expect(keys.get(meaning) ?? key).toBe(key)
      expect(meanings.get(key) ?? meaning).toBe(meaning)
      keys.set(meaning, key)
      meanings.set(key, meaning)
    }
    expect(keys.size).toBeGreaterThan(100)
    expect(keys.size).toBeLessThan(many.length)
  })

  it('is another one when the code of an inner function is', async () => {
    const params = { a: { process: 'g' } }
    const [one, other] = [await plan(params, views[0]), await plan(params, views[1])]
    expect(one.invocation.key).not.toBe(other.invocation.key)
    expect((await plan({}, views[0])).invocation.key).toBe((await plan({}, views[1])).invocation.key)
  })

  it('tells parts apart, and places', async () => {
    const one = await plan({ a: { process: 'g' } })
    const other = await plan({ b: { process: 'g' } })
    expect(one.invocation.key).not.toBe(other.invocation.key)
    expect(one.inputs?.[0]?.call?.invocation).toEqual(other.inputs?.[0]?.call?.invocation)
  })
})
