import { hasCode } from '../../../contract/domain/errors.ts'
import { openWhole } from '../../../contract/domain/result/stored-result.ts'
import type { Bounds } from '../../../contract/look/box.ts'
import { hasValueColors, noteSettings } from '../../../contract/look/drawn-settings.ts'
import { readView } from '../../../contract/look/view-text.ts'
import type { DrawnPicture, PictureKey } from '../../../engine/run/drawing/drawer.ts'
import { drawPicture } from '../../calls/draw-picture.ts'
import { requireViewParts } from '../../calls/drawn-part.ts'
import type { AskerFacts } from './asker.ts'
import type { ComputedResult } from './compute.ts'
import type { ToolParts } from './tool-parts.ts'

/** Longest side of a picture for a model, which sees no more. */
export const mostEdge = 768
/** The sides of a picture where none are asked for. */
export const usualEdge = 512

/** A picture that a tool is asked for. */
export interface PictureShape {
  /** Settings over the author's view, as `@view` has them. */
  readonly view: string
  readonly width: number
  readonly height: number
  readonly form: PictureKey['form']
  /** Set for directions, a length and the colours of values over the picture. */
  readonly hasAxes?: boolean
  /** A name over the picture; absent for none. */
  readonly label?: string
}

/** A result that can be drawn. */
export type DrawnResult = Pick<ComputedResult, 'entry' | 'words' | 'functionName' | 'identity'>

/** Another result that a picture is compared with. */
export interface ComparedResult {
  readonly computed: DrawnResult
  /** Set where the camera is that of its author. */
  readonly leads: boolean
}

/** The way in which a picture is drawn, and who waits for it. */
export interface DrawingWish {
  readonly shape: PictureShape
  readonly signal: AbortSignal
  /** Set where one camera has to fit both. */
  readonly beside?: ComparedResult
  /** A box of the scene that the camera fits in place of the result. */
  readonly box?: Bounds | undefined
}

/** The picture of a result as its author shows it. */
export const usualShape: PictureShape = { view: '', width: usualEdge, height: usualEdge, form: 'webp' }

/**
 * Returns the picture of a result, drawn off the event loop and kept beside those of the API; undefined where
 * it takes longer than a picture may, or too many wait to be drawn.
 * @throws `result.lost`, `run.cancelled`, and a failure of drawing
 */
export async function drawComputed(
  parts: Pick<ToolParts, 'account' | 'drawer'>,
  { client }: AskerFacts,
  computed: DrawnResult,
  { shape, signal, beside, box }: DrawingWish,
): Promise<DrawnPicture | undefined> {
  const { entry, functionName, identity: key } = computed
  const { view, hasAxes = false, label = '', ...size } = shape
  const marks = hasAxes || label !== '' ? { axes: hasAxes, label } : undefined
  const words = { ...toWords(computed, view), ...(marks && { marks }) }
  const wanted: PictureKey = beside
    ? {
        ...size,
        words,
        key: JSON.stringify([key, beside.computed.identity, beside.leads]),
        beside: {
          result: (await openWhole(beside.computed.entry)).result,
          words: toWords(beside.computed, view),
          leads: beside.leads,
        },
      }
    : { ...size, words, key, box }
  const kept = parts.drawer.find(wanted)
  if (kept) return kept
  try {
    const compute = async () => (await openWhole(entry)).result
    return await drawPicture(parts, wanted, { caller: client, functionName, signal, compute })
  } catch (error) {
    if (hasCode(error, 'host.busy')) return undefined
    throw error
  }
}

/**
 * Returns notes on settings that a picture leaves out or that change nothing in it.
 * @throws `result.lost`, and `request.invalid` for settings of parts that a scene does not have
 */
export async function noteShape(
  { entry, words: { view: own = '' } }: Pick<DrawnResult, 'entry' | 'words'>,
  { view: asked }: PictureShape,
): Promise<readonly string[]> {
  if (asked === '' && own === '') return []
  const { result } = await openWhole(entry)
  if (result.type === 'scene') requireViewParts(asked, Object.keys(result.parts))
  const hasValues = hasValueColors(result, readView(`${own} ${asked}`))
  return noteSettings({ type: result.type, hasValues, own, asked })
}

/** Returns the author's words, with settings over the author's view. */
function toWords({ words: { view: own = '', axes } }: DrawnResult, view: string): PictureKey['words'] {
  return { view: `${own} ${view}`.trim(), axes }
}
