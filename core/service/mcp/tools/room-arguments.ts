import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../../contract/values/json.ts'
import { mostRoomViews } from '../../../contract/wire/room-messages.ts'
import { readWhole } from './read-arguments.ts'

/**
 * A tool of rooms acts before others, and one that brings a file keeps it: readOnlyHint is left out, as its
 * default is false. The same call again changes nothing more.
 */
export const roomAnnotations = {
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies Tool['annotations']

/** The property that names a view of a room. */
export const viewNumber = {
  type: 'integer',
  minimum: 1,
  maximum: mostRoomViews,
  description: 'A view of the room; else the active one.',
} as const

/** Returns the number of a view, undefined where it is left out. @throws `request.invalid` */
export function readViewNumber(given: JsonObject): number | undefined {
  return readWhole(given, 'view', { least: 1, most: mostRoomViews, usual: 0 }) || undefined
}
