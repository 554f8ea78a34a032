/** What a peer costs that reads slowly or not at all, with a WebSocket that says what waits in it. */
import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { roomLimits } from '../../core/rooms/limits.ts'
import { PeerConnection } from '../../core/rooms/peer-connection.ts'
import { PoseBoard } from '../../core/rooms/pose-board.ts'
import { decodePoses, encodePoses } from '../../core/wire/room-poses.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

class SlowSocket extends EventEmitter {
  readonly readyState = WebSocket.OPEN
  readonly sent: (string | Uint8Array)[] = []
  bufferedAmount = 0
  isTerminated = false
  send(data: string | Uint8Array): void {
    this.sent.push(data)
    this.bufferedAmount += data.length
  }
  terminate(): void {
    this.isTerminated = true
  }
  close(): void {}
}

function open() {
  const socket = new SlowSocket()
  let ends = 0
  const connection = new PeerConnection({
    webSocket: socket as unknown as WebSocket, // its part that connections use
    onMessage: () => {},
    onFrame: () => {},
    onEnd: () => ends++,
    now: () => 0,
    log,
  })
  return { socket, connection, ends: () => ends }
}

it('is cut off above a limit of unread bytes, which is less than a mebibyte with the message above it', () => {
  const { socket, connection, ends } = open()
  const text = 'x'.repeat(60_000)
  while (!socket.isTerminated) connection.send(text)
  expect(socket.bufferedAmount).toBeGreaterThan(roomLimits.backlog)
  expect(socket.bufferedAmount).toBeLessThan(2 ** 20)
  connection.send(text)
  expect(socket.bufferedAmount).toBeLessThan(2 ** 20)
  expect(ends()).toBe(1)
})

it('gets no poses while much is unread', () => {
  const { socket, connection } = open()
  const frame = new Uint8Array(2 ** 15)
  expect([connection.sendPoses(frame), connection.sendPoses(frame), connection.sendPoses(frame)]).toEqual([
    true,
    true,
    false,
  ])
  socket.bufferedAmount = 0
  expect(connection.sendPoses(frame)).toBe(true)
})

it('gets all poses once it reads again, also those that have not moved since', async () => {
  let isSlow = true
  const seen: number[][] = []
  const read = await new Promise<number[]>((resolve) => {
    const board = new PoseBoard({
      send: () => {},
      readers: () => [
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
      ],
    })
    board.take(1, encodePoses([{ peer: 0, view: 1 }]))
  })
  expect(seen[0]).toEqual([1])
  expect(read).toEqual([1, 2])
})
