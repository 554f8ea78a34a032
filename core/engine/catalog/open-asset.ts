import { extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Asset, AssetAnswer, AssetRequest } from '../../contract/domain/specimen.ts'
import { type ByteRange, closeFile, inTime, type OpenFile, readAt } from '../files/open-file.ts'
import { openInside, toPath } from '../files/open-inside.ts'
import { openArchive } from './open-archive.ts'

const mediaTypes: { readonly [extension: string]: string } = {
  '.stl': 'model/stl',
  '.obj': 'model/obj',
  '.gltf': 'model/gltf+json',
  '.glb': 'model/gltf-binary',
  '.gz': 'application/gzip',
  '.zip': 'application/zip',
  '.tar': 'application/x-tar',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.gif': 'image/gif',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
  '.tif': 'image/tiff',
  '.tiff': 'image/tiff',
  '.dcm': 'application/dicom',
  '.csv': 'text/csv; charset=utf-8',
}

/** Bytes of a file per read; one chunk of a link. */
const readBytes = 256 * 1024

type FileAsset = Extract<Asset, { kind: 'file' }>

/** Answers a request for an asset as HTTP does, without a server. @throws `file.missing`, as remote ones */
export async function openAsset(
  asset: Asset,
  request: AssetRequest,
  signal: AbortSignal,
): Promise<AssetAnswer> {
  if (asset.kind === 'remote') return await asset.open(request, signal)
  if (asset.kind === 'bytes') return openBytes(asset, request)
  if (asset.kind === 'file') return await openFile(asset, request, signal)
  return await openArchive(asset, request, signal).catch((cause: unknown) => {
    // What lists the files of a scene names the part.
    throw asset.head ? cause : unreadableError(asset.name, cause)
  })
}

/** Returns the media type of a file by its extension. */
export function toMediaType(name: string): string {
  return mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream'
}

function openBytes(
  { mediaType, bytes }: Extract<Asset, { kind: 'bytes' }>,
  { method }: AssetRequest,
): AssetAnswer {
  const headers = { 'content-type': mediaType, 'content-length': String(bytes.length) }
  if (method === 'HEAD') return { status: 200, headers, byteLength: 0, body: null }
  return { status: 200, headers, byteLength: bytes.length, body: toBody(bytes) }
}

async function* toBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += readBytes) yield bytes.subarray(at, at + readBytes)
}

async function openFile(asset: FileAsset, request: AssetRequest, signal: AbortSignal): Promise<AssetAnswer> {
  const { name } = asset
  const file = await openAllowed(asset)
  let isSent = false
  try {
    const { statusCode: status, headers: found } = await describeAnswer(file, asset, request)
    if (status === 412 || status === 416)
      return { status, headers: keepRange(found), byteLength: 0, body: null }
    if (status >= 400) throw unreadableError(name)
    const headers: AssetAnswer['headers'] = { ...found, 'content-type': toMediaType(name) }
    if (status === 304 || request.method === 'HEAD') return { status, headers, byteLength: 0, body: null }
    const byteLength = Number(headers['content-length'])
    const [, start = '0'] = /^bytes (\d+)-/.exec(headers['content-range'] ?? '') ?? []
    const body = readRange(file, name, { start: Number(start), byteLength })
    isSent = true
    endWith(signal, body)
    return { status, headers, byteLength, body }
  } finally {
    if (!isSent) closeFile(file)
  }
}

/** Keeps the reason in the cause: clients need not learn the file's path. */
async function openAllowed(asset: FileAsset): Promise<OpenFile> {
  try {
    await asset.prepare?.()
    return await openInside(asset, asset.name)
  } catch (cause) {
    throw unreadableError(asset.name, cause)
  }
}

/** Returns the answer of @fastify/send for the file, without the bytes: those are read from the handle. */
async function describeAnswer(
  file: OpenFile,
  { folder, name }: FileAsset,
  asked: AssetRequest,
): Promise<{ readonly statusCode: number; readonly headers: AssetAnswer['headers'] }> {
  // send declares a stream, and reads these two members only.
  const headers = await toMeantHeaders(asked, file, name)
  const request = Object.assign(new Readable(), { method: 'HEAD', headers })
  // Without such a path, a file that is swapped at this moment gets the other's length and validator.
  const path = toPath(file) ?? join(folder, name)
  // Loaded by the first request for a file: it takes 3 % of a host's start.
  const { default: send } = await import('@fastify/send')
  // openInside has checked the name.
  const options = { contentType: false, index: false, dotfiles: 'allow' } as const
  const { statusCode, headers: found } = await inTime(send(request, encodeURIComponent(path), options), name)
  const named = Object.entries(found).map(([header, value]) => [header.toLowerCase(), String(value)])
  return { statusCode, headers: Object.fromEntries(named) }
}

/**
 * Returns the headers as RFC 9110 means them, which @fastify/send does not. A range is of GET alone (14.2).
 * An `If-Range` holds for a strong tag, which files do not have, or the very date (13.1.5). A suffix that is
 * longer than the file is the whole file (14.1.2). A `no-cache`, which is for caches, ends no condition.
 */
async function toMeantHeaders(
  { method, headers }: AssetRequest,
  file: OpenFile,
  name: string,
): Promise<AssetRequest['headers']> {
  const { range, 'if-range': condition, 'cache-control': _, ...others } = headers
  if (range === undefined || method === 'HEAD') return others
  if (condition !== undefined) {
    const { mtime } = await inTime(file.stat(), name)
    if (condition.trim() !== mtime.toUTCString()) return others
  }
  const [, suffix] = /^\s*bytes=\s*-(\d+)\s*$/i.exec(range) ?? []
  return { ...others, range: suffix !== undefined && Number(suffix) > file.size ? 'bytes=0-' : range }
}

/** Yields a part of a file, and closes it. Fails when the file ends early; appended bytes are ignored. */
function readRange(file: OpenFile, name: string, { start, byteLength }: ByteRange): Readable {
  let at = 0
  const readNext = async (): Promise<Uint8Array | null> => {
    if (at === byteLength) return null
    const piece = await readAt(file, name, {
      start: start + at,
      byteLength: Math.min(readBytes, byteLength - at),
    })
    at += piece.length
    if (piece.length > 0) return piece
    const missing = byteLength - at
    const detail = `${JSON.stringify(name)} ended ${missing} bytes early: it was cut while it was sent.`
    throw new SpecimenError('file.missing', detail)
  }
  return new Readable({
    highWaterMark: readBytes,
    read() {
      readNext().then(
        (piece) => this.push(piece),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, done) {
      closeFile(file)
      done(error)
    },
  })
}

/** Returns the refusal of a file that was there; its path is in the cause alone. */
export function unreadableError(name: string, cause?: unknown): SpecimenError {
  if (cause instanceof SpecimenError && cause.code === 'system.failed') {
    const detail = `The file ${JSON.stringify(name)} of the specimen cannot be read at the moment; ask again.`
    return new SpecimenError('system.failed', detail, { cause })
  }
  const detail = `The file ${JSON.stringify(name)} of the specimen cannot be read; a reload reports why.`
  return new SpecimenError('file.missing', detail, { cause })
}

/** A refusal has no body, so no headers that describe one; send would answer with a page of HTML. */
function keepRange({ 'content-range': range }: AssetAnswer['headers']): AssetAnswer['headers'] {
  return { 'content-length': '0', ...(range !== undefined && { 'content-range': range }) }
}

function endWith(signal: AbortSignal, stream: Readable): void {
  const end = (): void => void stream.destroy()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', end))
}
