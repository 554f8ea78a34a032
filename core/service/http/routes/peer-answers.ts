import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AssetAnswer, AssetRequest, FileAddress } from '../../../contract/domain/specimen.ts'
import type { RoomFields } from '../../../contract/wire/room-messages.ts'

/** The path of results for other hosts; an id follows. */
export const resultsPath = '/group/results/'

/** The path of workers' files for other hosts; worker, specimen and part follow. */
export const filesPath = '/group/files/'

/** The path of files that callers have brought, for other hosts; the hash follows. */
export const broughtPath = '/group/brought/'

/** The path at which another host has the workers of this one read their folders again. */
export const reloadPath = '/group/reload'

/** The path at which another host has this one learn what all hosts have now. */
export const lookPath = '/group/look'

/** The path at which another host asks whether this one reaches Redis. */
export const redisPath = '/group/redis'

/** The path of the states of rooms for other hosts; an id follows. */
export const roomsPath = '/group/rooms/'

/** The header of a file's answer that is no refusal of this host: its status by the worker. */
export const fileStatusHeader = 'specimen-file-status'

/** The operations of a host with a verified signature. */
export interface AdmittedPeer {
  /** Returns the parts of a result as it is sent; undefined when it is not here. */
  readResult(id: string): readonly Uint8Array[] | undefined
  /** Returns the fields of a room, those that peers see and others; undefined when it is not here. */
  readRoom(id: string): RoomFields | undefined
  /** Opens a file of a worker of this host. @throws as a remote `Asset` */
  openFile(
    workerId: string,
    request: AssetRequest & { readonly specimen: string; readonly part: FileAddress },
    signal: AbortSignal,
  ): Promise<AssetAnswer>
  /** Opens a file that a caller has brought to this host. @throws `file.missing` */
  openBrought(hash: string, signal: AbortSignal): Promise<AssetAnswer>
  /** Has the workers of this host read their folders again. */
  reload(): Promise<void>
  /** Reads what all hosts have now. @throws `group.away` */
  look(): Promise<void>
  /** Asks Redis for a sign of life. */
  askRedis(): Promise<RedisAnswer>
}

/** The word of a host on its Redis, in a form that shows who has given it. */
export interface RedisAnswer {
  readonly reaches: boolean
  readonly signature: string
}

/** A request of another host as it has come: method, address and signature. */
export interface PeerRequestHead {
  readonly method: string
  readonly target: string
  readonly authorization: string | undefined
}

/** The answers of a host to the other hosts of its group. */
export interface PeerAnswers {
  /**
   * Verifies the signature of a request; `target` is its path and query, without a proxy's prefix.
   * @throws `peer.unsigned`, `peer.refused`
   */
  admit(request: PeerRequestHead): AdmittedPeer
}

/** The WebSocket request of a peer, and its connection. */
export interface PassedPeer {
  readonly roomId: string
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** The bytes that were read beyond the request. */
  readonly head: Buffer
  /** The address of the peer, by which it is counted. */
  readonly client: string
}

/** The way of peers to the host of a group that has their room. */
export interface RoomPassage {
  /**
   * Returns the address of a peer whom another host passes on to this one; undefined for one that comes by
   * itself. @throws `peer.refused`, `peer.unsigned`
   */
  admit(request: IncomingMessage): string | undefined
  /** Passes a peer on to the host that has its room, or calls `here` where that is this one. */
  pass(peer: PassedPeer, here: () => void): void
  /** Ends the connections that were passed on: a server does not end before they have. */
  close(): void
}
