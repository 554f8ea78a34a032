/**
 * A strict reader of Prometheus' text format 0.0.4, made from its description: every series after the HELP and
 * TYPE of its metric, no metric and no series twice, histograms whose buckets rise and end with their count.
 */

export interface ReadMetrics {
  /** Type by name. */
  readonly types: ReadonlyMap<string, string>
  /** By the series as it is written. */
  readonly values: ReadonlyMap<string, number>
}

const headPattern = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/
const linePattern =
  /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*")(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\n"])*")*)\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/

/** @throws Error naming the line that breaks a rule */
export function parseMetrics(text: string): ReadMetrics {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const types = new Map<string, string>()
  const helped = new Set<string>()
  const values = new Map<string, number>()
  let current = ''
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = headPattern.exec(line) ?? []
    if (kind === 'HELP') {
      if (helped.has(name)) throw new Error(`a second HELP: ${line}`)
      helped.add(name)
    } else if (kind === 'TYPE') {
      if (types.has(name) || !helped.has(name)) throw new Error(`a TYPE out of its place: ${line}`)
      if (!['counter', 'gauge', 'histogram'].includes(rest)) throw new Error(`no type: ${line}`)
      types.set(name, rest)
      current = name
    } else takeSeries(line, current, { types, values })
  }
  return { types, values }
}

function takeSeries(
  line: string,
  current: string,
  { types, values }: { types: Map<string, string>; values: Map<string, number> },
): void {
  const found = linePattern.exec(line)
  if (!found) throw new Error(`no series: ${line}`)
  const [, name = '', labels, value = ''] = found
  const isHistogram = types.get(current) === 'histogram'
  const family = isHistogram ? name.replace(/_(bucket|sum|count)$/, '') : name
  if (family !== current) throw new Error(`a series away from its metric: ${line}`)
  const series = labels === undefined ? name : `${name}{${labels}}`
  if (values.has(series)) throw new Error(`a series twice: ${line}`)
  values.set(series, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value))
  if (name.endsWith('_count') && isHistogram) {
    const last = labels === undefined ? '' : `${labels},`
    const all = values.get(`${family}_bucket{${last}le="+Inf"}`)
    if (all !== Number(value)) throw new Error(`buckets that do not end with the count: ${line}`)
  }
}
