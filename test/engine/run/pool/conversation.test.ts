/**
 * Every message that a plugin can forge, at every stage of a run: what becomes of the call, and of the
 * compartment. Fresh: this call is the first in its compartment; used: another has ended there before, which
 * may have left something.
 */
import { MessageChannel } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../core/contract/values/json.ts'
import { keysOf } from '../../../../core/contract/values/keys-of.ts'
import { FrameError } from '../../../../core/contract/wire/frames.ts'
import {
  type BundleCall,
  type CallEvents,
  CallNotTaken,
} from '../../../../core/engine/run/pool/compartment.ts'
import { Conversation } from '../../../../core/engine/run/pool/conversation.ts'
import { messages } from '../../../../core/engine/run/pool-message.ts'
import { createTestLog } from '../../../interface/runner-harness.ts'

const [earlier, current, unknown] = [1, 2, 77]
const head = { members: {}, blocks: [{ name: 'data', dtype: 'uint8', bytes: 2 }] }
const forged = {
  ready: {},
  accepted: {},
  progress: { skipped: 0, reports: [{ text: 'forged' }] },
  output: { text: 'forged' },
  result: head,
  failure: { text: 'forged', stack: '' },
  late: { text: 'forged', stack: '', functionName: 'f' },
  exit: { code: 0 },
  change: { changed: 'JSON.parse' },
  loaded: {},
} satisfies Partial<Record<keyof typeof messages, JsonObject>>
const types = keysOf(forged)

interface Play {
  readonly conversation: Conversation
  /** Whether the compartment was ended. */
  readonly isKilled: () => boolean
  readonly said: string[]
  /** What has become of the call. */
  readonly outcome: () => Promise<string>
  /** What the message did: the compartment distrusts what is refused. */
  receive(type: keyof typeof forged, run: number): 'taken' | 'refused'
}

function toCall(run: number): BundleCall {
  return {
    run,
    bundleName: 'b',
    log: { debug() {}, info() {}, warn() {}, error() {} },
    functionName: 'f',
    folder: '',
    packages: null,
    params: '{}',
    parameters: [],
    progress: null,
    returnType: 'mesh',
    resultBytes: 100,
    loadsOnly: false,
  }
}

function toEvents(report: CallEvents['progress']['report'] = () => {}): CallEvents {
  return { progress: { report }, onBegun: () => {}, onLoaded: () => {} }
}

function play(
  compartment: 'fresh' | 'used',
  stage: 'idle' | 'called' | 'accepted',
  waitMilliseconds = 60_000,
): Play {
  let isKilled = false
  const kill = () => {
    isKilled = true
  }
  const conversation = new Conversation({ log: createTestLog(), kill, readTail: () => 'tail' })
  const said: string[] = []
  const open = (run: number): Promise<string> => {
    const settled = conversation.begin(
      toCall(run),
      toEvents((text) => said.push(text)),
      waitMilliseconds,
    )
    return settled.then(
      () => 'resolved',
      (error: Error) => (error instanceof CallNotTaken ? 'given back' : error.message),
    )
  }
  if (compartment === 'used') {
    void open(earlier)
    conversation.receive(messages.accepted, { run: earlier })
    conversation.receive(messages.failure, { run: earlier, text: 'no', stack: '' })
  }
  const call = stage === 'idle' ? Promise.resolve('none') : open(current)
  if (stage === 'accepted') conversation.receive(messages.accepted, { run: current })
  return {
    conversation,
    isKilled: () => isKilled,
    said,
    outcome: () => Promise.race([call, new Promise<string>((resolve) => setImmediate(resolve, 'open'))]),
    receive: (type, run) => {
      try {
        conversation.receive(messages[type], { run, ...forged[type] })
        return 'taken'
      } catch (error) {
        conversation.distrust('it forged', error)
        return 'refused'
      }
    },
  }
}

/** What the other side itself sends of the current call only, if ever. */
const isExact = (type: (typeof types)[number]): boolean => ['ready', 'accepted', 'result'].includes(type)
const guilty = 'it forged. (function f of bundle b)'
const failed = 'forged. (function f of bundle b)'

