import { expect, it } from 'vitest'
import { holdResult } from '../../../core/contract/domain/result/stored-result.ts'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { SessionResults } from '../../../core/service/mcp/answers/session-results.ts'

/** A result of `4 * samples` bytes. */
function makeEntry(id: string, samples = 3) {
  const vertices = new Float32Array(samples)
  return holdResult(id, { type: 'mesh', vertices, indices: new Uint32Array() })
}

function open(limit: number) {
  const ledger = new Ledger({ unit: 'bytes', limit, refusal: 'Too much is held; try again later.' })
  return { ledger, kept: new SessionResults(ledger, 'ada') }
}

it('keeps results in the account until the session ends, and none after it', () => {
  const { ledger, kept } = open(1000)
  const entry = makeEntry('one')
  kept.keep('a', entry)
  kept.keep('a', entry)
  kept.keep('b', makeEntry('two'))
  expect([kept.find('a'), kept.find('c'), ledger.held]).toEqual([entry, undefined, 24])
  kept.close()
  kept.keep('a', entry)
  expect([kept.find('a'), ledger.held]).toEqual([undefined, 0])
})

it('drops the one that was used longest ago, by number and where the account has no place', () => {
  const { ledger, kept } = open(1_000_000)
  for (let i = 0; i < 26; i++) kept.keep(`n${i}`, makeEntry(`r${i}`))
  kept.find('n0')
  kept.keep('more', makeEntry('more'))
  expect([kept.find('n0'), kept.find('n1')]).toEqual([expect.objectContaining({ id: 'r0' }), undefined])
  expect(ledger.held).toBe(26 * 12)

  const small = open(100)
  small.kept.keep('a', makeEntry('a', 12))
  small.kept.keep('b', makeEntry('b', 12))
  expect([small.kept.find('a'), small.kept.find('b')?.id, small.ledger.held]).toEqual([undefined, 'b', 48])

  const full = open(100)
  full.ledger.take('bob', 60)
  full.kept.keep('c', makeEntry('c', 12))
  expect([full.kept.find('c'), full.ledger.held]).toEqual([undefined, 60])
})

it('keeps nothing that is at another host, and nothing too large', () => {
  const { ledger, kept } = open(2 ** 30)
  const { held: _, ...away } = makeEntry('away')
  kept.keep('away', away)
  kept.keep('large', { ...makeEntry('large'), bytes: 2 ** 28 })
  expect([kept.find('away'), kept.find('large'), ledger.held]).toEqual([undefined, undefined, 0])
})
