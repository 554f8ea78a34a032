/**
 * Every message that a plugin can forge, at every stage of a run: what becomes of the call, and of the
 * compartment. Fresh: this call is the first in its compartment; used: another has ended there before, which
 * may have left something.
 */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../core/domain/json.ts'
import { CallNotTaken } from '../../../core/run/pool/compartment.ts'
import { RunExchange } from '../../../core/run/pool/conversation.ts'
import { messages } from '../../../core/run/pool-message.ts'
import { FrameError } from '../../../core/wire/frames.ts'
import { createTestLog } from '../../contract/runner-harness.ts'

const [earlier, current, unknown] = [1, 2, 77]
const head = { members: {}, blocks: [{ name: 'data', dtype: 'uint8', bytes: 2 }] }
const forged: { readonly [type: string]: JsonObject } = {
  ready: {},
  accepted: {},
  progress: { skipped: 0, texts: ['forged'] },
  output: { text: 'forged' },
  result: head,
  failure: { text: 'forged', stack: '' },
  late: { text: 'forged', stack: '', functionName: 'f' },
  exit: { code: 0 },
}
const types = Object.keys(forged) as (keyof typeof messages)[] // named as they are there

interface Play {
  readonly exchange: RunExchange
  readonly said: string[]
  /** What has become of the call. */
  readonly outcome: () => Promise<string>
  /** What the message did: the compartment ends a call that it distrusts. */
  receive(type: keyof typeof messages, run: number): 'taken' | 'refused'
}

function play(compartment: 'fresh' | 'used', stage: 'idle' | 'called' | 'accepted'): Play {
  const exchange = new RunExchange(createTestLog(), () => {})
  const said: string[] = []
  const open = (run: number): Promise<string> => {
    const call = {
      run,
      bundleName: 'b',
      functionName: 'f',
      folder: '',
      params: '{}',
      parameters: [],
      progress: null,
    }
    const settled = exchange.open(
      { ...call, returnType: 'mesh', resultBytes: 100 },
      { report: (text) => said.push(text) },
    )
    return settled.then(
      () => 'resolved',
      (error: Error) => (error instanceof CallNotTaken ? 'given back' : error.message),
    )
  }
  if (compartment === 'used') {
    void open(earlier)
    exchange.receive(messages.accepted, { run: earlier })
    exchange.receive(messages.failure, { run: earlier, text: 'no', stack: '' })
  }
  const call = stage === 'idle' ? Promise.resolve('none') : open(current)
  if (stage === 'accepted') exchange.receive(messages.accepted, { run: current })
  return {
    exchange,
    said,
    outcome: () => Promise.race([call, new Promise<string>((resolve) => setImmediate(resolve, 'open'))]),
    receive: (type, run) => {
      try {
        exchange.receive(messages[type], { run, ...forged[type] })
        return 'taken'
      } catch (error) {
        exchange.distrust('it forged', error)
        return 'refused'
      }
    },
  }
}

const guilty = 'Function "f" of bundle "b" failed: it forged'
const failed = 'Function "f" of bundle "b" failed: forged'

describe.each(['fresh', 'used'] as const)('in a %s compartment', (compartment) => {
  it.each(types)('%s without a call fails nobody', async (type) => {
    for (const run of [earlier, current, unknown]) {
      const { exchange, receive, said, outcome } = play(compartment, 'idle')
      expect(receive(type, run)).toBe(type === 'result' ? 'refused' : 'taken')
      expect(exchange.isSound, `${run}`).toBe(type !== 'result' && type !== 'late')
      expect([await outcome(), said]).toEqual(['none', []])
    }
  })

  it.each(types)('%s before the call was accepted never fails it', async (type) => {
    for (const run of [earlier, current, unknown]) {
      const { receive, said, outcome } = play(compartment, 'called')
      const isRefused =
        type === 'result' || (run === current && ['progress', 'output', 'failure', 'late'].includes(type))
      expect([receive(type, run), await outcome(), said]).toEqual(
        isRefused ? ['refused', 'given back', []] : ['taken', 'open', []],
      )
    }
  })

  it.each(types)('%s of another run does not settle the call, or is refused', async (type) => {
    for (const run of [earlier, unknown]) {
      const { exchange, receive, said, outcome } = play(compartment, 'accepted')
      const outcomes = compartment === 'fresh' ? guilty : 'given back'
      expect([receive(type, run), await outcome(), said]).toEqual(
        type === 'result' ? ['refused', outcomes, []] : ['taken', 'open', []],
      )
      expect(exchange.isSound).toBe(type !== 'result' && type !== 'late')
    }
  })

  it.each(types)('%s of the call itself is its function’s own', async (type) => {
    const { exchange, receive, said, outcome } = play(compartment, 'accepted')
    expect(receive(type, current)).toBe('taken')
    expect(await outcome()).toBe(type === 'failure' || type === 'late' ? failed : 'open')
    expect(said).toEqual(type === 'progress' ? ['forged'] : [])
    expect(exchange.isSound).toBe(type !== 'late')
  })

  it.each([earlier, unknown])(
    'an end that is blamed on run %i by a message fails the call, or gives it back once',
    async (run) => {
      const { exchange, receive, outcome } = play(compartment, 'accepted')
      receive('exit', run)
      exchange.end('it ended')
      expect(await outcome()).toBe(
        compartment === 'fresh' ? 'Function "f" of bundle "b" failed: it ended' : 'given back',
      )
    },
  )

  it('a result that is not what it announces is its function’s own, unless another can have sent it', async () => {
    const { exchange, outcome } = play(compartment, 'accepted')
    const incoming = exchange.receive(messages.result, { run: current, ...head })
    if (!incoming) throw new Error('the result has nowhere to go')
    exchange.finishResult(current, incoming)
    expect(await outcome()).toMatch(
      compartment === 'fresh'
        ? /^Function "f" of bundle "b" failed: vertices must be a Float32Array \(got undefined\)/
        : /^given back$/,
    )
    expect(exchange.isSound).toBe(false)
  })
})

it.each<[string, number, JsonObject]>([
  ['a run that is no number', messages.accepted, { run: 'x' }],
  ['no run', messages.exit, {}],
  ['a text that is none', messages.failure, { run: current, text: 1, stack: '' }],
  ['texts that are none', messages.progress, { run: current, skipped: 0, texts: [1] }],
  ['too many texts', messages.progress, { run: current, skipped: 0, texts: new Array(1001).fill('') }],
  ['a gap beyond all numbers', messages.progress, { run: current, skipped: 2 ** 50, texts: [] }],
  ['arrays that no result has', messages.result, { run: current, members: {}, blocks: [{}] }],
])('refuses a message with %s, and still settles the call', async (_, type, message) => {
  const { exchange, outcome } = play('fresh', 'accepted')
  expect(() => exchange.receive(type, message)).toThrow(FrameError)
  exchange.distrust('it forged')
  expect(await outcome()).toBe(guilty)
})