describe.each(['fresh', 'used'] as const)('in a %s compartment', (compartment) => {
  it.each(types)('%s without a call fails no run', async (type) => {
    for (const run of [earlier, current, unknown]) {
      const { conversation, isKilled, receive, said, outcome } = play(compartment, 'idle')
      expect(receive(type, run)).toBe(isExact(type) ? 'refused' : 'taken')
      const isSound = !isExact(type) && type !== 'late'
      expect([conversation.isSound, isKilled()], `${run}`).toEqual([isSound, !isSound])
      expect([await outcome(), said]).toEqual(['none', []])
    }
  })

  it.each(types)('%s before the call was accepted never fails it', async (type) => {
    for (const run of [earlier, current, unknown]) {
      const { receive, said, outcome } = play(compartment, 'called')
      const isRefused =
        run === current
          ? ['ready', 'progress', 'output', 'result', 'failure', 'late', 'change', 'loaded'].includes(type)
          : isExact(type)
      expect([receive(type, run), await outcome(), said]).toEqual(
        isRefused ? ['refused', 'given back', []] : ['taken', 'open', []],
      )
    }
  })

  it.each(types)('%s of another run does not settle the call, or is refused', async (type) => {
    for (const run of [earlier, unknown]) {
      const { conversation, isKilled, receive, said, outcome } = play(compartment, 'accepted')
      const outcomes = compartment === 'fresh' ? guilty : 'given back'
      expect([receive(type, run), await outcome(), said]).toEqual(
        isExact(type) ? ['refused', outcomes, []] : ['taken', 'open', []],
      )
      expect(conversation.isSound).toBe(!isExact(type) && type !== 'late')
      expect(isKilled()).toBe(isExact(type)) // after `late` of another, the call may end first
    }
  })

  it.each(types)('%s of the call itself is its function’s own', async (type) => {
    const { conversation, receive, said, outcome } = play(compartment, 'accepted')
    const isRepeated = type === 'ready' || type === 'accepted'
    expect(receive(type, current)).toBe(isRepeated ? 'refused' : 'taken')
    const blamed = compartment === 'fresh' ? guilty : 'given back'
    const isReturned = type === 'change' && compartment === 'used' // something else may have changed it
    const open = isRepeated ? blamed : isReturned ? 'given back' : 'open'
    expect(await outcome()).toBe(type === 'failure' || type === 'late' ? failed : open)
    expect(said).toEqual(type === 'progress' ? ['forged'] : [])
    expect(conversation.isSound).toBe(type !== 'late' && type !== 'change' && !isRepeated)
  })

  it.each([earlier, unknown])(
    'an end that a message attributes to run %i fails the call, or gives it back once',
    async (run) => {
      const { conversation, receive, outcome } = play(compartment, 'accepted')
      receive('exit', run)
      conversation.end('it ended')
      expect(await outcome()).toBe(
        compartment === 'fresh' ? 'it ended. (function f of bundle b)' : 'given back',
      )
    },
  )

  it('an end that an earlier run can have brought about gives the call back once', async () => {
    for (const mayBeLeft of [false, true]) {
      const { conversation, outcome } = play(compartment, 'accepted')
      conversation.end('it ended', { mayBeLeft })
      const isReturned = mayBeLeft && compartment === 'used'
      expect(await outcome()).toBe(isReturned ? 'given back' : 'it ended. (function f of bundle b)')
    }
  })

  it('a result that is not as announced fails its function, unless another can have sent it', async () => {
    const { conversation, outcome } = play(compartment, 'accepted')
    const incoming = conversation.receive(messages.result, { run: current, ...head })
    if (!incoming) throw new Error('the result has nowhere to go')
    incoming.done()
    expect(await outcome()).toMatch(
      compartment === 'fresh'
        ? /^vertices must be a Float32Array \(got undefined\).*\(function f of bundle b\)$/
        : /^given back$/,
    )
    expect(conversation.isSound).toBe(false)
  })
})

it.each<[string, number, JsonObject]>([
  ['a run that is no number', messages.accepted, { run: 'x' }],
  ['no run', messages.exit, {}],
  ['a change that is none', messages.change, { run: current }],
  ['a text that is none', messages.failure, { run: current, text: 1, stack: '' }],
  ['reports that are none', messages.progress, { run: current, skipped: 0, reports: 1 }],
  ['a report that is none', messages.progress, { run: current, skipped: 0, reports: ['forged'] }],
  ['a report without text', messages.progress, { run: current, skipped: 0, reports: [{ fraction: 1 }] }],
  [
    'too many reports',
    messages.progress,
    { run: current, skipped: 0, reports: new Array(1001).fill({ text: '' }) },
  ],
  ['a gap beyond all numbers', messages.progress, { run: current, skipped: 2 ** 50, reports: [] }],
  ['arrays that no result has', messages.result, { run: current, members: {}, blocks: [{}] }],
])('refuses a message with %s, and still settles the call', async (_, type, message) => {
  const { conversation, outcome } = play('fresh', 'accepted')
  expect(() => conversation.receive(type, message)).toThrow(FrameError)
  conversation.distrust('it forged')
  expect(await outcome()).toBe(guilty)
})

