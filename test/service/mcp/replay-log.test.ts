import { describe, expect, it } from 'vitest'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { ReplayLog } from '../../../core/service/mcp/streams/replay-log.ts'

const message = (streamId: string, text: string, isLast = false) => ({
  streamId,
  isLast,
  json: [Buffer.from(JSON.stringify(text))],
})
const textOf = (event: readonly Buffer[]): string => Buffer.concat(event).toString()

/** Returns the id that an event has. */
const idOf = (event: readonly Buffer[]): string => /^id: (\S+)$/m.exec(textOf(event))?.[1] ?? 'none'

function open(limit = 100 * 2 ** 20) {
  const ledger = new Ledger({ unit: 'bytes', limit, refusal: 'full' })
  return { ledger, log: new ReplayLog(ledger, 'ada') }
}

describe('the messages that are kept', () => {
  it('come again after the last one that was seen, of its stream alone', () => {
    const { log } = open()
    const first = log.begin('a')
    log.keep(message('b', '2'))
    const third = log.keep(message('a', '3'))
    const last = log.keep(message('a', 'answer', true))
    expect(textOf(third)).toBe(`event: message\nid: ${idOf(third)}\ndata: "3"\n\n`)
    expect(log.findAfter(idOf(first))).toEqual({ streamId: 'a', events: [third, last], hasLast: true })
    expect(log.findAfter(idOf(last))).toBeUndefined()
    expect(log.findAfter('9_a')).toBeUndefined()
  })

  it('are none that are larger than all may be, which take the place of no other', () => {
    const { log, ledger } = open()
    const first = log.begin('a')
    const { held } = ledger
    log.keep(message('a', 'x'.repeat(5 * 2 ** 20), true))
    expect([log.size, ledger.held]).toEqual([1, held])
    expect(log.findAfter(idOf(first))).toEqual({ streamId: 'a', events: [], hasLast: false })
  })

  it('are few, and are given back to the account', () => {
    const { log, ledger } = open()
    for (let i = 0; i < 1000; i++) log.keep(message('a', String(i)))
    expect(log.size).toBe(256)
    expect(ledger.held).toBeGreaterThan(0)
    for (let i = 0; i < 20; i++) log.keep(message('a', 'x'.repeat(2 ** 20)))
    expect(log.size).toBeLessThan(5)
    expect(ledger.held).toBeLessThanOrEqual(4 * 2 ** 20)
    log.clear()
    expect([log.size, ledger.held]).toEqual([0, 0])
  })

  it('are left out where the account is full', () => {
    const { log, ledger } = open(1000)
    ledger.take('ben', 400)
    const event = log.keep(message('a', 'x'.repeat(500)))
    expect([log.size, log.findAfter(idOf(event))]).toEqual([0, undefined])
  })
})
