import { defaultRoomId } from '../../../contract/domain/invocation.ts'
import type { DataForm } from '../../../contract/domain/result/forms.ts'
import { kinds } from '../../../contract/domain/result/kinds.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import { encodeText, writeValue } from '../../../contract/look/link-values.ts'
import type { ComputedResult } from './compute.ts'

/** Longest address: proxies and hosts refuse much longer ones. */
const longestAddress = 6000

/** The address of a result's data in one of its forms. */
export interface DataAddress {
  readonly form: DataForm
  readonly url: string
  /** The other forms, each by its name in `format`. */
  readonly others: readonly DataForm[]
}

/** Returns the address of a result's data; undefined where the values are too long for one. */
export function toDataAddress(
  root: string,
  { id, call, entry }: Pick<ComputedResult, 'id' | 'call' | 'entry'>,
): DataAddress | undefined {
  const { params, roomId } = call.invocation
  const text = JSON.stringify(params)
  if (text.length > longestAddress) return undefined // in an address they are longer still
  const [form = 'json', ...others] = kinds[entry.type].forms
  const url = new URL(`${root}/api/specimens/${encodeURIComponent(id)}/data`)
  url.searchParams.set('format', form)
  if (Object.keys(params).length > 0) url.searchParams.set('params', text)
  if (roomId !== defaultRoomId) url.searchParams.set('room_id', roomId)
  return url.href.length <= longestAddress ? { form, url: url.href, others } : undefined
}

/** The content of a specimen's page. */
export interface ShownPage {
  readonly id: string
  readonly params: Params
  readonly roomId: string
  /** Settings as `@view` has them. */
  readonly view?: string | undefined
}

/** Returns the address of a specimen's page with these values and settings. */
export function toPageAddress(root: string, { id, params, roomId, view = '' }: ShownPage): string {
  const values = Object.entries(params).map(([name, value]) => [name.replace(/^~/, '~~'), writeValue(value)])
  const page = `${root}/s/${encodeURIComponent(id)}`
  // In an address they are longer still, and to encode them takes longest.
  if (values.reduce((sum, [, text = '']) => sum + text.length, 0) > longestAddress) return page
  const settings = view
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const [key = ''] = part.split('=', 1)
      return [`~${key}`, part.slice(key.length + 1)]
    })
  const room = roomId === defaultRoomId ? [] : [['~room', roomId]]
  const query = [...values, ...room, ...settings]
    .map(([name = '', text = '']) => `${encodeText(name)}=${encodeText(text)}`)
    .join('&')
  const whole = query === '' ? page : `${page}?${query}`
  return whole.length <= longestAddress ? whole : page
}
