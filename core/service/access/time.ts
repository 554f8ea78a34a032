/** The formats of expiry times. */

const second = 1000
const units: { readonly [unit: string]: number } = {
  s: second,
  m: 60 * second,
  h: 3600 * second,
  d: 86_400 * second,
}

/** The rule for {@link parseTime}, in words. */
export const timeRule = 'a time in UTC such as 2027-01-31T00:00:00Z'

/** Returns a time in UTC as Unix time in milliseconds; undefined for anything else, 31 February included. */
export function parseTime(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text))
    return undefined
  const time = Date.parse(text)
  // Date accepts some dates that do not exist as those that follow.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19)) ? time : undefined
}

/** Returns a duration such as `30d`, `12h` or `45m`, in milliseconds; undefined for anything else. */
export function parseDuration(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([smhd])$/.exec(text) ?? []
  const length = units[unit]
  return length && Number(count) * length
}
