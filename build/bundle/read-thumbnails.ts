/** Finds the pictures of `@thumbnail` tags: files inside the plugin's folder, or `data:` URIs. */
import { readFileSync, realpathSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { cutText } from '../../core/contract/text/cut-text.ts'
import { parseDataUri } from '../../core/contract/text/data-uri.ts'
import { hashBytes } from '../files/file-state.ts'
import { findStat, isInside } from '../files/paths.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { FunctionSignature, PluginSource } from '../model/signature.ts'

interface PictureKind {
  readonly name: string
  readonly extensions: readonly [string, ...string[]]
  readonly type: string
  /** The first bytes, one character each. */
  readonly start: string | RegExp
}

/** Sources: PNG (W3C) 5.2, JPEG (T.81) B.1.1.3, WebP container (RFC 9649) 2.4, SVG 2. */
const pictureKinds: readonly PictureKind[] = [
  { name: 'PNG', extensions: ['.png'], type: 'image/png', start: '\x89PNG\r\n\x1a\n' },
  { name: 'JPEG', extensions: ['.jpg', '.jpeg'], type: 'image/jpeg', start: '\xff\xd8\xff' },
  { name: 'WebP', extensions: ['.webp'], type: 'image/webp', start: /^RIFF.{4}WEBP/s },
  {
    name: 'SVG',
    extensions: ['.svg'],
    type: 'image/svg+xml',
    // A byte order mark, declarations and comments may stand before the element.
    start: /^(?:\xef\xbb\xbf)?\s*(?:<[?!].*)?<(?:\w+:)?svg[\s>/]/s,
  },
]

/** Comments before an SVG's element may be long. */
const headBytes = 64 * 1024
/** Clients fetch the thumbnails of a whole catalog at once. */
const largestBytes = 4 * 2 ** 20

const extensions = pictureKinds.flatMap((kind) => kind.extensions)

/** The pictures of a plugin's functions, with the files that were read for them. */
export interface PluginThumbnails {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly byFunction: ReadonlyMap<string, string>
  readonly problems: readonly Diagnostic[]
  readonly inputs: readonly string[]
}

/**
 * Returns the thumbnails of a plugin's functions, and a problem for each missing one. `files` has bytes by
 * path in the bundle, which is the path in the plugin's folder; `inputs` are absolute paths, found or not.
 */
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

type Picture = { readonly path: string; readonly bytes: Uint8Array }
type Refusal = Pick<Diagnostic, 'code' | 'found' | 'remedy'>

function readPicture({ folder }: PluginSource, text: string): Picture | Refusal {
  const path = join(folder, text)
  const extension = extname(text).toLowerCase()
  const kind = pictureKinds.find((each) => each.extensions.includes(extension))
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

function readUri(text: string): Picture | Refusal {
  const shown = `@thumbnail "${cutText(text, 40)}"`
  const uri = parseDataUri(text)
  const remedy = `Write data:image/png;base64,… or name a file with ${extensions.join(', ')}.`
  if (typeof uri === 'string') return refuse('format', `${shown} ${uri}.`, remedy)
  const kind = pictureKinds.find(({ type }) => type === uri.mediaType)
  if (!kind) return refuse('format', `${shown} is of the type ${uri.mediaType}.`, remedy)
  const refused = refuseSize(shown, uri.bytes.length)
  if (refused) return refused
  if (!isPictureOf(kind, uri.bytes))
    return refuse('format', `${shown} holds no ${kind.name} picture.`, remedy)
  // Two functions may carry the same picture; no file of an author has this name by accident.
  const path = `thumbnail-${hashBytes(uri.bytes).slice(0, 8)}${kind.extensions[0]}`
  return { path, bytes: uri.bytes }
}

function isPictureOf({ start }: PictureKind, bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  return typeof start === 'string' ? text.startsWith(start) : start.test(text)
}

function refuseSize(shown: string, size: number): Refusal | null {
  const found = `${shown} has ${size} bytes, above ${largestBytes}.`
  return size > largestBytes ? refuse('size', found, 'Make it smaller: 256 pixels do.') : null
}

function refuse(code: 'format' | 'missing' | 'outside' | 'size', found: string, remedy: string): Refusal {
  return { code: `thumbnail.${code}`, found, remedy }
}
