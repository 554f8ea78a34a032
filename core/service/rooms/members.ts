/** The peers of a room: fields of the hosts, one for each. */
import { SpecimenError } from '../../contract/domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import type { RoomFields, RoomPeer } from '../../contract/wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { toUniqueName } from './peer-names.ts'
import type { StateFields } from './room-fields.ts'

/** A peer, and the host that has its connection. */
export type RoomMember = RoomPeer & {
  readonly host: string
  /** Digest of its caller and its key, by which it is known when it comes again. */
  readonly identity: string
  /** Id of the token by which its ticket was given; null for one without a ticket. */
  readonly guestOf: string | null
}

/** The field `presenter`. */
export interface Presenter {
  readonly peer: number
  readonly locks: boolean
}

/** The name of the field with the number that was given to a peer last. */
export const latestField = '~latest'
const peerPrefix = '~peers/'

/** Returns the name of the field with a peer. */
export function peerField(peer: number): string {
  return peerPrefix + peer
}

/** Returns the number of a peer by the name of its field. */
export function readPeerField(name: string): number | undefined {
  return name.startsWith(peerPrefix) ? Number(name.slice(peerPrefix.length)) : undefined
}

/** Returns a peer by its field. */
export function toMember(value: Json | undefined): RoomMember | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const { peer, name, color, may_change, host, identity, guestOf = null } = value
  if (!isCount(peer) || typeof name !== 'string' || typeof color !== 'string') return undefined
  if (typeof may_change !== 'boolean' || typeof host !== 'string' || typeof identity !== 'string')
    return undefined
  const giver = typeof guestOf === 'string' ? guestOf : null
  return { peer, name, color, may_change, host, identity, guestOf: giver }
}

/** Returns all peers. */
export function listMembers(fields: StateFields): readonly RoomMember[] {
  const members: RoomMember[] = []
  for (const [name, value] of fields) {
    const member = name.startsWith(peerPrefix) ? toMember(value) : undefined
    if (member) members.push(member)
  }
  return members
}

/** Returns true for the value of the field `presenter`. */
export function isPresenter(value: Json | undefined): value is JsonObject & Presenter {
  return value !== undefined && isJsonObject(value) && typeof value.locks === 'boolean'
}

/** Returns the removal of peers, with what ends with them. */
export function removeMembers(fields: StateFields, peers: readonly number[]): RoomFields {
  const presenter = fields.get('presenter')
  const isPresented = isPresenter(presenter) && peers.includes(presenter.peer)
  const removed = peers.map((peer) => [peerField(peer), null])
  return { ...Object.fromEntries(removed), ...(isPresented && { presenter: null }) }
}

/** The numbers that a pose has a place for. */
const mostNumber = 2 ** 16 - 1
/** Returns the number of a peer: its former one, or the next. @throws `room.full` */
export function findNumber(fields: StateFields, identity: string): number {
  const members = listMembers(fields)
  const former = members.find((member) => member.identity === identity)
  if (former) return former.peer
  if (members.length >= roomLimits.peers)
    throw new SpecimenError('room.full', `A room has at most ${roomLimits.peers} peers; try again later.`)
  let number = Number(fields.get(latestField) ?? 0)
  do number = (number % mostNumber) + 1
  while (fields.has(peerField(number)))
  return number
}

/** Returns the name of a peer, unlike those of the others. */
export function findName(fields: StateFields, peer: number, wanted: string): string {
  const others = listMembers(fields).filter((member) => member.peer !== peer)
  return toUniqueName(
    wanted,
    others.map(({ name }) => name),
  )
}

/** Returns a peer as the others see it. */
export function toPeer({ peer, name, color, may_change }: RoomMember): RoomPeer {
  return { peer, name, color, may_change }
}

/** Returns true for the field of a peer whose number another host has given meanwhile. */
export function isPeerElsewhere(name: string, fields: StateFields, host: string): boolean {
  const member = readPeerField(name) === undefined ? undefined : toMember(fields.get(name))
  return member !== undefined && member.host !== host
}
