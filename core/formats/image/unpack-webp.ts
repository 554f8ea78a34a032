import { refuse } from '../refusal.ts'

/** Red, green, blue and alpha of each pixel. */
interface WebpPixels {
  readonly width: number
  readonly height: number
  readonly data: ArrayLike<number>
}

type Unpack = (bytes: Uint8Array) => Promise<WebpPixels>

const code = '@jsquash/webp/codec/dec/webp_dec.wasm'
let loading: Promise<Unpack> | undefined

/**
 * Returns the pixels of a WebP of one picture whose size is known to be bounded. Only for hosts: the policy
 * of a page forbids compiled code, and a canvas of a page multiplies colours with alpha.
 * @throws `file.undecodable`, in a page always
 */
export async function unpackWebp(bytes: Uint8Array): Promise<WebpPixels> {
  loading ??= loadDecoder()
  const unpack = await loading
  try {
    return await unpack(bytes)
  } catch (error) {
    throw refuse('Its picture is damaged or truncated.', error)
  }
}

/** The part of Node's process that loads its modules; a page has none. */
interface HostProcess {
  readonly getBuiltinModule?: {
    (name: 'node:fs/promises'): { readonly readFile: (path: string) => Promise<Uint8Array<ArrayBuffer>> }
    (
      name: 'node:module',
    ): {
      readonly createRequire: (url: string) => { readonly resolve: (name: string) => string }
    }
  }
}

/** Takes Node's modules from the process, so that a page's bundle names none of them. */
async function loadDecoder(): Promise<Unpack> {
  const host: HostProcess | undefined = Reflect.get(globalThis, 'process')
  if (!host?.getBuiltinModule)
    throw refuse(
      'WebP is read by hosts, and not by a page: serve it with `specimen serve --data`, or save it as PNG.',
    )
  const { readFile } = host.getBuiltinModule('node:fs/promises')
  const { createRequire } = host.getBuiltinModule('node:module')
  const wasmBinary = await readFile(createRequire(import.meta.url).resolve(code))
  const { default: decode, init } = await import('@jsquash/webp/decode.js')
  await init({ wasmBinary })
  return async (bytes) => await decode(bytes.slice().buffer)
}
