/** Entry of the drawing thread, which draws one result after another, from shared memory. */
import { Tinypool } from 'tinypool'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { drawColors, type PictureSize } from '../../picture/draw-result.ts'
import { encodePng } from '../../picture/finish-picture.ts'
import { countShared } from '../shared-memory.ts'
import { encodeWebp } from './encode-webp.ts'

/** The forms of pictures. WebP has a quarter of the bytes. */
export type PictureForm = 'png' | 'webp'

/** A picture to draw. */
export interface DrawingTask extends PictureSize {
  readonly result: Result
  readonly view: string
  readonly form: PictureForm
}

/** Performs one task; returns a file. */
export default async function draw({ result, view, form, width, height }: DrawingTask): Promise<unknown> {
  countShared(measureResult(result))
  const colors = drawColors(result, view, { width, height })
  return Tinypool.move(form === 'webp' ? await encodeWebp(colors) : encodePng(colors))
}
