/** Fields that the hosts of a room keep for each other and send to no peer: their names begin with `~`. */
import { isJsonObject, type Json } from '../domain/json.ts'
import { isCount } from '../domain/number.ts'
import { mostRoomViews, type RoomChanged, type RoomFields, type RoomPeer } from '../wire/room-messages.ts'
import { isPresenter } from './fields.ts'
import type { RoomChange, StateFields } from './room-state.ts'

/** A peer, and the host that has its connection. */
export type RoomMember = RoomPeer & {
  readonly host: string
  /** Digest of its caller and its key, by which it is known when it comes again. */
  readonly identity: string
}

/** A result that a view wants. */
export interface ViewWant {
  readonly view: number
  /** The version of the state that it is for. */
  readonly version: number
  /** The peer's name for limits. */
  readonly caller: string
}

/** The name of the field with the number that was given to a peer last. */
export const latestField = '~latest'
/** Returns the name of the field with a peer. */
export const peerField = (peer: number): string => `~peers/${peer}`
/** Returns the name of the field with what a view wants, as long as it is neither there nor failed. */
export const wantField = (view: number): string => `~views/${view}/want`
/** Returns the name of the field that says where the result of a view is. */
export const placeField = (view: number): string => `~views/${view}/place`

/** Returns true for the name of a field that no peer sees. */
export function isOwnField(name: string): boolean {
  return name.startsWith('~')
}

/** Returns true for a change of which peers learn. */
export function isSeen({ seq, fields }: RoomChange): boolean {
  return seq !== null || Object.keys(fields).some((name) => !isOwnField(name))
}

/** Returns the fields that peers see. */
export function toSeenFields(fields: Iterable<readonly [string, Json]>): RoomFields {
  return Object.fromEntries([...fields].filter(([name]) => !isOwnField(name)))
}

/** Returns a change as peers see it. */
export function toSeenChange({ version, by, seq, fields }: Omit<RoomChanged, 'type'>): RoomChanged {
  return { type: 'changed', version, by, seq, fields: toSeenFields(Object.entries(fields)) }
}

/** Returns the number of a peer by the name of its field. */
export function readPeerField(name: string): number | undefined {
  const number = /^~peers\/(\d+)$/.exec(name)?.[1]
  return number === undefined ? undefined : Number(number)
}

/** Returns the number of a view by the name of its field; undefined for another field. */
export function readViewField(
  name: string,
  part: 'specimen' | 'result' | 'want' | 'place',
): number | undefined {
  const [, number, found] = /^~?views\/(\d)\/(\w+)$/.exec(name) ?? []
  return found === part ? Number(number) : undefined
}

/** Returns a peer by its field. */
export function toMember(value: Json | undefined): RoomMember | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const { peer, name, color, may_change, host, identity } = value
  if (!isCount(peer) || typeof name !== 'string' || typeof color !== 'string') return undefined
  if (typeof may_change !== 'boolean' || typeof host !== 'string' || typeof identity !== 'string')
    return undefined
  return { peer, name, color, may_change, host, identity }
}

/** Returns all peers. */
export function listMembers(fields: StateFields): readonly RoomMember[] {
  return [...fields].flatMap(([name, value]) =>
    readPeerField(name) === undefined ? [] : (toMember(value) ?? []),
  )
}

/** Returns the removal of peers, with what ends with them. */
export function removeMembers(fields: StateFields, peers: readonly number[]): RoomFields {
  const presenter = fields.get('presenter')
  const isPresented = isPresenter(presenter) && peers.includes(presenter.peer)
  const removed = peers.map((peer) => [peerField(peer), null])
  return { ...Object.fromEntries(removed), ...(isPresented && { presenter: null }) }
}

/** Returns what a view wants by its field. */
export function findWant(fields: StateFields, view: number): ViewWant | undefined {
  const value = fields.get(wantField(view))
  if (value === undefined || !isJsonObject(value)) return undefined
  const { version, caller } = value
  return isCount(version) && typeof caller === 'string' ? { view, version, caller } : undefined
}

/** Returns the host that has the result of a view, and the text by which it is found. */
export function findPlace(fields: StateFields, view: number): { host: string; pointer: string } | undefined {
  const value = fields.get(placeField(view))
  if (value === undefined || !isJsonObject(value)) return undefined
  const { host, pointer } = value
  return typeof host === 'string' && typeof pointer === 'string' ? { host, pointer } : undefined
}

/** Returns the id of the result that a view shows. */
export function findResultId(fields: StateFields, view: number): string | undefined {
  const value = fields.get(`views/${view}/result`)
  const id = value !== undefined && isJsonObject(value) ? value.id : undefined
  return typeof id === 'string' ? id : undefined
}

/** Returns the specimen of the view that shows a result, and where the result is. */
export function findShown(
  fields: StateFields,
  resultId: string,
): { readonly specimenId: string; readonly pointer: string } | undefined {
  for (let view = 1; view <= mostRoomViews; view++) {
    const specimenId = fields.get(`views/${view}/specimen`)
    if (typeof specimenId !== 'string' || findResultId(fields, view) !== resultId) continue
    return { specimenId, pointer: findPlace(fields, view)?.pointer ?? '' }
  }
  return undefined
}
