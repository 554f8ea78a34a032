/**
 * Workers played from PROTOCOL.md: a raw WebSocket client, the catalogs it announces, and the one mesh it
 * serves.
 */
import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { type Frame, protocolName, ScriptedPeer } from './scripted-peer.ts'

export interface ScriptedWorkerOptions {
  /** Of the relay, `http://…`. */
  readonly url: string
  /** Put into the address as it is. */
  readonly id: string
  readonly token?: string
  /** 32 hex digits; the same for all workers that do not say. */
  readonly instance?: string
  readonly places?: number
  readonly protocols?: readonly string[]
  readonly headers?: { readonly [name: string]: string }
}

/** What a worker announces: names, or entries of which some members are other than usual. */
export interface Announcement {
  readonly functions?: readonly (string | object)[]
  /** A specimen with a function's name is dynamic, any other a static file. */
  readonly specimens?: readonly (string | object)[]
  readonly [member: string]: unknown
}

/** A relay's refusal of the upgrade. */
export class Refusal extends Error {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Parsed when it is JSON. */
  readonly body: Frame

  constructor(status: number, headers: IncomingMessage['headers'], text: string) {
    super(`the relay refused the connection with ${status}: ${text.slice(0, 500)}`)
    this.status = status
    this.headers = headers
    this.body = /json/.test(headers['content-type'] ?? '') ? JSON.parse(text) : { type: '', text }
  }
}

export class ScriptedWorker extends ScriptedPeer {
  #options: ScriptedWorkerOptions | undefined

  /** Connects and sends nothing. @throws Refusal */
  static async connect(options: ScriptedWorkerOptions): Promise<ScriptedWorker> {
    const { url, id, token, protocols = [protocolName], headers = {} } = options
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const webSocket = new WebSocket(`${url.replace(/^http/, 'ws')}/ws/federation/${id}`, [...protocols], {
      headers: { ...authorization, ...headers },
      perMessageDeflate: false,
    })
    return await new Promise((resolve, reject) => {
      webSocket.on('error', reject)
      webSocket.on('unexpected-response', (_, response) => {
        readText(response).then(
          (text) => reject(new Refusal(response.statusCode ?? 0, response.headers, text)),
          reject,
        )
      })
      webSocket.on('upgrade', ({ socket }) => {
        const worker = new ScriptedWorker(webSocket, socket) // before the first frame can come
        worker.#options = options
        webSocket.on('open', () => resolve(worker))
      })
    })
  }

  hello(members: object = {}): void {
    const { instance = '0'.repeat(32), places = 4 } = this.#options ?? {}
    this.send({ type: 'hello', software: 'scripted 1', instance, places, ...members })
  }

  announce(announcement: Announcement): void {
    this.send(toCatalog(announcement))
  }

  /** Says hello, announces, and resolves with the relay's welcome. */
  async join(announcement: Announcement): Promise<Frame> {
    this.hello()
    this.announce(announcement)
    return await this.next('welcome')
  }

  /** Answers a run, with the triangle unless another result is given. */
  answer({ id }: Frame, head: object = triangleHead, bytes: Buffer = triangle): void {
    this.send({ type: 'accepted', id })
    this.send({ type: 'result', id, head, bytes: bytes.length })
    this.sendStream(id, bytes)
  }

  /** Answers every run with the triangle until the connection is closed. */
  async serve(): Promise<void> {
    try {
      for (;;) this.answer(await this.next('run'))
    } catch {
      await this.closed // which is why there is no next frame
    }
  }
}

/** Connects a worker that sends nothing by itself. @throws Refusal */
export function connectScriptedWorker(options: ScriptedWorkerOptions): Promise<ScriptedWorker> {
  return ScriptedWorker.connect(options)
}

/** The bytes of a mesh of one triangle, and the head that announces them. */
export const triangle = Buffer.concat([
  new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0).buffer),
  new Uint8Array(Uint32Array.of(0, 1, 2).buffer),
])
export const triangleHead = {
  members: { type: 'mesh' },
  blocks: [
    { name: 'vertices', dtype: 'float32', bytes: 36 },
    { name: 'indices', dtype: 'uint32', bytes: 12 },
  ],
}

/**
 * Returns a complete `catalog` frame; members of the announcement besides functions and specimens replace its
 * own.
 */
export function toCatalog({ functions = [], specimens = [], ...members }: Announcement): Frame {
  const named = functions.map((entry) =>
    typeof entry === 'string' ? entry : String((entry as { name?: unknown }).name),
  )
  return {
    type: 'catalog',
    reset: true,
    more: false,
    bundles: 1,
    errors: [],
    specimens: specimens.map((entry) => toSpecimen(entry, named)),
    functions: functions.map(toFunction),
    removed_specimens: [],
    removed_functions: [],
    ...members,
  }
}

/** Returns the entry of a function without parameters that makes a mesh, unless `given` says otherwise. */
function toFunction(given: string | object): object {
  return {
    name: given,
    description: 'Makes a triangle.',
    return_type: 'mesh',
    parameters: [],
    progress: null,
    schema: JSON.stringify({ type: 'object', properties: {}, additionalProperties: false }),
    revision: 'r1',
    ...(typeof given === 'object' && given),
  }
}

function toSpecimen(given: string | object, functions: readonly string[]): object {
  const id = typeof given === 'string' ? given : String((given as { id?: unknown }).id)
  const isDynamic = functions.includes(id)
  return {
    id,
    display_name: id,
    description: '',
    type: 'mesh',
    tags: [],
    story_text: [],
    has_thumbnail: false,
    thumbnail_file: null,
    is_dynamic: isDynamic,
    data_file: isDynamic ? null : `${id}.stl`,
    function_name: isDynamic ? id : null,
    schema: isDynamic
      ? JSON.stringify({ type: 'object', properties: {}, additionalProperties: false })
      : null,
    ...(typeof given === 'object' && given),
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
