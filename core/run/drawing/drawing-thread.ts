/** Entry of the drawing thread, which draws one result after another, from shared memory. */
import { Tinypool } from 'tinypool'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { drawResult, type PictureSize } from '../../picture/draw-result.ts'
import { countShared } from '../shared-memory.ts'

/** A picture to draw. */
export interface DrawingTask extends PictureSize {
  readonly result: Result
  readonly view: string
}

/** Performs one task; returns a PNG. */
export default function draw({ result, view, width, height }: DrawingTask): unknown {
  countShared(measureResult(result))
  return Tinypool.move(drawResult(result, view, { width, height }))
}
