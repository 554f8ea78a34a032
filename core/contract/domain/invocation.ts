import type { Params } from './schema.ts'

/** One complete call of one function: validated, defaults merged, keyed. Only the gate makes them. */
export interface Invocation {
  readonly functionName: string
  /** Identity of the code: a bundle's hash, or a constant of the process for functions in code. */
  readonly revision: string
  readonly params: Params
  readonly roomId: string
  /** `functionName:sha256`, with the hash of the canonical JSON (RFC 8785) of `params`. */
  readonly key: string
}

/** The room of requests that name none. */
export const defaultRoomId = 'service'

/** Most code points of a room id. */
export const roomIdLength = 128

/** The rule for room ids, in words; characters are code points. */
export const roomIdRule = `1 to ${roomIdLength} characters without control characters, and neither . nor ..`

/**
 * Neither control characters (C0, DEL, C1) nor halves of a surrogate pair; nor `.` and `..`, which browsers
 * and other hosts take out of the address of a room.
 */
const roomIdPattern = new RegExp(`^(?!\\.{1,2}$)[^\\p{Cc}\\p{Cs}]{1,${roomIdLength}}$`, 'u')

/** Returns the id of the room of a call that gives data of others, by a hash of its key. */
export function toDataRoom(hash: string): string {
  return `data ${hash}`
}

/** Returns whether a room id is that of such a call, which no client may name. */
export function isDataRoom(roomId: string): boolean {
  return /^data [0-9a-f]{64}(?:~|$)/.test(roomId)
}

/** Returns the id of a room beside another, whose result it leaves alone; cut to the permitted length. */
export function toRoomBeside(roomId: string, name: string): string {
  const suffix = [...`~${name}`]
  return [...[...roomId].slice(0, roomIdLength - suffix.length), ...suffix].join('')
}

/** Returns the id of a room beside another for the previews of one viewer. */
export function toPreviewRoom(roomId: string, viewerId: string): string {
  return toRoomBeside(roomId, `preview-${viewerId}`)
}

/** Returns the room whose previews a room has, as far as its name was not cut; of another its own id. */
export function toPreviewedRoom(roomId: string): string {
  return roomId.replace(/~preview-[^~]*$/, '')
}

/** Returns the id of a room beside another for a result ahead of its use: {@link isRoomAhead}. */
export function toRoomAhead(roomId: string, name: string): string {
  return toRoomBeside(roomId, `ahead-${name}`)
}

/** Returns true for a room whose runs come after all others, and leave a place free for them. */
export function isRoomAhead(roomId: string): boolean {
  return roomId.includes('~ahead-')
}

/** Returns true for a room and the rooms beside it. */
export function isRoomOrBeside(roomId: string, other: string): boolean {
  return roomId === other || roomId.startsWith(`${other}~`)
}

/** Returns true for a room id. */
export function isRoomId(value: unknown): value is string {
  return typeof value === 'string' && roomIdPattern.test(value)
}
