import { createServer, type IncomingMessage } from 'node:http'
import { type Duplex, duplexPair } from 'node:stream'
import { WebSocket } from 'ws'
import { roomProtocol } from '../../contract/wire/room-messages.ts'

/** Takes the WebSocket request of a peer. */
export type TakeUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** The callbacks of a peer in this process. */
export interface InnerSocketEvents {
  readonly onOpen: () => void
  readonly onText: (text: string) => void
  /** Called once, with what was wrong where it could not be opened. */
  readonly onClose: (fault: string) => void
}

/** The connection of a peer in this process. */
export interface InnerSocket {
  /** Sends a text, or a frame; nothing once it is closed. */
  send(data: string | Uint8Array): void
  close(): void
}

/**
 * Opens the WebSocket of a peer in this process. Its request comes to `take` as one from a port does, over a
 * pair of streams in memory, so that such a peer has no way in of its own.
 */
export function openInnerSocket(roomId: string, take: TakeUpgrade, events: InnerSocketEvents): InnerSocket {
  const [near, far] = duplexPair()
  // A server that never listens: it reads the request of this one connection.
  createServer().on('upgrade', take).emit('connection', far)
  const address = `ws://localhost/ws/rooms/${encodeURIComponent(roomId)}`
  const webSocket = new WebSocket(address, roomProtocol, {
    createConnection: () => near,
    perMessageDeflate: false,
  })
  const socket: InnerSocket = {
    send: (data) => {
      if (webSocket.readyState === WebSocket.OPEN) webSocket.send(data)
    },
    close: () => webSocket.close(),
  }
  let fault = ''
  webSocket.on('open', () => events.onOpen())
  webSocket.on('message', (data, isBinary) => {
    if (!isBinary) events.onText(String(data))
  })
  webSocket.on('error', ({ message }) => {
    fault = message
  })
  webSocket.on('close', () => events.onClose(fault))
  return socket
}
