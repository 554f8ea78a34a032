/** The handling of messages in turns: slices of time, played by hand. */
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { PeerConnection } from '../../../core/service/rooms/peer-connection.ts'
import { Turns } from '../../../core/service/rooms/turns.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

/** Turns whose slices begin when the test says so; each job takes `cost` milliseconds. */
function open(cost: number) {
  let time = 0
  const deferred: (() => void)[] = []
  const turns = new Turns({ now: () => time, defer: (run) => deferred.push(run), sliceMilliseconds: 5 })
  const done: string[] = []
  const spend = (name: string): void => {
    time += cost
    done.push(name)
  }
  const runSlice = async (): Promise<void> => {
    for (const run of deferred.splice(0)) run()
    for (let turn = 0; turn < 9; turn++) await Promise.resolve()
  }
  return { turns, done, spend, runSlice, deferred }
}

class Socket extends EventEmitter {
  readonly readyState = WebSocket.OPEN
  isPaused = false
  readonly sent: string[] = []
  send = (text: string): number => this.sent.push(text)
  ping(text: string): void {
    this.emit('pong', Buffer.from(text))
  }
  terminate(): void {}
  close(): void {}
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
}

function connect({ turns, spend }: ReturnType<typeof open>, name: string) {
  const socket = new Socket()
  const connection = new PeerConnection({
    webSocket: socket as unknown as WebSocket, // its part that connections use
    ...{ turns, reset: () => {}, createMark: () => 'mark', log: createTestLog(), now: () => 0 },
    onMessage: async (message) => spend(`${name} ${message.type === 'set' ? message.seq : message.type}`),
    onFrame: () => {},
    onEnd: () => {},
  })
  const set = (seq: number): void => {
    socket.emit('message', Buffer.from(JSON.stringify({ type: 'set', seq, fields: {} })), false)
  }
  return { socket, connection, set }
}

it('runs jobs until the slice is over, and the others after everything else has had its turn', async () => {
  const played = open(2)
  const { turns, done, runSlice, deferred } = played
  for (const name of 'abcdefgh') void turns.run(async () => played.spend(name))
  expect([done.length, deferred.length]).toEqual([0, 1])
  await runSlice()
  expect(done.join('')).toBe('abc')
  await runSlice()
  expect(done.join('')).toBe('abcdef')
  await runSlice()
  expect([done.join(''), deferred.length]).toEqual(['abcdefgh', 0])
})

it('passes on how a job ends', async () => {
  const { turns, runSlice } = open(0)
  const failed = expect(turns.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await runSlice()
  await failed
})

it('lets connections take turns, message by message', async () => {
  const played = open(1)
  const [first, second] = [connect(played, 'a'), connect(played, 'b')]
  for (const seq of [1, 2, 3]) first.set(seq)
  second.set(1)
  while (played.deferred.length > 0) await played.runSlice()
  expect(played.done).toEqual(['a 1', 'b 1', 'a 2', 'a 3'])
})

it('reads no more of a connection while many of its messages wait', async () => {
  const played = open(1)
  const { socket, set } = connect(played, 'a')
  for (let seq = 0; seq < 20; seq++) set(seq)
  expect(socket.isPaused).toBe(true)
  while (played.deferred.length > 0) await played.runSlice()
  expect([socket.isPaused, played.done.length]).toEqual([false, 20])
})

it('handles nothing for a connection that has ended', async () => {
  const played = open(1)
  const { connection, set } = connect(played, 'a')
  for (let seq = 0; seq < 20; seq++) set(seq)
  await played.runSlice()
  connection.cut()
  set(99)
  while (played.deferred.length > 0) await played.runSlice()
  expect(played.done).toEqual(['a 0'])
})

it('counts the size of refusals as that of messages', () => {
  const { connection, socket } = connect(open(1), 'a')
  for (let i = 0; i < 400; i++) connection.answer('x'.repeat(4096))
  const last = socket.sent.at(-1) ?? ''
  expect([socket.sent.length, JSON.parse(last).code]).toEqual([251, 'client.limited'])
})
