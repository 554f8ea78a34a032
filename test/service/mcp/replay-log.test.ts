import { describe, expect, it } from 'vitest'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { ReplayLog } from '../../../core/service/mcp/sessions/replay-log.ts'

const news = (text: string) => ({
  jsonrpc: '2.0' as const,
  method: 'notifications/message',
  params: { text },
})
const answer = { jsonrpc: '2.0' as const, id: 1, result: {} }

function open(limit = 100 * 2 ** 20) {
  const ledger = new Ledger({ unit: 'bytes', limit, refusal: 'full' })
  return { ledger, log: new ReplayLog(ledger, 'ada') }
}

async function replay(log: ReplayLog, last: string): Promise<readonly unknown[]> {
  const sent: unknown[] = []
  await log.replayEventsAfter(last, {
    send: async (_id, message) => {
      sent.push(message)
    },
  })
  return sent
}

describe('the messages that are kept', () => {
  it('come again after the last one that was seen, of its stream alone', async () => {
    const { log } = open()
    const first = await log.storeEvent('a', news('1'))
    await log.storeEvent('b', news('2'))
    await log.storeEvent('a', news('3'))
    const last = await log.storeEvent('a', answer)
    expect(await replay(log, first)).toEqual([news('3'), answer])
    expect(await log.getStreamIdForEventId(first)).toBe('a')
    expect(await log.getStreamIdForEventId(last)).toBeUndefined()
    expect(await log.getStreamIdForEventId('9_a')).toBeUndefined()
    await expect(replay(log, '9_a')).rejects.toThrow('kept no more')
  })

  it('are few, and are given back to the account', async () => {
    const { log, ledger } = open()
    for (let i = 0; i < 1000; i++) await log.storeEvent('a', news(String(i)))
    expect(log.size).toBe(256)
    expect(ledger.held).toBeGreaterThan(0)
    for (let i = 0; i < 20; i++) await log.storeEvent('a', news('x'.repeat(2 ** 20)))
    expect(log.size).toBeLessThan(5)
    expect(ledger.held).toBeLessThanOrEqual(4 * 2 ** 20)
    log.clear()
    expect([log.size, ledger.held]).toEqual([0, 0])
  })

  it('are left out where the account is full', async () => {
    const { log, ledger } = open(1000)
    ledger.take('ben', 400)
    const id = await log.storeEvent('a', news('x'.repeat(500)))
    expect([log.size, await log.getStreamIdForEventId(id)]).toEqual([0, undefined])
  })
})
