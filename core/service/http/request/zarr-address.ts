/** Addresses of Zarr stores: clients append `/zarr.json` to one, drop queries and send no headers. */
import type { IncomingMessage } from 'node:http'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { isTicket } from '../../../contract/domain/ticket.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { decodePercent } from '../../../contract/text/decode-percent.ts'
import { describe } from '../../../contract/text/describe.ts'

/** The names of a call that may stand in a path. */
export const zarrNames = ['params', 'room_id', 'part'] as const
type ZarrName = (typeof zarrNames)[number]

/** An address below `/zarr/`. */
export interface ZarrAddress {
  /** The values in the path, as texts; parameters are JSON. */
  readonly given: ReadonlyMap<ZarrName, string>
  /** The key in the store, such as `0/c/0/0/0`. */
  readonly path: string
}

/** The place in a path, between slashes, of what follows `/api/specimens/ID/zarr/`. */
const first = 5
const setting = /^(params|room_id|part)(?:=|%3D)(.*)$/i
const ticketSetting = /^ticket(?:=|%3D)(.*)$/i
const base64 = /^[A-Za-z0-9_-]*={0,2}$/

/**
 * Returns the target of a request without the ticket in the path of a store, which becomes the request's
 * `Authorization`: nothing behind this sees a ticket in an address, so no log and no refusal has one. A token
 * in a path is refused, as it may have no end and be for more than a room.
 */
export function takePathTicket(request: Pick<IncomingMessage, 'headers'>, target: string): string {
  if (!target.includes('/zarr/')) return target
  const [path = '', ...query] = target.split('?')
  const segments = path.split('/')
  if (segments[1] !== 'api' || segments[2] !== 'specimens' || segments[4] !== 'zarr') return target
  const isTicketPlace = (segment: string, at: number): boolean => at >= first && ticketSetting.test(segment)
  const found = segments.find(isTicketPlace)
  if (found === undefined) return target
  const text = decodePercent(ticketSetting.exec(found)?.[1]) ?? ''
  request.headers.authorization = `Bearer ${isTicket(text) ? text : 'spt_'}`
  const rest = segments.filter((segment, at) => !isTicketPlace(segment, at)).join('/')
  return [rest, ...query].join('?')
}

/**
 * Reads the path of a store: values of the call as segments `name=value`, maybe a segment that ends with
 * `.zarr`, which some clients look for, and the key. @throws `request.invalid`
 */
export function readZarrAddress(target: string): ZarrAddress {
  const segments = (target.split('?', 1)[0] ?? '').split('/').slice(first)
  const given = new Map<ZarrName, string>()
  for (let segment = segments[0]; segment !== undefined; segment = segments[0]) {
    const [, spelled = '', text = ''] = setting.exec(segment) ?? []
    const name = zarrNames.find((one) => one === spelled.toLowerCase())
    if (!name && !/[.]zarr$/i.test(segment)) break
    segments.shift()
    if (!name) break
    if (given.has(name)) throw new SpecimenError('request.invalid', `${name} must be given once.`)
    const value = decodePercent(text) ?? text
    given.set(name, name === 'params' ? toParamsText(value) : value)
  }
  return { given, path: segments.join('/') }
}

/** Returns parameters as JSON; a path has them as JSON, or as base64url of it. @throws `request.invalid` */
function toParamsText(value: string): string {
  if (value === '' || value.trimStart().startsWith('{')) return value
  if (base64.test(value)) return Buffer.from(value, 'base64url').toString()
  const shown = describe(cutText(value, 100))
  const detail = `params in a path must be a JSON object, or base64url of its text (got ${shown}).`
  throw new SpecimenError('request.invalid', detail)
}
