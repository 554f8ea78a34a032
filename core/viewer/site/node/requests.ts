/**
 * `fetch` and `XMLHttpRequest` as a bundle in a page has them: its own files come from the page, as glue code
 * of WebAssembly asks for the module beside it. All else is asked of the network, as far as the page may.
 */
import { ownFiles } from './own-files.ts'

const ownBase = 'file:///bundle/'

/** Returns the bytes of a file of the bundle; undefined for any other address. */
function findOwn(address: unknown): Uint8Array<ArrayBuffer> | undefined {
  const text = address instanceof Request ? address.url : String(address)
  return text.startsWith(ownBase) ? ownFiles.get(decodeURIComponent(text.slice(ownBase.length))) : undefined
}

/** As the page's, with a response for each own file. */
export async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const bytes = findOwn(input)
  if (!bytes) return await globalThis.fetch(input, init)
  const type = String(input).endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(bytes, { headers: { 'content-type': type } })
}

/** The page's own; an empty class where there is none, as where an export tries a bundle. */
const Inherited: typeof globalThis.XMLHttpRequest = globalThis.XMLHttpRequest ?? class {}

/** As the page's, and answers for each own file as if it had come from a server. */
export class XMLHttpRequest extends Inherited {
  #bytes: Uint8Array<ArrayBuffer> | undefined

  override open(method: string, url: string | URL, isAsync = true): void {
    this.#bytes = findOwn(url)
    if (!this.#bytes) super.open(method, url, isAsync)
  }

  override send(body?: XMLHttpRequestBodyInit | null): void {
    if (!this.#bytes) super.send(body)
    else queueMicrotask(() => this.onload && Reflect.apply(this.onload, this, [new Event('load')]))
  }

  override get status(): number {
    return this.#bytes ? 200 : super.status
  }

  override get response(): unknown {
    return this.#bytes ? this.#bytes.slice().buffer : super.response
  }
}
