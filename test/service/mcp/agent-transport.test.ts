/** The streams of a session, with connections that a test plays by hand. */
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Ledger } from '../../../core/service/account/ledger.ts'
import { type AgentExchange, AgentTransport } from '../../../core/service/mcp/streams/agent-transport.ts'
import { readerSeconds } from '../../../core/service/mcp/streams/call-streams.ts'
import { LargeTexts } from '../../../core/service/mcp/streams/encode-message.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection: what was written to it, whether it was read, and its end. */
function openConnection(protocolVersion = '2025-11-25') {
  const written: string[] = []
  const ends: (() => void)[] = []
  const stream = {
    isBehind: false,
    isFull: false,
    isClosed: false,
    endReserve: () => {},
    hasEnded: false,
    write: (event: readonly Buffer[]) => void written.push(Buffer.concat(event).toString()),
    end: () => {
      stream.hasEnded = true
    },
    onClosed: (end: () => void) => void ends.push(end),
    open: async () => 'opened',
  }
  const status: number[] = []
  const reply = {
    code: (code: number) => {
      status.push(code)
      return reply
    },
    type: () => reply,
    send: async () => 'refused',
  }
  let word = 0
  const texts = new LargeTexts(() => `word ${word++}`)
  const exchange = { reply, stream, texts, authInfo: {}, protocolVersion }
  const leave = (): void => {
    for (const end of ends.splice(0)) end()
  }
  // Of a reply and a stream nothing else is used.
  return { written, stream, status, texts, leave, exchange: exchange as never as AgentExchange }
}

function openTransport() {
  const [answers, replays] = ['answers', 'replays'].map(
    (refusal) => new Ledger({ unit: 'bytes', limit: 2 ** 24, refusal }),
  )
  if (!answers || !replays) throw new Error('there are two')
  let next = 0
  const createId = () => `s${next++}`
  const transport = new AgentTransport({ id: 'a', client: 'ada', answers, replays, createId })
  const received: JSONRPCMessage[] = []
  transport.onmessage = (message) => void received.push(message)
  return { transport, answers, replays, received }
}

const call = (id: number) => ({ jsonrpc: '2.0' as const, id, method: 'tools/call', params: { name: 'a' } })
const progress = { jsonrpc: '2.0' as const, method: 'notifications/progress', params: { progress: 1 } }
const answer = (id: number, result = {}) => ({ jsonrpc: '2.0' as const, id, result })
const idOf = (event = ''): string => /^id: (\S+)$/m.exec(event)?.[1] ?? 'none'
const cancelled = (requestId: number) =>
  expect.objectContaining({
    method: 'notifications/cancelled',
    params: expect.objectContaining({ requestId }),
  })

