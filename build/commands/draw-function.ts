import { relative } from 'node:path'
import { SpecimenError } from '../../core/domain/errors.ts'
import type { Result } from '../../core/domain/result/result.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import { drawResult } from '../../core/picture/draw-result.ts'
import { deriveFunction } from '../derive/derive-manifest.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { FunctionSignature } from '../model/signature.ts'
import { choosePicturePlace, mayReplace, writePicture } from './picture-place.ts'

/** A function and its plugin. */
export interface Subject {
  readonly plugin: PluginSource
  readonly signature: FunctionSignature
}

/** The outcome for one function, with a sentence for people. */
export interface Outcome {
  readonly state: 'drew' | 'same' | 'kept' | 'left out' | 'failed'
  readonly text: string
}

/** Draws a function's result for its default parameters, where that is possible and allowed. */
export async function drawFunction(
  { plugin, signature }: Subject,
  { force, compute }: { readonly force: boolean; readonly compute: (name: string) => Promise<Result> },
): Promise<Outcome> {
  const { name } = signature
  const { required = [] } = deriveFunction(signature).schema
  if (required.length > 0) {
    const subject = required.length === 1 ? `${required[0]} has` : `${required.join(', ')} have`
    return { state: 'left out', text: `${subject} no default; give one, or make the picture yourself` }
  }
  const place = choosePicturePlace(plugin, signature)
  if ('reason' in place) return { state: 'left out', text: place.reason }
  const shown = relative(process.cwd(), place.file)
  if (!force && !mayReplace(place.file))
    return { state: 'kept', text: `${shown} was not made by this command; --force replaces it` }
  try {
    const written = writePicture(place.file, drawResult(await compute(name)))
    const entry = relative(process.cwd(), plugin.entry)
    const advice = place.isNamed ? '' : `; add to the comment of ${name} in ${entry}: @thumbnail ${place.tag}`
    return { state: written ? 'drew' : 'same', text: `${shown}${advice}` }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return { state: 'failed', text: toVisibleText(error.message) }
  }
}
