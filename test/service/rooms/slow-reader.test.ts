/** What a peer costs that reads slowly or not at all, with a WebSocket that says what waits in it. */
import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { decodePoses, encodePoses, measurePose, poseKind } from '../../../core/contract/wire/room-poses.ts'
import { roomLimits } from '../../../core/service/rooms/limits.ts'
import { PeerConnection } from '../../../core/service/rooms/peer-connection.ts'
import { PoseBoard } from '../../../core/service/rooms/pose-board.ts'
import { Turns } from '../../../core/service/rooms/turns.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** A socket whose peer reads when the test says so. Nothing waits in the process: the kernel takes it all. */
class SlowSocket extends EventEmitter {
  readonly readyState = WebSocket.OPEN
  sentBytes = 0
  readonly pings: string[] = []
  isTerminated = false
  isPaused = false
  send(data: string | Uint8Array): void {
    this.sentBytes += data.length
  }
  ping(text: string): void {
    this.pings.push(text)
  }
  /** Reads up to the last ping. */
  read(): void {
    for (const text of this.pings.splice(0)) this.emit('pong', Buffer.from(text))
  }
  pause(): void {
    this.isPaused = true
  }
  resume(): void {
    this.isPaused = false
  }
  terminate(): void {
    this.isTerminated = true
  }
  close(): void {}
}

function open() {
  const socket = new SlowSocket()
  let ends = 0
  let [resets, time, marks] = [0, 0, 0]
  const connection = new PeerConnection({
    webSocket: socket as unknown as WebSocket, // its part that connections use
    reset: () => resets++,
    turns: new Turns({ now: () => 0, defer: (run) => void setImmediate().then(run), sliceMilliseconds: 5 }),
    createMark: () => `mark ${marks++}`,
    onMessage: () => {},
    onFrame: () => {},
    onEnd: () => ends++,
    now: () => time,
    log,
  })
  const pass = (milliseconds: number): number => (time += milliseconds)
  return { socket, connection, pass, ends: () => ends, resets: () => resets }
}

/** Resolves once a message that came before has had its turn. */
async function handled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await setImmediate()
}

it('is cut off above a limit of unread bytes, wherever they lie, and the kernel drops them', () => {
  const { socket, connection, ends, resets } = open()
  const text = 'x'.repeat(60_000)
  while (!socket.isTerminated) connection.send(text)
  expect(socket.sentBytes).toBeGreaterThan(roomLimits.backlog)
  expect(socket.sentBytes).toBeLessThan(roomLimits.backlog + 2 * text.length)
  connection.send(text)
  expect(socket.sentBytes).toBeLessThan(roomLimits.backlog + 2 * text.length)
  expect([ends(), resets()]).toEqual([1, 1])
})

it('may get any amount while it reads', () => {
  const { socket, connection } = open()
  for (let i = 0; i < 100; i++) {
    connection.send('x'.repeat(60_000))
    socket.read()
  }
  expect([socket.sentBytes, socket.isTerminated]).toEqual([6_000_000, false])
})

it('does not pass for a reader by pongs that it has made up', () => {
  const { socket, connection } = open()
  for (let i = 0; i < 100; i++) {
    connection.send('x'.repeat(60_000))
    for (const text of ['', '0', String(socket.sentBytes)]) socket.emit('pong', Buffer.from(text))
  }
  expect(socket.isTerminated).toBe(true)
})

it('is silent as long as it has not read, whatever it sends', async () => {
  const { socket, connection, pass } = open()
  connection.send('x'.repeat(10_000))
  pass(30_000)
  socket.emit('message', Buffer.from('{"type":"pong"}'), false)
  await handled()
  expect(connection.silence).toBe(30_000)
  socket.read()
  expect(connection.silence).toBe(0)
})

it('is not silent while the host does not read it: its answer may lie behind what it has sent', async () => {
  const { socket, connection, pass } = open()
  connection.send('x'.repeat(10_000))
  for (let i = 0; i < 20; i++) socket.emit('message', Buffer.from('{"type":"pong"}'), false)
  pass(30_000)
  expect([socket.isPaused, connection.silence]).toEqual([true, 0])
  while (socket.isPaused) await handled()
  pass(20_000)
  expect(connection.silence).toBe(20_000)
})

it('gets no poses while much is unread', () => {
  const { socket, connection } = open()
  const frame = new Uint8Array(2 ** 15)
  expect([connection.sendPoses(frame), connection.sendPoses(frame), connection.sendPoses(frame)]).toEqual([
    true,
    true,
    false,
  ])
  socket.read()
  expect(connection.sendPoses(frame)).toBe(true)
})

it('gets all poses once it reads again, also those that have not moved since', async () => {
  let isSlow = true
  const seen: number[][] = []
  const read = await new Promise<number[]>((resolve) => {
    const board = new PoseBoard({ kind: poseKind, measure: measurePose }, () => [
      {
        peer: 9,
        sendPoses: (frame) => {
          seen.push(decodePoses(frame).map(({ peer }) => peer))
          if (!isSlow) {
            board.close()
            resolve(seen.at(-1) ?? [])
          } else if (seen.length === 2) isSlow = false
          else board.take(2, encodePoses([{ peer: 0, view: 1 }]))
          return !isSlow && seen.length > 2
        },
      },
    ])
    board.take(1, encodePoses([{ peer: 0, view: 1 }]))
  })
  expect(seen[0]).toEqual([1])
  expect(read).toEqual([1, 2])
})
