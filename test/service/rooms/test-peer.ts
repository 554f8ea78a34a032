/** A peer of a room by hand: it sends what a test says, and keeps what comes. */
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomMessage } from '../../../core/contract/wire/room-messages.ts'

export interface TestPeer {
  readonly webSocket: WebSocket
  /** Resolves once the host has sent something. */
  readonly arrived: Promise<unknown>
  readonly messages: RoomMessage[]
  readonly frames: Buffer[]
  send(message: Json): void
  set(fields: { readonly [name: string]: Json }, seq?: number): void
  /** Resolves with the first message that fits and was not taken before. */
  take<Type extends RoomMessage['type']>(
    type: Type,
    fits?: (message: Extract<RoomMessage, { type: Type }>) => boolean,
  ): Promise<Extract<RoomMessage, { type: Type }>>
  takeFrame(): Promise<Buffer>
  close(): void
}

let keys = 0

/** Resolves once the connection is open; `join` is false for a peer that sends no `join`. */
export async function connectPeer(
  url: string,
  room: string,
  more: {
    join?: false | { [name: string]: Json }
    protocol?: string
    headers?: { [name: string]: string }
  } = {},
): Promise<TestPeer> {
  const { join = {}, protocol = 'specimen-room.v1', headers = {} } = more
  const address = `${url.replace(/^http/, 'ws')}/ws/rooms/${encodeURIComponent(room)}`
  const webSocket = new WebSocket(address, protocol, { headers })
  const messages: RoomMessage[] = []
  const waiting: RoomMessage[] = []
  const frames: Buffer[] = []
  const arrived = new EventTarget()
  webSocket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) frames.push(data)
    else {
      const message: RoomMessage = JSON.parse(data.toString())
      messages.push(message)
      waiting.push(message)
    }
    arrived.dispatchEvent(new Event('any'))
  })
  webSocket.on('close', () => arrived.dispatchEvent(new Event('any')))
  const any = async (): Promise<void> => {
    if (webSocket.readyState === WebSocket.CLOSED)
      throw new Error(`closed: ${JSON.stringify(messages.at(-1))}`)
    await once(arrived, 'any')
  }
  const send = (message: Json): void => webSocket.send(JSON.stringify(message))
  await once(webSocket, 'open')
  if (join)
    send({
      type: 'join',
      name: 'Ada',
      color: '#336699',
      key: `the-key-of-a-test-${keys++}`,
      token: '',
      ...join,
    })
  let seq = 0
  const first = messages.length > 0 ? undefined : once(arrived, 'any')
  return {
    webSocket,
    messages,
    frames,
    arrived: Promise.resolve(first),
    send,
    set: (fields, given) => send({ type: 'set', seq: given ?? seq++, fields }),
    async take(type, fits = () => true) {
      for (;;) {
        const at = waiting.findIndex((message) => message.type === type && fits(message as never)) // of this type
        const [message] = at < 0 ? [] : waiting.splice(at, 1)
        if (message) return message as never // of this type
        await any()
      }
    },
    async takeFrame() {
      for (;;) {
        const frame = frames.shift()
        if (frame) return frame
        await any()
      }
    },
    close: () => webSocket.close(),
  }
}