describe('the stream of a call', () => {
  it('has one reader at a time; its rest is read once the first has gone', async () => {
    const { transport } = openTransport()
    const [first, second, third] = [openConnection(), openConnection(), openConnection()]
    expect(await transport.receiveRequest(call(1), first.exchange)).toBe('opened')
    const begun = idOf(first.written[0])
    expect(await transport.openStream(begun, second.exchange)).toBe('refused')
    expect(second.status).toEqual([409])
    first.leave()
    await transport.send(answer(1))
    expect(await transport.openStream(begun, second.exchange)).toBe('opened')
    expect([second.written.join(''), second.stream.hasEnded]).toEqual([
      expect.stringContaining('"result":{}'),
      true,
    ])
    // Until it has been read, nothing else reads it: each would have the bytes again.
    expect(await transport.openStream(begun, third.exchange)).toBe('refused')
    expect(third.status).toEqual([409])
    second.leave()
    expect(await transport.openStream(begun, third.exchange)).toBe('opened')
  })

  it('of news has one reader as well, and news that wait are not repeated', async () => {
    const { transport } = openTransport()
    const [first, second] = [openConnection(), openConnection()]
    expect(await transport.openStream(undefined, first.exchange)).toBe('opened')
    expect(await transport.openStream(undefined, second.exchange)).toBe('refused')
    const news = { jsonrpc: '2.0' as const, method: 'notifications/tools/list_changed' }
    await transport.send(news)
    first.stream.isBehind = true
    await transport.send(news)
    expect(first.written).toHaveLength(2) // an empty rest, and one
  })

  it('has no progress while the last was not taken, nor without a reader, but the answer', async () => {
    const { transport, replays } = openTransport()
    const { written, stream, exchange, leave } = openConnection()
    await transport.receiveRequest(call(1), exchange)
    await transport.send(progress, { relatedRequestId: 1 })
    stream.isBehind = true
    for (let i = 0; i < 100; i++) await transport.send(progress, { relatedRequestId: 1 })
    expect(written.filter((event) => event.includes('progress'))).toHaveLength(1)
    leave()
    const held = replays.held
    await transport.send(progress, { relatedRequestId: 1 })
    expect(replays.held).toBe(held)
    const again = openConnection()
    await transport.openStream(idOf(written[0]), again.exchange)
    await transport.send(answer(1))
    expect(again.written.join('')).toContain('"result":{}')
  })

  it('belongs to one call: an id that is under way is refused', async () => {
    const { transport, received } = openTransport()
    await transport.receiveRequest(call(1), openConnection().exchange)
    const twice = openConnection()
    expect(await transport.receiveRequest(call(1), twice.exchange)).toBe('refused')
    expect([twice.status, received.length]).toEqual([[409], 1])
  })
})

describe('a call', () => {
  it('ends when nobody has read its stream for a while, and not while somebody does', async () => {
    const { transport, received, answers } = openTransport()
    const [first, second] = [openConnection(), openConnection()]
    await transport.receiveRequest(call(1), first.exchange)
    await vi.advanceTimersByTimeAsync(10_000 * readerSeconds)
    expect(received).toHaveLength(1)
    first.leave()
    await vi.advanceTimersByTimeAsync(1000 * readerSeconds - 1)
    await transport.openStream(idOf(first.written[0]), second.exchange)
    await vi.advanceTimersByTimeAsync(10_000 * readerSeconds)
    expect(received).toHaveLength(1)
    second.leave()
    expect(answers.held).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(1000 * readerSeconds)
    expect(received).toEqual([call(1), cancelled(1)])
    expect(answers.held).toBe(0)
  })

  it('holds its message until it has been answered or cancelled, or its session has ended', async () => {
    const { transport, answers } = openTransport()
    const large = { ...call(1), params: { name: 'a', text: 'x'.repeat(100_000) } }
    const begin = async (id: number) =>
      await transport.receiveRequest({ ...large, id }, openConnection().exchange)
    await begin(1)
    expect(answers.held).toBeGreaterThan(100_000)
    await transport.send(answer(1))
    expect(answers.held).toBe(0)
    await begin(2)
    transport.receiveNotification({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 2 },
    })
    expect(answers.held).toBe(0)
    await begin(3)
    await transport.close()
    expect(answers.held).toBe(0)
  })

  it('is refused where the account has no room for its message', async () => {
    const { transport, answers, received } = openTransport()
    answers.take('ben', 2 ** 24 - 1000)
    await expect(transport.receiveRequest(call(1), openConnection().exchange)).rejects.toThrow('answers')
    expect(received).toEqual([])
  })
})

describe('a message', () => {
  it('has its large texts in their places, whatever their order, and no text of others for one', async () => {
    const { transport } = openTransport()
    const { texts, written, exchange } = openConnection('2025-03-26')
    await transport.receiveRequest(call(1), exchange)
    const second = texts.add([Buffer.from('two\\n'), Buffer.from('2')])
    const first = texts.add([Buffer.from('one')])
    texts.add([Buffer.from('of an answer that was refused')])
    await transport.send(answer(1, { first, second, third: `x${first}` }))
    const [, data = ''] = /^data: (.*)$/m.exec(written.join('')) ?? []
    expect(JSON.parse(data).result).toEqual({ first: 'one', second: 'two\n2', third: `x${first}` })
  })
})
