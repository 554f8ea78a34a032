/** Keys and kinds of calls with data, by 10,000 random trees: of functions, parts, files and revisions. */
import { describe, expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { type PartType, partTypes } from '../../../core/contract/domain/result/result.ts'
import type { Params } from '../../../core/contract/domain/schema.ts'
import { type Json, type JsonObject, toCanonicalJson } from '../../../core/contract/values/json.ts'
import type { BroughtFile, BroughtFiles } from '../../../core/engine/catalog/brought-file.ts'
import { CatalogView } from '../../../core/engine/catalog/catalog-view.ts'
import { noFiles, planData } from '../../../core/engine/catalog/plan-data.ts'
import { toPlannedCall } from '../../../core/engine/catalog/planned-call.ts'
import { toProvenance } from '../../../core/engine/catalog/provenance.ts'
import type { Snapshot } from '../../../core/engine/catalog/snapshot.ts'
import { type CallTarget, createGate } from '../../../core/engine/functions/gate.ts'
import type { Call } from '../../../core/engine/run/call.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const mesh = toDataSchema(['mesh'])
const gate = createGate({ paramsLength: 2 ** 20 })
const runner = { run: () => Promise.reject(new Error('nothing runs here')) }
const decoder = { createRunner: () => runner, close: async () => {} }
const revisions = ['1', '2'] as const
const hashes = ['a', 'b'].map((digit) => digit.repeat(64))
const names = ['f', 'g', 'pair'] as const

/** Shows functions with these targets. */
function createView(targets: ReadonlyMap<string, CallTarget>): CatalogView {
  const functions = new Map([...targets].map(([name, { registered }]) => [name, registered]))
  const snapshot: Snapshot = { specimens: new Map(), functions, targets, bundles: 0, errors: [] }
  return new CatalogView(snapshot, () => [])
}

/** A function of a mesh or of a scene of two, which takes two meshes. */
function toTarget(name: string, revision: string): CallTarget {
  const properties = { size: { type: 'number', default: 1 }, a: mesh, b: mesh }
  const schema = { type: 'object', properties, additionalProperties: false } as const
  const ofScene = name === 'pair'
  const manifest = {
    name,
    description: '',
    return_type: ofScene ? 'scene' : 'mesh',
    ...(ofScene && { returns: { type: 'scene', parts: { left: 'mesh', right: 'mesh' } } as const }),
    parameters: ['size', 'a', 'b'],
    progress: null,
    schema,
  } as const
  return { registered: { manifest, owner: 'code', revision, runner }, schema }
}

/** The catalogs in which each function has one of two revisions. */
const views = new Map(
  revisions.flatMap((f) =>
    revisions.flatMap((g) =>
      revisions.map((pair) => {
        const of = { f, g, pair }
        const view = createView(new Map(names.map((name) => [name, toTarget(name, of[name])])))
        return [JSON.stringify(of), view] as const
      }),
    ),
  ),
)

const files: BroughtFiles = {
  find: (hash) => (hashes.includes(hash) ? toFile(hash) : undefined),
}

function toFile(hash: string): BroughtFile {
  const data = { kind: 'bytes', mediaType: '', bytes: new Uint8Array(), name: null } as const
  return { hash, name: 'scan.stl', kind: 'mesh', data, hold: () => () => {} }
}

async function plan(params: Params, view: CatalogView): Promise<Call> {
  const found = view.find('f')
  if (found.kind !== 'dynamic') throw new TypeError('f is a function')
  const planned = planData(found.target, gate.admit(found.target, params, 'room'), { view, gate, files })
  return await toPlannedCall(planned, { decoder, signal: new AbortController().signal })
}

/** A file, or a call with its defaults written out or left out. */
type Tree =
  | { readonly kind: 'file'; readonly hash: string; readonly isNamed: boolean }
  | ({ readonly kind: 'call'; readonly name: (typeof names)[number]; readonly part: string } & Inputs)
interface Inputs {
  readonly size: number
  readonly isWritten: boolean
  readonly a: Tree | null
  readonly b: Tree | null
}

const { inputs } = fc.letrec<{ tree: Tree; inputs: Inputs }>((tie) => ({
  tree: fc.oneof(
    { depthIdentifier: 'tree', maxDepth: 3 },
    fc.record({
      kind: fc.constant('file' as const),
      hash: fc.constantFrom(...hashes),
      isNamed: fc.boolean(),
    }),
    fc
      .tuple(fc.constantFrom(...names), fc.constantFrom('left', 'right'), tie('inputs'))
      .map(([name, part, own]) => ({ ...own, kind: 'call' as const, name, part })),
  ),
  inputs: fc.record({
    size: fc.constantFrom(1, 2, -0, 0),
    isWritten: fc.boolean(),
    a: fc.option(tie('tree'), { maxDepth: 3, depthIdentifier: 'tree' }),
    b: fc.option(tie('tree'), { maxDepth: 3, depthIdentifier: 'tree' }),
  }),
}))

function toParams({ size, isWritten, a, b }: Inputs): Params {
  return {
    ...(b && { b: toRef(b) }), // members in any order
    ...((size !== 1 || isWritten) && { size }),
    ...(a && { a: toRef(a) }),
  }
}

function toRef(tree: Tree): Json {
  if (tree.kind === 'file') return { file: tree.hash, ...(tree.isNamed && { name: 'other.STL' }) }
  const given = toParams(tree)
  const part = tree.name === 'pair' ? { part: tree.part } : {}
  if (Object.keys(given).length === 0) return { specimen: tree.name, ...part }
  return { ...part, inputs: given, process: tree.name }
}

/** Returns what a tree computes, however it is written, with the code of each function in it. */
function toMeaning({ size, a, b }: Inputs, revisionOf: { readonly [name: string]: Json }): Json {
  const inner = (tree: Tree | null): Json => {
    if (tree === null) return null
    if (tree.kind === 'file') return ['file', tree.hash]
    const part = tree.name === 'pair' ? tree.part : null
    return [tree.name, revisionOf[tree.name] ?? null, part, toMeaning(tree, revisionOf)]
  }
  return [size + 0, inner(a), inner(b)]
}

const sample = fc.sample(fc.tuple(inputs, fc.constantFrom(...views.keys())), 10_000)

describe('10,000 random trees', () => {
  it('have equal keys exactly when they are equal, and then equal provenance', async () => {
    const keys = new Map<string, string>()
    const meanings = new Map<string, string>()
    const documents = new Map<string, string>()
    for (const [tree, name] of sample) {
      const view = views.get(name)
      if (!view) throw new TypeError('the catalog is one of these')
      const revisionOf: { readonly [name: string]: Json } = JSON.parse(name)
      const meaning = toCanonicalJson([revisionOf.f ?? null, toMeaning(tree, revisionOf)])
      const call = await plan(toParams(tree), view)
      const key = `${call.invocation.key} ${call.invocation.revision}`
      const document = JSON.stringify(toProvenance(call, { version: '1', findSigner: () => undefined }))
      if ((keys.get(meaning) ?? key) !== key) expect.fail(`two keys of ${meaning}`)
      if ((meanings.get(key) ?? meaning) !== meaning) expect.fail(`one key of ${meaning}`)
      if ((documents.get(key) ?? document) !== document) expect.fail(`two documents of ${meaning}`)
      keys.set(meaning, key)
      meanings.set(key, meaning)
      documents.set(key, document)
    }
    expect(keys.size).toBeGreaterThan(1000)
    expect(keys.size).toBeLessThan(sample.length)
    expect(new Set(documents.values()).size).toBe(documents.size)
  })
})

describe('every pair of kinds', () => {
  const takes = (kinds: readonly PartType[], name: string, type: PartType): CallTarget => {
    const properties: { [name: string]: JsonObject } = { of: toDataSchema(kinds) }
    const schema = { type: 'object', properties, required: ['of'], additionalProperties: false } as const
    const manifest = {
      name,
      description: '',
      return_type: type,
      parameters: ['of'],
      progress: null,
      schema,
    } as const
    return { registered: { manifest, owner: 'code', revision: '1', runner }, schema }
  }
  const targets = new Map(
    partTypes.flatMap((kind) => {
      const plain = { type: 'object', properties: {}, additionalProperties: false } as const
      const manifest = {
        name: `gives-${kind}`,
        description: '',
        return_type: kind,
        parameters: [],
        progress: null,
        schema: plain,
      }
      const gives = { registered: { manifest, owner: 'code', revision: '1', runner }, schema: plain }
      const name = `takes-${kind}`
      return [[manifest.name, gives] as const, [name, takes([kind], name, kind)] as const]
    }),
  )
  const view = createView(targets)

  it.each(partTypes.flatMap((taken) => partTypes.map((given) => [taken, given] as const)))(
    'a function of %s that is given %s is refused at the gate exactly when they differ',
    (taken, given) => {
      const found = view.find(`takes-${taken}`)
      if (found.kind !== 'dynamic') throw new TypeError('it is a function')
      const { target } = found
      const ask = (of: Json): string => {
        try {
          planData(target, gate.admit(target, { of }, 'room'), { view, gate, files: noFiles })
          return 'planned'
        } catch (error) {
          if (!(error instanceof SpecimenError)) throw error
          return error.code
        }
      }
      const wanted = taken === given ? 'planned' : 'params.invalid'
      expect(ask({ specimen: `gives-${given}` })).toBe(wanted)
      expect(ask({ process: `takes-${taken}`, inputs: { of: { process: `gives-${given}` } } })).toBe(wanted)
    },
  )
})