it('leaves out a forged fraction that is none, and takes the message', () => {
  const said: [string, number | undefined][] = []
  const conversation = new Conversation({ log: createTestLog(), kill: () => {}, readTail: () => '' })
  const report = (text: string, fraction?: number) => said.push([text, fraction])
  conversation.begin(toCall(current), toEvents(report), 60_000).catch(() => {})
  conversation.receive(messages.accepted, { run: current })
  // A thread's messages are no JSON, and may have any number.
  const forgeries = [0.5, -0, NaN, Infinity, -1, 2, '1', null, [1], {}]
  const reports = forgeries.map((fraction, i) => ({ text: `${i}`, fraction }))
  conversation.receive(messages.progress, { run: current, skipped: 0, reports })
  expect(said).toEqual(forgeries.map((_, i) => [`${i}`, i === 0 ? 0.5 : i === 1 ? 0 : undefined]))
  conversation.end('it ended')
})

it.each([
  ['another run has failed late', 'used', 'late', earlier],
  ['the first call has changed what others share', 'fresh', 'change', current],
] as const)('ends a compartment in which %s as soon as the call is settled', async (_, state, type, run) => {
  const { isKilled, receive, outcome } = play(state, 'accepted')
  receive(type, run)
  expect(isKilled()).toBe(false)
  receive('failure', current)
  expect([await outcome(), isKilled()]).toEqual([failed, true])
})

describe('a call that is not accepted', () => {
  it('is given back in time, and its compartment is ended', async () => {
    const { conversation, isKilled, outcome } = play('fresh', 'called', 1)
    await expect.poll(outcome).toBe('given back')
    expect([conversation.isSound, isKilled()]).toEqual([false, true])
  })

  it('is given back with what the other side wrote last, when the compartment ends', async () => {
    const conversation = new Conversation({ log: createTestLog(), kill: () => {}, readTail: () => 'tail' })
    const settled = conversation.begin(toCall(current), toEvents(), 60_000)
    conversation.end('it ended')
    await expect(settled).rejects.toMatchObject({ name: 'CallNotTaken', message: 'it ended', cause: 'tail' })
  })

  it('goes on when its acknowledgement has arrived, however late the host looks', async () => {
    await new Promise((resolve) => setImmediate(resolve)) // so that timers come next, and messages after them
    const { conversation, isKilled, outcome } = play('fresh', 'called', 1)
    const { port1, port2 } = new MessageChannel()
    const accepted = new Promise<void>((resolve) =>
      port2.on('message', (run: number) => {
        conversation.receive(messages.accepted, { run })
        resolve()
      }),
    )
    port1.postMessage(current)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50) // the wait is over when the loop goes on
    await accepted
    await new Promise((resolve) => setImmediate(resolve))
    expect([await outcome(), isKilled()]).toEqual(['open', false])
    port1.close()
  })

  it('leaves no timer behind: one begun after it has its whole wait', async () => {
    const { conversation, outcome } = play('fresh', 'called', 1)
    conversation.receive(messages.accepted, { run: current })
    conversation.receive(messages.failure, { run: current, text: 'forged', stack: '' })
    expect(await outcome()).toBe(failed)
    let isSettled = false
    const settle = () => {
      isSettled = true
    }
    conversation.begin(toCall(unknown), toEvents(), 60_000).then(settle, settle)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(isSettled).toBe(false)
    conversation.end('it ended')
  })
})

describe('a call that only loads', () => {
  const begin = () => {
    let kills = 0
    const options = { log: createTestLog(), kill: () => kills++, readTail: () => '' }
    const conversation = new Conversation(options)
    const loaded = conversation.beginLoad({ ...toCall(current), loadsOnly: true }, 60_000)
    conversation.receive(messages.accepted, { run: current })
    return { conversation, loaded, kills: () => kills }
  }

  it('is settled by the load, and leaves the compartment fresh', async () => {
    const { conversation, loaded, kills } = begin()
    conversation.receive(messages.loaded, { run: current })
    await loaded
    expect([conversation.isSound, kills()]).toEqual([true, 0])
    const run = conversation.begin(toCall(unknown), toEvents(), 60_000)
    conversation.receive(messages.accepted, { run: unknown })
    conversation.end('It crashed.')
    // Its own fault, as of a first run.
    await expect(run).rejects.toThrow('It crashed. (function f of bundle b)')
  })

  it('takes no result', async () => {
    const { conversation, loaded } = begin()
    expect(() => conversation.receive(messages.result, { run: current, ...head })).toThrow(FrameError)
    conversation.distrust('it forged')
    await expect(loaded).rejects.toThrow('it forged')
  })

  it('ends a compartment in which the load has left something active', async () => {
    const { conversation, loaded, kills } = begin()
    conversation.receive(messages.left, { run: current, left: 'Timeout' })
    conversation.receive(messages.loaded, { run: current })
    await loaded
    expect([conversation.isSound, kills()]).toEqual([false, 1])
  })
})
