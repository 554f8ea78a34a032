import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import encode, { init } from '@jsquash/webp/encode.js'
import type { Colors } from '../../picture/finish-picture.ts'

/** The encoder fetches its code where it is given none, which Node cannot for files. */
const code = '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
const quality = 85
let ready: Promise<unknown> | undefined

/** Returns a WebP. Equal colours give equal bytes. */
export async function encodeWebp({ width, height, rgb }: Colors): Promise<Uint8Array> {
  ready ??= readFile(fileURLToPath(import.meta.resolve(code))).then((wasmBinary) => init({ wasmBinary }))
  await ready
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++)
    data.set(rgb.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel)
  return new Uint8Array(await encode({ data, width, height, colorSpace: 'srgb' }, { quality }))
}
