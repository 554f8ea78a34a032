import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { toRawAnswer } from '../answer/errors.ts'

/** A connection of the server with TLS on it. */
export class SecureSocket extends TLSSocket {
  /** The connection below, which carries the encrypted bytes. */
  readonly transport: Socket

  constructor(transport: Socket, secureContext: SecureContext) {
    super(transport, { isServer: true, secureContext, ALPNProtocols: ['http/1.1'] })
    this.transport = transport
  }

  /** Resets the connection below: Node refuses it for one with TLS. */
  override resetAndDestroy(): this {
    this.transport.resetAndDestroy()
    return this.destroy()
  }
}

/** The parts of securing connections. */
export interface SecuringOptions {
  /** Returns the certificate and key for a new connection. */
  readonly getContext: () => SecureContext
  /** The path of the host, for the answer to plain HTTP. */
  readonly base: string
}

/** The first byte of TLS: a record of its handshake. No method of HTTP begins with it. */
const handshakeRecord = 0x16
/** As long as a client may take for the headers of a request. */
const openingMilliseconds = 15_000
const farewellMilliseconds = 2000

/**
 * Returns a function that puts TLS on a new connection of the server and has the server take it. A client
 * that speaks HTTP without TLS is answered so; one that has asked nothing within 15 s is cut off.
 */
export function createSecuring(server: Server, { getContext, base }: SecuringOptions): (raw: Socket) => void {
  const plain = new SpecimenError(
    'request.invalid',
    'This port speaks HTTPS, and the request came without TLS. Write https:// in front of the address.',
  )
  const answer = toRawAnswer(plain, base)
  return (raw) => {
    let socket: SecureSocket | undefined
    const timer = setTimeout(() => {
      // HTTP's own limit would end it by an answer, which waits for a handshake that does not come.
      if (socket === undefined || socket.bytesRead === 0) raw.destroy()
    }, openingMilliseconds)
    raw.once('close', () => clearTimeout(timer))
    raw.on('error', () => raw.destroy())
    raw.once('readable', () => {
      const first: Buffer | null = raw.read(1)
      if (first === null) return void raw.destroy() // it has ended
      raw.unshift(first)
      if (first[0] !== handshakeRecord) return refuse(raw, answer)
      socket = new SecureSocket(raw, getContext())
      server.emit('connection', socket)
    })
  }
}

/** Answers without TLS. More of the client is read, since a reset could overtake the answer. */
function refuse(raw: Socket, answer: string): void {
  raw.setTimeout(farewellMilliseconds, () => raw.destroy())
  raw.end(answer)
  raw.resume()
}
