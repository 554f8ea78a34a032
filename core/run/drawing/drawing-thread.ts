/** Entry of the drawing thread, which draws one result after another, from shared memory. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import encode, { init } from '@jsquash/webp/encode.js'
import { Tinypool } from 'tinypool'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { drawColors, type PictureSize } from '../../picture/draw-result.ts'
import { type Colors, encodePng } from '../../picture/finish-picture.ts'
import { countShared } from '../shared-memory.ts'

/** A picture to draw. */
export interface DrawingTask extends PictureSize {
  readonly result: Result
  readonly view: string
  /** WebP has a quarter of the bytes. */
  readonly form: 'png' | 'webp'
}

/** Performs one task; returns a file. */
export default async function draw({ result, view, form, width, height }: DrawingTask): Promise<unknown> {
  countShared(measureResult(result))
  const colors = drawColors(result, view, { width, height })
  return Tinypool.move(form === 'webp' ? await encodeWebp(colors) : encodePng(colors))
}

/** The encoder fetches its code where it is given none, which Node cannot for files. */
const code = '@jsquash/webp/codec/enc/webp_enc_simd.wasm'
const quality = 85
let ready: Promise<unknown> | undefined

/** Returns a WebP. Equal colours give equal bytes. */
async function encodeWebp({ width, height, rgb }: Colors): Promise<Uint8Array> {
  ready ??= readFile(fileURLToPath(import.meta.resolve(code))).then((wasmBinary) => init({ wasmBinary }))
  await ready
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++)
    data.set(rgb.subarray(3 * pixel, 3 * pixel + 3), 4 * pixel)
  return new Uint8Array(await encode({ data, width, height, colorSpace: 'srgb' }, { quality }))
}
