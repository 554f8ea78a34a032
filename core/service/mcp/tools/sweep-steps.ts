import { hasCode } from '../../../contract/domain/errors.ts'
import { openWhole } from '../../../contract/domain/result/stored-result.ts'
import { type Bounds, joinBoxes } from '../../../contract/look/box.ts'
import type { Json, JsonObject } from '../../../contract/values/json.ts'
import { findOrientation, findPlacement, findSceneBox } from '../../../data/prepared/placement.ts'
import type { DrawnPicture } from '../../../engine/run/drawing/drawer.ts'
import { retryLost } from '../../calls/calls.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { type AskedResult, computeResult, type ToolLife } from '../answers/compute.ts'
import { quoteValue, showText } from '../answers/data-words.ts'
import { readFacts, toReader } from '../answers/facts.ts'
import { drawComputed, type PictureShape } from '../answers/picture.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { findBox } from '../rooms/places.ts'
import { type ColoredStep, findRange, hasValues } from './sweep-colors.ts'

/** One value of a sweep, and the result that is asked for. */
export interface SweptValue {
  readonly value: Json
  /** The parameter with its value: `teeth 12`. */
  readonly name: string
  readonly asked: AskedResult
}

/** A value whose result has been measured; without facts where its function failed. */
export interface MeasuredStep extends SweptValue, ColoredStep {
  readonly facts?: JsonObject
  /** The box of the result in its scene. */
  readonly box?: Bounds
  readonly error?: string
}

/** Returns the name of a value in a table and on a sheet. */
export function nameValue(parameter: string, value: Json): string {
  return `${showText(parameter)} ${quoteValue(value)}`
}

/** Computes and measures the result of a value. @throws what is no failure of the function */
export async function measureStep(
  parts: ToolParts,
  asker: AskerFacts,
  swept: SweptValue,
  life: ToolLife,
): Promise<MeasuredStep> {
  try {
    return await retryLost(async () => {
      const computed = await computeResult(parts, asker, swept.asked, life)
      const facts = await readFacts(parts, computed, toReader(asker, life))
      const { result } = await openWhole(computed.entry)
      const bounds = findBox(result, facts)
      const placement = findPlacement({ result, bounds }, findOrientation(result, computed.words.axes))
      const box = findSceneBox({ bounds, ...(placement && { placement }) })
      const range = findRange(result, facts, computed.words.view)
      return { ...swept, facts, box, range, hasValues: hasValues(result, facts) }
    })
  } catch (error) {
    if (!hasCode(error, 'function.failed')) throw error
    return { ...swept, error: showText(error.message) }
  }
}

/**
 * Draws the results of all steps in one frame, so that their sizes can be compared; a step that failed, and
 * one whose picture takes too long, has none. Results that the session has kept are not computed again.
 */
export async function drawSteps(
  parts: ToolParts,
  asker: AskerFacts,
  { steps, shape }: { readonly steps: readonly MeasuredStep[]; readonly shape: PictureShape },
  life: ToolLife,
): Promise<readonly (DrawnPicture | undefined)[]> {
  const boxes = steps.flatMap(({ box }) => (box ? [box] : []))
  const box = boxes.length > 0 ? boxes.reduce(joinBoxes) : undefined
  const pictures: (DrawnPicture | undefined)[] = []
  for (const { name, asked, facts } of steps) {
    const wish = { shape: { ...shape, label: name }, signal: life.signal, box }
    const draw = async () => {
      return await drawComputed(parts, asker, await computeResult(parts, asker, asked, life), wish)
    }
    pictures.push(facts ? await retryLost(draw) : undefined)
  }
  return pictures
}
