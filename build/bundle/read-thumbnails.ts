/** Finds the pictures of `@thumbnail` tags: files inside the plugin's folder, or `data:` URIs. */

import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { cutText } from '../../core/domain/cut-text.ts'
import { type DataUri, parseDataUri } from '../../core/domain/data-uri.ts'
import { hashBytes } from '../files/file-state.ts'
import type { DiagnosticCode } from '../model/diagnostic-codes.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { FunctionSignature } from '../model/signature.ts'
import { findPictureKind, isPictureOf, type PictureKind, pictureKinds } from './picture-kinds.ts'

/** Clients fetch the thumbnails of a whole catalog at once. */
const largestBytes = 4 * 2 ** 20

const extensions = pictureKinds.flatMap((kind) => kind.extensions)

/** The thumbnails of a plugin. */
export interface PluginThumbnails {
  /** Bytes by path in the bundle, which is the path in the plugin's folder. */
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly byFunction: ReadonlyMap<string, string>
  readonly problems: readonly Diagnostic[]
  /** Absolute paths named by the tags, found or not. */
  readonly inputs: readonly string[]
}

interface ThumbnailPicture {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Returns the thumbnails of a plugin's functions, and a problem for each missing one. */
export function readThumbnails(
  plugin: PluginSource,
  functions: readonly FunctionSignature[],
): PluginThumbnails {
  const files = new Map<string, Uint8Array>()
  const byFunction = new Map<string, string>()
  const problems: Diagnostic[] = []
  const inputs: string[] = []
  for (const { name, tags } of functions) {
    const tag = tags.find((candidate) => candidate.name === 'thumbnail' && candidate.text !== '')
    if (!tag) continue
    const isUri = /^data:/i.test(tag.text)
    if (!isUri) inputs.push(join(plugin.folder, tag.text))
    const found = isUri ? readUri(tag.text) : readPicture(plugin, tag.text)
    if ('code' in found) {
      const { code, ...problem } = found
      problems.push(toError(code, { ...problem, span: tag.span, path: name }))
      continue
    }
    files.set(found.path, found.bytes)
    byFunction.set(name, found.path)
  }
  return { files, byFunction, problems, inputs }
}

interface ThumbnailRefusal {
  readonly code: DiagnosticCode
  readonly found: string
  readonly remedy: string
}

function readPicture({ folder }: PluginSource, text: string): ThumbnailPicture | ThumbnailRefusal {
  const path = join(folder, text)
  const kind = findPictureKind(extname(text).toLowerCase())
  if (!kind) return refuse('format', `@thumbnail is "${text}".`, `Use a file with ${extensions.join(', ')}.`)
  const stat = isInside(folder, path) ? findStat(path) : 'outside'
  if (stat === 'outside' || (stat && !isInside(realpathSync(folder), realpathSync(path)))) {
    const remedy = "Put the file into the plugin's folder and name it from there."
    return refuse('outside', `@thumbnail "${text}" leaves the plugin's folder.`, remedy)
  }
  if (!stat?.isFile()) {
    const remedy = 'Put the file beside the plugin, under that name, or remove the tag.'
    return refuse('missing', `@thumbnail "${text}" does not exist.`, remedy)
  }
  const refused = refuseSize(`@thumbnail "${text}"`, stat.size)
  if (refused) return refused
  const bytes = readFileSync(path)
  if (isPictureOf(kind, bytes)) return { path: relative(folder, path).replaceAll(sep, '/'), bytes }
  const remedy = 'Save it in that format, or give the file the ending of the format that it has.'
  return refuse('format', `@thumbnail "${text}" holds no ${kind.name} picture.`, remedy)
}

function readUri(text: string): ThumbnailPicture | ThumbnailRefusal {
  const shown = `@thumbnail "${cutText(text, 40)}"`
  const uri = parseDataUri(text)
  const remedy = `Write data:image/png;base64,… or name a file with ${extensions.join(', ')}.`
  if (typeof uri === 'string') return refuse('format', `${shown} ${uri}.`, remedy)
  const kind = pictureKinds.find(({ mediaType }) => mediaType === uri.mediaType)
  if (!kind) return refuse('format', `${shown} is of the type ${uri.mediaType}.`, remedy)
  const refused = refuseSize(shown, uri.bytes.length)
  if (refused) return refused
  if (!isPictureOf(kind, uri.bytes))
    return refuse('format', `${shown} holds no ${kind.name} picture.`, remedy)
  return { path: toName(kind, uri), bytes: uri.bytes }
}

/** Two functions may carry the same picture; no file of an author has this name by accident. */
function toName({ extensions: [extension] }: PictureKind, { bytes }: DataUri): string {
  return `thumbnail-${hashBytes(bytes).slice(0, 8)}${extension}`
}

function refuseSize(shown: string, size: number): ThumbnailRefusal | null {
  if (size <= largestBytes) return null
  return refuse(
    'size',
    `${shown} has ${size} bytes, above ${largestBytes}.`,
    'Make it smaller: 256 pixels do.',
  )
}

function refuse(
  code: 'format' | 'missing' | 'outside' | 'size',
  found: string,
  remedy: string,
): ThumbnailRefusal {
  return { code: `thumbnail.${code}`, found, remedy }
}

function isInside(folder: string, path: string): boolean {
  const steps = relative(folder, path)
  return steps !== '' && !steps.startsWith('..') && !steps.startsWith(sep)
}

function findStat(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTDIR' || code === 'ENAMETOOLONG' || code === 'ELOOP') return undefined
    throw error
  }
}
