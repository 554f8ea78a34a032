import { isJsonObject, type JsonObject } from '../../contract/values/json.ts'
import { parseFragment } from '../state/link.ts'
import type { ViewState } from '../state/view-state.ts'

/** A result that a tool has shown. */
export interface NamedResult {
  /** The address under which people have the host. */
  readonly hostUrl: string
  readonly specimen: string
  /** Its values, which are complete, and the settings of its picture. */
  readonly state: ViewState
}

/** The member of an answer's `_meta` with the values as they are, where the summary shows them otherwise. */
const exactParams = 'specimen/params'

/**
 * Returns the result that the summary of a tool names; undefined for one that names none. `meta` is the
 * `_meta` of the same answer.
 */
export function readNamed(
  { specimen, params: shown, page }: JsonObject,
  { [exactParams]: exact }: JsonObject,
): NamedResult | undefined {
  const params = exact ?? shown
  if (typeof specimen !== 'string' || !isJsonObject(params)) return undefined
  if (typeof page !== 'string' || !URL.canParse(page)) return undefined
  const { origin, pathname, search } = new URL(page)
  const [, prefix, path] = /^(.*)\/s\/([^/]+)$/.exec(pathname) ?? []
  if (prefix === undefined || path === undefined) return undefined
  const state = { ...parseFragment(`#/${path}${search}`), specimenId: specimen, params }
  return { hostUrl: origin + prefix, specimen, state }
}
