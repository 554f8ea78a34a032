import { toCommand } from '../../../../contract/text/to-command.ts'
import type { DecodeContext } from '../../format.ts'
import { HostOnlyError, refuse } from '../../refusal.ts'

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
export async function unpackWebp(
  bytes: Uint8Array,
  { readWasm }: Pick<DecodeContext, 'readWasm'>,
): Promise<WebpPixels> {
  if (!readWasm)
    throw new HostOnlyError(
      'WebP is read by hosts, and not by a page: ' +
        `serve it with \`${toCommand('serve --data')}\`, or save it as PNG.`,
    )
  loading ??= loadDecoder(readWasm)
  const unpack = await loading
  try {
    return await unpack(bytes)
  } catch (error) {
    throw refuse('Its picture is damaged or truncated.', error)
  }
}

async function loadDecoder(readWasm: NonNullable<DecodeContext['readWasm']>): Promise<Unpack> {
  const wasmBinary = (await readWasm(code)).slice()
  const { default: decode, init } = await import('@jsquash/webp/decode.js')
  await init({ wasmBinary: wasmBinary.buffer })
  return async (bytes) => await decode(bytes.slice().buffer)
}
