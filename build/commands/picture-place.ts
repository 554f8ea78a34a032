import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { isOwnPicture } from '../../core/picture/finish-picture.ts'
import type { FunctionSignature, PluginSource } from '../model/signature.ts'

/** The place of a function's picture. */
export interface PicturePlace {
  /** Absolute. */
  readonly file: string
  /** The text of `@thumbnail`, present or proposed. */
  readonly tag: string
  readonly isNamed: boolean
}

/** Returns the file of `@thumbnail`, else `<function>.png` in the plugin's folder; or a refusal. */
export function choosePicturePlace(
  { folder }: PluginSource,
  { name, tags }: FunctionSignature,
): PicturePlace | { readonly reason: string } {
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
export function mayReplace(file: string): boolean {
  return !existsSync(file) || isOwnPicture(readFileSync(file))
}

/** Writes a picture, making its folder; returns true when the bytes changed. */
export function writePicture(file: string, bytes: Uint8Array): boolean {
  if (existsSync(file) && readFileSync(file).equals(bytes)) return false
  mkdirSync(dirname(file), { recursive: true })
  const fresh = join(dirname(file), `.${basename(file)}.${process.pid}`)
  writeFileSync(fresh, bytes)
  renameSync(fresh, file)
  return true
}

function toRealPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(toRealPath(dirname(path)), basename(path))
}

function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps !== '' && steps !== '..' && !steps.startsWith(`..${sep}`) && !steps.startsWith(sep)
}
