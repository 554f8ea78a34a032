import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join, relative } from 'node:path'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import type { Result } from '../../core/contract/domain/result/result.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import { drawThumbnail, type PictureWords } from '../../core/data/picture/draw-result.ts'
import { isOwnPicture } from '../../core/data/picture/finish-picture.ts'
import { replaceFile } from '../../core/engine/files/replace.ts'
import { deriveFunction } from '../derive/derive-manifest.ts'
import { isInside } from '../files/paths.ts'
import type { FunctionSignature, PluginSource } from '../model/signature.ts'

/** The outcome for one function, with a sentence for people. */
export interface Outcome {
  readonly state: 'drew' | 'same' | 'kept' | 'left out' | 'failed'
  readonly text: string
}

/** Draws a function's result for its default parameters, where that is possible and allowed. */
export async function drawFunction(
  plugin: PluginSource,
  signature: FunctionSignature,
  { force, compute }: { readonly force: boolean; readonly compute: () => Promise<Result> },
): Promise<Outcome> {
  const { name, tags } = signature
  const { required = [] } = deriveFunction(signature).schema
  if (required.length > 0) {
    const subject = required.length === 1 ? `${required[0]} has` : `${required.join(', ')} have`
    return { state: 'left out', text: `${subject} no default; give one, or make the picture yourself` }
  }
  const place = choosePicturePlace(plugin, signature)
  if ('reason' in place) return { state: 'left out', text: place.reason }
  const findText = (tagName: string) => tags.find((tag) => tag.name === tagName)?.text
  const words = { view: findText('view'), axes: findText('axes') }
  const outcome = await drawInto({ file: place.file, force, words, compute })
  if (place.isNamed || (outcome.state !== 'drew' && outcome.state !== 'same')) return outcome
  const entry = relative(process.cwd(), plugin.entry)
  const advice = `add to the comment of ${name} in ${entry}: @thumbnail ${place.tag}`
  return { ...outcome, text: `${outcome.text}; ${advice}` }
}

/** A picture's file, and how its result is computed. */
interface DrawnFile {
  readonly file: string
  readonly force: boolean
  readonly words: PictureWords
  readonly compute: () => Promise<Result>
}

/** Draws a result into a file by an author's words, where that is allowed. */
export async function drawInto(picture: DrawnFile): Promise<Outcome> {
  const { file, force, words, compute } = picture
  const text = relative(process.cwd(), file)
  if (!force && !mayReplace(file))
    return { state: 'kept', text: `${text} was not made by this command; --force replaces it` }
  try {
    return { state: writePicture(file, drawThumbnail(await compute(), words)) ? 'drew' : 'same', text }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return { state: 'failed', text: toShownText(error.message) }
  }
}

/** Returns the file of `@thumbnail`, else `<function>.png` in the plugin's folder; or a refusal. */
function choosePicturePlace({ folder }: PluginSource, { name, tags }: FunctionSignature) {
  const named = tags.find((tag) => tag.name === 'thumbnail' && tag.text !== '')?.text
  const tag = named ?? `${name}.png`
  if (/^data:/i.test(tag)) return { reason: 'its comment holds its picture' }
  if (extname(tag).toLowerCase() !== '.png')
    return { reason: `its comment names ${tag}, and this command makes PNG: name a file that ends with .png` }
  const file = join(folder, tag)
  if (!isInside(folder, file) || !isInside(realpathSync(folder), toRealPath(file)))
    return { reason: `its comment names ${tag}, which leaves the plugin's folder: name a file inside it` }
  return { file, tag, isNamed: named !== undefined }
}

/** Returns true when a file is absent, or a picture made by this command. */
function mayReplace(file: string): boolean {
  return !existsSync(file) || isOwnPicture(readFileSync(file))
}

/** Writes a picture, making its folder; returns true when the bytes changed. */
function writePicture(file: string, bytes: Uint8Array): boolean {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return false
  replaceFile(file, bytes)
  return true
}

function toRealPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(toRealPath(dirname(path)), basename(path))
}
