import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { PassedPeer, RoomPassage } from '../../service/http/routes/peer-answers.ts'
import { awaitAnswer, beginRequest, readText } from '../results/peer-request.ts'
import type { PeerSignatures } from '../results/peer-signatures.ts'
import type { RoomOwner, RoomOwners } from './room-owners.ts'

/** Seconds until another host has taken a peer: one that is there needs some milliseconds. */
const answerSeconds = 2
/** Times that a peer is passed on while its owner lives and does not answer. */
const passTries = 3
/**
 * Seconds that a host which stands in for another has to learn that the other is back, and to end its room.
 */
const standInSeconds = 5
/** Headers of a WebSocket request that the host of the room is to see. */
const passedHeaders = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'origin']
const signatureHeader = 'specimen-peer'

/** The dependencies of a {@link GroupPassage}. */
export interface GroupPassageOptions {
  /** The address at which the others reach this host, without a slash at the end. */
  readonly address: string
  readonly owners: RoomOwners
  readonly signatures: Pick<PeerSignatures, 'sign' | 'verifyOnce'>
}

/** A peer whose connection goes through this host. */
interface Passing {
  readonly roomId: string
  readonly owner: RoomOwner
  /** Set where the first host in order could not be reached when the peer came. */
  readonly isStandIn: boolean
  readonly end: () => void
}

/** A peer that comes, and its way into a room of this host. */
interface ComingPeer {
  readonly peer: PassedPeer
  readonly here: () => void
}

/** The way of peers to the host of their room: their connections go through the one that they have found. */
export class GroupPassage implements RoomPassage {
  readonly #options: GroupPassageOptions
  readonly #passing = new Set<Passing>()
  /** Ends connections to hosts that still stand in for another, which this host reaches. */
  readonly #late = createDeadline(() => {
    for (const passing of [...this.#passing]) if (this.#isPassedOver(passing)) passing.end()
  })
  #isClosed = false

  constructor(options: GroupPassageOptions) {
    this.#options = options
  }

  admit({ method = 'GET', url = '', headers }: IncomingMessage): string | undefined {
    const { [signatureHeader]: signature } = headers
    if (typeof signature !== 'string') return undefined
    const { address, signatures } = this.#options
    signatures.verifyOnce({ method, url: address + url }, signature)
    return new URL(url, address).searchParams.get('client') ?? ''
  }

  pass(peer: PassedPeer, here: () => void): void {
    this.#passOn({ peer, here }, passTries)
  }

  #passOn(coming: ComingPeer, tries: number): void {
    const owner = this.#options.owners.findElsewhere(coming.peer.roomId)
    if (owner) this.#pass(coming, owner, tries)
    else coming.here()
  }

  /**
   * Rooms may have other hosts. Connections to a host that is gone are ended: their peers come again. One
   * that is there ends them itself once it knows, as only then its peers keep their numbers; but one that
   * stands in for another which it does not reach itself never knows: its connections are ended after a
   * while.
   */
  refresh(): void {
    const passing = [...this.#passing]
    for (const { owner, end } of passing) if (!this.#options.owners.has(owner)) end()
    if (passing.some((each) => this.#isPassedOver(each))) this.#late.start(standInSeconds)
  }

  #isPassedOver({ roomId, owner, isStandIn }: Passing): boolean {
    return isStandIn && this.#options.owners.find(roomId).id !== owner.id
  }

  close(): void {
    this.#isClosed = true
    this.#late.stop()
    for (const { end } of [...this.#passing]) end()
  }

  #pass(coming: ComingPeer, owner: RoomOwner, tries: number): void {
    const { peer } = coming
    const { request, socket, head, roomId } = peer
    const { signatures, owners } = this.#options
    const room = `/ws/rooms/${encodeURIComponent(roomId)}`
    // A signature is taken once, and two peers of one address may come in the same millisecond.
    const mark = randomBytes(12).toString('base64url')
    const url = `${owner.address}${room}?client=${encodeURIComponent(peer.client)}&mark=${mark}`
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
    const stop = awaitAnswer(answerSeconds, () => asking.destroy(new Error('it does not answer in time')))
    const settle = (): void => {
      stop()
      socket.off('close', leave)
    }
    socket.once('close', leave)
    socket.on('error', leave)
    let isAnswered = false
    asking.on('error', () => {
      settle()
      if (isAnswered || socket.destroyed) return
      void owners.suspect(owner).then((isSilent) => {
        if (socket.destroyed) return
        if (isSilent) this.#passOn(coming, tries)
        else if (tries > 1) this.#passOn(coming, tries - 1)
        else socket.destroy() // it comes again
      })
    })
    asking.on('response', (response) => {
      isAnswered = true
      settle()
      void answerAs(response, socket)
    })
    asking.on('upgrade', (response, far) => {
      isAnswered = true
      settle()
      const isStandIn = owners.isStandIn(roomId, owner)
      this.#join({ roomId, owner, isStandIn }, { socket, head }, { socket: far, response })
    })
    asking.end()
  }

  #join(
    passed: Omit<Passing, 'end'>,
    near: { readonly socket: Duplex; readonly head: Buffer },
    far: { readonly socket: Duplex; readonly response: IncomingMessage },
  ): void {
    const end = (): void => {
      this.#passing.delete(passing)
      near.socket.destroy()
      far.socket.destroy()
    }
    const passing: Passing = { ...passed, end }
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
