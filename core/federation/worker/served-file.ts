import { SpecimenError } from '../../contract/domain/errors.ts'
import { type Asset, type AssetAnswer, type AssetRequest, findAsset } from '../../contract/domain/specimen.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { openAsset } from '../../engine/catalog/open-asset.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import { BodySource } from '../link/byte-source.ts'
import {
  fileHeaders,
  fileStatuses,
  type RelayFrameOf,
  type WorkerFrame,
  type WorkerFrameOf,
} from '../link/control-frames.ts'
import { isHeaderText } from '../link/fields.ts'
import { givenUpError, type ServedExchange, type ServedHome, toFailedFrame } from './exchange.ts'

/** A requested file, read as fast as the relay's client reads it; unconsumed bytes are kept. */
export class ServedFile implements ServedExchange {
  readonly kind = 'fetch'
  readonly #id: number
  readonly #home: ServedHome
  readonly #request: AssetRequest
  readonly #controller = new AbortController()
  #window: number
  #offset = 0
  #isPaused = false
  #isEnded = false
  #outcome: WorkerFrameOf<'opened'> | WorkerFrameOf<'failed'> | undefined
  #hasBody = false

  constructor({ id, window, method, headers }: RelayFrameOf<'fetch'>, home: ServedHome) {
    this.#id = id
    this.#home = home
    this.#window = window
    this.#request = { method, headers }
  }

  begin(asset: Asset): void {
    openAsset(asset, this.#request, this.#controller.signal).then(
      (answer) => this.#answer(answer),
      (error: unknown) => this.refuse(error),
    )
  }

  refuse(error: unknown): void {
    if (this.#isEnded) return
    this.#close()
    this.#outcome = toFailedFrame(this.#id, error, this.#home.log)
    this.#sendOutcome()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(frame: RelayFrameOf<'fetch'>): void {
    this.#isPaused = false
    this.#window = frame.window
    this.#offset = frame.offset
    this.#sendOutcome()
  }

  cancel(): void {
    this.drop()
  }

  drop(): void {
    this.#isEnded = true
    this.#close()
    this.#home.forget(this.#id)
  }

  #answer(answer: AssetAnswer): void {
    if (this.#isEnded) return
    try {
      this.#outcome = toOpened(this.#id, answer, this.#request)
    } catch (error) {
      this.refuse(error)
      return
    }
    if (answer.body) this.#openStream(answer.body, answer.byteLength)
    this.#sendOutcome()
  }

  #openStream(body: AsyncIterable<Uint8Array>, byteLength: number): void {
    const { streams } = this.#home
    this.#hasBody = true
    const events = {
      onReadable: () => streams.pump(),
      onFailed: (cause: unknown) => this.refuse(brokenError(cause)),
    }
    streams.add(this.#id, new BodySource(body, byteLength, events), (end) =>
      this.#send({ type: 'end', id: this.#id, ...end }),
    )
  }

  #sendOutcome(): void {
    if (!this.#outcome || this.#isPaused) return
    this.#send(this.#outcome)
    if (this.#outcome.type === 'failed') {
      this.#home.forget(this.#id) // nothing was computed: if the frame is lost, the relay requests it again
      return
    }
    if (!this.#hasBody) this.#send({ type: 'end', id: this.#id, bytes: 0, crc32: 0 })
    else {
      const start = { offset: this.#offset, window: this.#window, consumed: 0 }
      if (!this.#home.streams.start(this.#id, start)) this.refuse(givenUpError('the file'))
    }
  }

  #close(): void {
    this.#controller.abort()
    this.#home.streams.close(this.#id)
  }

  #send(frame: WorkerFrame): void {
    if (!this.#isPaused) this.#home.send(frame)
  }
}

/** For a HEAD, `bytes` is the length that a GET would have. */
function toOpened(
  id: number,
  { status: answered, headers, byteLength }: AssetAnswer,
  { method }: AssetRequest,
): WorkerFrameOf<'opened'> {
  const status = fileStatuses.find((known) => known === answered)
  if (status === undefined)
    throw new SpecimenError('internal', `The file was answered with the status ${answered}.`)
  const passed = Object.entries(headers).filter(
    ([name, text]) => fileHeaders.includes(name) && isHeaderText(text),
  )
  const bytes = method === 'HEAD' ? Number(headers['content-length'] ?? 0) : byteLength
  return { type: 'opened', id, status, headers: Object.fromEntries(passed), bytes }
}

function brokenError(cause: unknown): SpecimenError {
  const text = toThrownText(cause)
  return new SpecimenError('file.missing', `The file could not be read to its end: ${text}.`, { cause })
}

/** Returns the asset that a frame requests. @throws `specimen.unknown`, `file.missing` or `thumbnail.none` */
export function findServed({ specimen: id, part }: RelayFrameOf<'fetch'>, { specimens }: Snapshot): Asset {
  const specimen = specimens.get(id)
  if (!specimen)
    throw new SpecimenError('specimen.unknown', `There is no specimen ${JSON.stringify(id)} here.`)
  const asset = findAsset(specimen, part)
  if (asset) return asset
  if (part === 'thumbnail') throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
  const found = specimen.kind === 'static' ? `has no file ${part}` : 'is computed and has no data file'
  throw new SpecimenError('file.missing', `The specimen ${id} ${found}.`)
}
