import { expect, it } from 'vitest'
import type { Manifest } from '../../../core/contract/domain/manifest.ts'
import type { Need } from '../../../core/contract/domain/needs.ts'
import { BundleNeeds } from '../../../core/engine/functions/bundle-needs.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

function toBundle(needs: readonly Need[]) {
  const manifest: Manifest = {
    format: 1,
    name: 'as-it-likes',
    needs,
    functions: [],
    specimens: [],
    files: [],
  }
  return { source: 'tracker', manifest }
}

function open(allowed: readonly Need[], isHeld = true) {
  const log = createTestLog()
  const needs = new BundleNeeds({ allowed: new Map([['tracker', allowed]]), isHeld, log })
  return { needs, messages: () => log.entries.map(({ message }) => message) }
}

it.each([
  [[], [], null],
  [['net'], ['net'], null],
  [[], ['net'], null],
  [['net'], [], 'tracker:net'],
  [['fs', 'net'], ['net'], 'tracker:fs,net'],
  [['fs', 'net'], ['worker', 'net'], 'tracker:fs,net,worker'],
] as const)('says of %j what is missing where %j is allowed', (asked, allowed, allow) => {
  expect(open(allowed).needs.compare(toBundle(asked))).toEqual({ needs: asked, allowed, allow })
})

it('says once what a bundle asks for in vain, until it asks for something else', () => {
  const { needs, messages } = open(['net'])
  for (const asked of [['fs', 'net'], ['fs', 'net'], ['fs'], ['fs', 'net']] as const)
    needs.report([toBundle(asked)])
  const text =
    '"tracker" asks for fs, net, of which this host allows net; if it is to have all, start the host with ' +
    '--allow tracker:fs,net (besides what it allows already).'
  expect(messages().filter((message) => message.startsWith('"tracker" asks for fs, net'))).toEqual([
    text,
    text,
  ])
  expect(messages()).toContainEqual(expect.stringContaining('asks for fs, of which this host allows nothing'))
})

it('says what is open for a bundle that does not ask for it, and of one that has what it asks nothing', () => {
  const { needs, messages } = open(['fs', 'net'])
  for (const asked of [['fs', 'net'], ['fs'], []] as const) needs.report([toBundle(asked)])
  expect(messages()).toEqual([
    expect.stringContaining('--allow gives "tracker" net, for which it does not ask'),
    expect.stringContaining('--allow gives "tracker" fs, net, for which'),
  ])
})

it('says once that a bundle is not there, and the name that is near; not of one that was refused', () => {
  const allowed = new Map<string, readonly Need[]>([
    ['trakcer', ['net']],
    ['broken', ['net']],
    ['elsewhere', []],
  ])
  const log = createTestLog()
  const needs = new BundleNeeds({ allowed, isHeld: true, log })
  for (let i = 0; i < 2; i++) needs.report([toBundle([])], ['broken'])
  expect(log.entries.map(({ message }) => message)).toEqual([
    '--allow names "trakcer", and there is no bundle of that name here; did you mean "tracker"?',
    '--allow names "elsewhere", and there is no bundle of that name here.',
  ])
})

it('says nothing where plugins are held by nothing', () => {
  const { needs, messages } = open([], false)
  needs.report([toBundle(['net'])])
  expect(messages()).toEqual([])
  expect(needs.compare(toBundle(['net'])).allow).toBeNull()
})
