/** Entry of the drawing thread: draws one result after another, from shared memory, and joins pictures. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import encode, { init } from '@jsquash/webp/encode.js'
import { Tinypool } from 'tinypool'
import { measureResult, type Result } from '../../../contract/domain/result/result.ts'
import type { Bounds } from '../../../contract/look/box.ts'
import { joinTiles, type SheetTiles } from '../../../data/picture/contact-sheet.ts'
import {
  type BesideResult,
  drawBeside,
  drawColors,
  drawInBox,
  type PictureSize,
  type PictureWords,
} from '../../../data/picture/draw-result.ts'
import { type Colors, encodePng } from '../../../data/picture/finish-picture.ts'
import { countShared } from '../shared-memory.ts'
import { keepRefusals } from '../thread-errors.ts'

/** A picture to draw. */
export interface DrawingTask extends PictureSize {
  readonly kind: 'picture'
  readonly result: Result
  readonly words: PictureWords
  /** WebP has a quarter of the bytes. */
  readonly form: 'png' | 'webp'
  /** Another result that has to fit the same camera; its arrays lie in shared memory too. */
  readonly beside?: BesideResult | undefined
  /** A box of the scene that the camera fits; with `beside` that decides. */
  readonly box?: Bounds | undefined
}

/** A sheet of pictures to put together. */
export interface SheetTask extends SheetTiles {
  readonly kind: 'sheet'
  readonly form: DrawingTask['form']
}

/** Performs one task; returns a file. */
export default keepRefusals(perform)

async function perform(task: DrawingTask | SheetTask): Promise<unknown> {
  const colors = task.kind === 'sheet' ? joinTiles(task) : draw(task)
  return Tinypool.move(task.form === 'webp' ? await encodeWebp(colors) : encodePng(colors))
}

function draw({ result, words, width, height, beside, box }: DrawingTask): Colors {
  countShared(measureResult(result) + (beside ? measureResult(beside.result) : 0))
  if (beside) return drawBeside({ result, words }, beside, { width, height })
  if (box) return drawInBox({ result, words }, box, { width, height })
  return drawColors(result, words, { width, height })
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
