import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { PassedPeer, RoomPassage } from '../../service/http/routes/peer-answers.ts'
import { beginRequest, readText } from '../results/peer-request.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'
import type { RoomOwner, RoomOwners } from './room-owners.ts'

/** Seconds until another host has taken a peer: one that is there needs some milliseconds. */
const answerSeconds = 2
/** Headers of a WebSocket request that the host of the room is to see. */
const passedHeaders = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'origin']
const signatureHeader = 'specimen-peer'

/** The dependencies of a {@link GroupPassage}. */
export interface GroupPassageOptions {
  /** The address at which the others reach this host, without a slash at the end. */
  readonly address: string
  readonly owners: RoomOwners
  readonly signatures: Pick<PeerSignatures, 'sign' | 'verify'>
}

/** A peer whose connection goes through this host. */
interface Passing {
  readonly roomId: string
  readonly owner: RoomOwner
  readonly end: () => void
}

/** The way of peers to the host of their room: their connections go through the one that they have found. */
export class GroupPassage implements RoomPassage {
  readonly #options: GroupPassageOptions
  readonly #passing = new Set<Passing>()
  #isClosed = false

  constructor(options: GroupPassageOptions) {
    this.#options = options
  }

  admit({ method = 'GET', url = '', headers }: IncomingMessage): string | undefined {
    const { [signatureHeader]: signature } = headers
    if (typeof signature !== 'string') return undefined
    const { address, signatures } = this.#options
    signatures.verify({ method, url: address + url }, signature)
    return new URL(url, address).searchParams.get('client') ?? ''
  }

  pass(peer: PassedPeer, here: () => void): void {
    const owner = this.#options.owners.findElsewhere(peer.roomId)
    if (owner) this.#pass(peer, owner, here)
    else here()
  }

  /** Rooms may have other hosts: their peers come again. */
  refresh(): void {
    for (const { roomId, owner, end } of [...this.#passing])
      if (this.#options.owners.find(roomId).id !== owner.id) end()
  }

  close(): void {
    this.#isClosed = true
    for (const { end } of [...this.#passing]) end()
  }

  #pass(peer: PassedPeer, owner: RoomOwner, here: () => void): void {
    const { request, socket, head, roomId } = peer
    const { signatures, owners } = this.#options
    const room = `/ws/rooms/${encodeURIComponent(roomId)}`
    const url = `${owner.address}${room}?client=${encodeURIComponent(peer.client)}`
    const passed = passedHeaders.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    const headers = {
      ...Object.fromEntries(passed),
      connection: 'Upgrade',
      upgrade: 'websocket',
      [signatureHeader]: signatures.sign({ method: 'GET', url }),
    }
    const asking = beginRequest(new URL(url), { headers, agent: false })
    const leave = (): void => void asking.destroy()
    const silence = createDeadline(() => asking.destroy(new Error('it does not answer in time')))
    silence.start(answerSeconds)
    const settle = (): void => {
      silence.stop()
      socket.off('close', leave)
    }
    socket.once('close', leave)
    socket.on('error', leave)
    let isAnswered = false
    asking.on('error', () => {
      settle()
      if (isAnswered || socket.destroyed) return
      owners.suspect(owner) // so that the next peers need not wait
      this.pass(peer, here)
    })
    asking.on('response', (response) => {
      isAnswered = true
      settle()
      void answerAs(response, socket)
    })
    asking.on('upgrade', (response, far) => {
      isAnswered = true
      settle()
      this.#join({ roomId, owner }, { socket, head }, { socket: far, response })
    })
    asking.end()
  }

  #join(
    { roomId, owner }: Omit<Passing, 'end'>,
    near: { readonly socket: Duplex; readonly head: Buffer },
    far: { readonly socket: Duplex; readonly response: IncomingMessage },
  ): void {
    const end = (): void => {
      this.#passing.delete(passing)
      near.socket.destroy()
      far.socket.destroy()
    }
    const passing: Passing = { roomId, owner, end }
    this.#passing.add(passing)
    for (const { socket } of [near, far]) {
      if ('setNoDelay' in socket && typeof socket.setNoDelay === 'function') socket.setNoDelay(true)
      socket.once('close', end)
      socket.on('error', end)
    }
    if (this.#isClosed) {
      end()
      return
    }
    near.socket.write(toHead(far.response))
    far.socket.write(near.head)
    near.socket.pipe(far.socket)
    far.socket.pipe(near.socket)
  }
}

function toHead({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = rawHeaders.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${rawHeaders[i + 1]}`] : []))
  return `${[`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines].join('\r\n')}\r\n\r\n`
}

/** Gives a peer the refusal of the host that has the room. */
async function answerAs(response: IncomingMessage, socket: Duplex): Promise<void> {
  try {
    const body = await readText(response, answerSeconds)
    socket.end(toHead(response) + body)
  } catch {
    socket.destroy() // it comes again
  }
}
