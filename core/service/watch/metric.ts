/** Metrics as they are collected, and their text for Prometheus. */
import { Histogram } from './histogram.ts'

/** A metric with its series at this moment. */
export interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  /** Values of labels come from closed lists and operators' names only. */
  readonly samples: readonly {
    readonly labels?: Readonly<Record<string, string>>
    readonly value: number | Histogram
  }[]
}

/** The media type of {@link writeMetrics}. */
export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8'

/** Returns a metric that has one series without labels; none where the value is unknown. */
export function single(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  value: number | undefined,
): Metric {
  return { name, type, help, samples: value === undefined ? [] : [{ value }] }
}

/** Returns a gauge that has one series without labels; none where the value is unknown. */
export function gauge(name: string, help: string, value: number | undefined): Metric {
  return single('gauge', name, help, value)
}

/** Returns the text exposition format 0.0.4. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics.map(writeMetric).join('')
}

function writeMetric({ name, type, help, samples }: Metric): string {
  const head = `# HELP ${name} ${escapeText(help)}\n# TYPE ${name} ${type}\n`
  const lines = samples.flatMap(({ labels = {}, value }) =>
    value instanceof Histogram ? writeHistogram(name, labels, value) : [writeLine(name, labels, value)],
  )
  return head + lines.join('')
}

function writeHistogram(
  name: string,
  labels: Readonly<Record<string, string>>,
  { bounds, counts, sum, count }: Histogram,
): string[] {
  let below = 0
  const buckets = [...bounds.map(String), '+Inf'].map((le, index) => {
    below += counts[index] ?? 0
    return writeLine(`${name}_bucket`, { ...labels, le }, below)
  })
  return [...buckets, writeLine(`${name}_sum`, labels, sum), writeLine(`${name}_count`, labels, count)]
}

function writeLine(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${writeNumber(value)}\n`
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf'
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeText(text).replaceAll('"', '\\"')
}
