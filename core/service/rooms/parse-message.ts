import { SpecimenError } from '../../contract/domain/errors.ts'
import { describe } from '../../contract/text/describe.ts'
import { isJsonArray, isJsonObject, type Json, parseJson } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { mostRoomViews, type PeerMessage } from '../../contract/wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { toShownName } from './peer-names.ts'

const secret = /^[\w-]{16,64}$/
const secretRule = '16 to 64 letters, digits, _ or - that only this peer knows'

/**
 * Returns a message of a peer; undefined for one of a later type. @throws `json.syntax`, `request.invalid`
 */
export function parsePeerMessage(text: string): PeerMessage | undefined {
  const message = parseJson(text, 'The message')
  if (!isJsonObject(message)) throw messageError('The message', message, 'an object with a type')
  const { type } = message
  switch (type) {
    case 'join': {
      const { color, key, person, token = '', frames } = message
      const name = typeof message.name === 'string' ? toShownName(message.name) : undefined
      if (name === undefined) {
        const wanted = `1 to ${roomLimits.nameLength} characters that can be seen`
        throw messageError('join.name', message.name, wanted)
      }
      if (!isText(color, /^#[0-9a-f]{6}$/i)) throw messageError('join.color', color, 'a colour as #rrggbb')
      if (!isText(key, secret)) throw messageError('join.key', '', secretRule)
      if (person !== undefined && !isText(person, secret)) throw messageError('join.person', '', secretRule)
      if (typeof token !== 'string') throw messageError('join.token', token, 'a string')
      if (frames !== undefined && !isKinds(frames))
        throw messageError('join.frames', frames, `up to ${mostKinds} kinds of frames, each from 0 to 255`)
      return {
        type,
        name,
        color,
        key,
        ...(person !== undefined && { person }),
        token,
        ...(frames !== undefined && { frames }),
      }
    }
    case 'set': {
      const { seq, fields } = message
      if (!isCount(seq)) throw messageError('set.seq', seq, 'a whole number of at least 0')
      if (!isJsonObject(fields)) throw messageError('set.fields', fields, 'an object')
      return { type, seq, fields }
    }
    case 'cancel':
      if (!isViewNumber(message.view))
        throw messageError('cancel.view', message.view, `a view from 1 to ${mostRoomViews}`)
      return { type, view: message.view }
    case 'pong':
      return { type }
    default:
      if (typeof type === 'string') return undefined
      throw messageError('type', type, 'a string')
  }
}

/** Returns true for the number of a view. */
export function isViewNumber(value: Json | undefined): value is number {
  return isCount(value) && value >= 1 && value <= mostRoomViews
}

/** Kinds that a peer may name; those of later versions are ignored. */
const mostKinds = 16

function isKinds(value: Json): value is readonly number[] {
  return isJsonArray(value) && value.length <= mostKinds && value.every((kind) => isCount(kind) && kind < 256)
}

function isText(value: Json | undefined, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}

function messageError(at: string, found: Json | undefined, wanted: string): SpecimenError {
  return new SpecimenError('request.invalid', `${at} must be ${wanted} (got ${describe(found)}).`)
}
