/**
 * Traces by OTLP over HTTP as JSON (opentelemetry.io/docs/specs/otlp). By hand, because it is one POST of one
 * document. OpenTelemetry's exporter requires Node 22.15 since 0.300, and 0.223 for Node 20 brings twelve
 * packages.
 */
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { type WatchMessage, watchChannel } from '../channels.ts'
import { type Metric, single } from '../metric.ts'
import { type OtlpSpan, toSpans } from './to-spans.ts'

/** The destination of traces, and the name of their source. */
export interface OtlpOptions {
  /** The collector's address, to which `/v1/traces` is added. */
  readonly endpoint: string
  /** For `OTEL_SERVICE_NAME` and `OTEL_EXPORTER_OTLP_HEADERS`, as in every exporter. */
  readonly environment: { readonly [name: string]: string | undefined }
  readonly version: string
  readonly log: Log
}

const batchSpans = 512
const waitingSpans = 4096
const batchMilliseconds = 2000
const sendMilliseconds = 10_000
/** The longest wait for the collector at the end of the host. */
const closeMilliseconds = 1000

/**
 * Collects the spans of one host and sends them in batches. It never delays a request and holds a bounded
 * number of spans: when the collector is slow or away, the rest is dropped and counted.
 */
export class OtlpExporter {
  readonly #options: OtlpOptions
  readonly #url: URL
  readonly #headers: Headers
  readonly #source: object
  #spans: OtlpSpan[] = []
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  #dropped = 0
  #isFailing = false
  readonly #closing = new AbortController()

  /** Subscribes to the messages of `source`. @throws `config.invalid` for an invalid endpoint */
  constructor(options: OtlpOptions, source: object) {
    this.#options = options
    this.#url = parseEndpoint(options.endpoint)
    this.#headers = parseHeaders(options.environment.OTEL_EXPORTER_OTLP_HEADERS)
    this.#source = source
    watchChannel.subscribe(this.#take)
  }

  collect(): readonly Metric[] {
    const help = 'Spans that no collector took.'
    return [single('counter', 'specimen_trace_spans_dropped_total', help, this.#dropped)]
  }

  /** Sends the rest, for a second at most, and unsubscribes. */
  async close(): Promise<void> {
    watchChannel.unsubscribe(this.#take)
    clearTimeout(this.#timer)
    const timer = setTimeout(() => this.#closing.abort(new Error('the host ends')), closeMilliseconds)
    await this.#sending
    await this.#sendBatch()
    clearTimeout(timer)
  }

  readonly #take = (published: unknown): void => {
    const message = published as WatchMessage // the only kind on this channel
    if (message.source !== this.#source) return
    const spans = toSpans(message)
    if (this.#spans.length + spans.length > waitingSpans) {
      this.#dropped += spans.length
      return
    }
    this.#spans.push(...spans)
    if (this.#spans.length >= batchSpans) this.#send()
    else this.#timer ??= setTimeout(() => this.#send(), batchMilliseconds).unref()
  }

  #send(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#sending ??= this.#sendBatch().finally(() => {
      this.#sending = undefined
      if (this.#spans.length > 0) this.#timer ??= setTimeout(() => this.#send(), batchMilliseconds).unref()
    })
  }

  async #sendBatch(): Promise<void> {
    const spans = this.#spans
    if (spans.length === 0) return
    this.#spans = []
    const { log } = this.#options
    try {
      const body = JSON.stringify(this.#toDocument(spans))
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(sendMilliseconds)])
      const answer = await fetch(this.#url, { method: 'POST', headers: this.#headers, body, signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the collector answered ${answer.status}`)
      if (this.#isFailing) log.info({}, 'traces are taken again')
      this.#isFailing = false
    } catch (error) {
      this.#dropped += spans.length
      // Once per outage of the collector.
      if (!this.#isFailing) log.warn({ err: error }, 'traces could not be sent and were dropped')
      this.#isFailing = true
    }
  }

  #toDocument(spans: readonly OtlpSpan[]): object {
    const { environment, version } = this.#options
    const attributes = [
      ['service.name', environment.OTEL_SERVICE_NAME || 'specimen-host'],
      ['service.version', version],
    ].map(([key, stringValue]) => ({ key, value: { stringValue } }))
    const scopeSpans = [{ scope: { name: 'specimen-host', version }, spans }]
    return { resourceSpans: [{ resource: { attributes }, scopeSpans }] }
  }
}

function parseEndpoint(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new SpecimenError(
      'config.invalid',
      'The address for traces (--otlp-endpoint, OTEL_EXPORTER_OTLP_ENDPOINT) must be a URL such as ' +
        `http://127.0.0.1:4318 (got ${JSON.stringify(text)}).`,
    )
  }
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return url
}

/** `name=value` separated by commas, percent-encoded (OpenTelemetry Protocol Exporter, "Headers"). */
function parseHeaders(text: string | undefined): Headers {
  const headers = new Headers({ 'content-type': 'application/json' })
  for (const pair of (text ?? '').split(',').filter((part) => part.includes('='))) {
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    try {
      headers.set(name, decodeURIComponent(value))
    } catch (cause) {
      const detail = 'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as name=value, with commas between them.'
      throw new SpecimenError('config.invalid', detail, { cause }) // without the value, which may be secret
    }
  }
  return headers
}
