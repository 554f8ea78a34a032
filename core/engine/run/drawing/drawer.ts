import type { Result } from '../../../contract/domain/result/result.ts'
import type { DrawingTask, SheetTask } from './drawing-thread.ts'

/** A picture as a file, and the tag of its bytes. */
export interface DrawnPicture {
  readonly body: Buffer
  readonly etag: string
}

/** A picture by the identity of its result. */
export interface PictureKey extends Omit<DrawingTask, 'kind' | 'result'> {
  /** Equal keys mean equal parameters of the same code, and the same result beside it. */
  readonly key: string
}

/** A picture that somebody waits for, and the function whose result it shows. */
export interface PictureWish {
  readonly caller: string
  /** The function that makes the result: those of a caller take turns. */
  readonly functionName: string
  readonly signal: AbortSignal
  /** Longest time of computing the result; {@link longestSeconds}, with drawing it, when absent. */
  readonly seconds?: number | undefined
  /** Called when the picture waits no more for its turn. */
  readonly onTurn: () => void
  /** Makes the result at its turn; the signal aborts when the picture is given up. */
  readonly compute: (signal: AbortSignal) => Promise<Result>
}

/** A sheet of pictures that somebody waits for. */
export interface SheetWish extends SheetTask, Pick<PictureWish, 'caller' | 'signal' | 'onTurn'> {}

/** The port of what draws results, off the event loop. Pictures are kept. */
export interface Drawer {
  find(picture: PictureKey): DrawnPicture | undefined
  /** @throws `host.busy` for too many or too slow ones; the errors of `compute` */
  draw(picture: PictureKey, wish: PictureWish): Promise<DrawnPicture>
  /** Puts pictures side by side; the sheet is not kept. @throws `host.busy` where that takes too long */
  join(wish: SheetWish): Promise<DrawnPicture>
  close(): Promise<void>
}

/** Longest time of computing and drawing a picture, which is an extra. */
export const longestSeconds = 30
