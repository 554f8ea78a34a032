/**
 * Opening an asset: which bytes of a file answer a request, with ranges, conditions, validators and media type as HTTP has
 * them, but without a server, so that a worker answers its relay exactly as a host answers its own clients.
 */
import type { IncomingMessage } from 'node:http'
import { basename, dirname, extname } from 'node:path'
import type { Readable } from 'node:stream'
import send from '@fastify/send'
import { SpecimenError } from '../domain/errors.ts'
import type { Asset, AssetAnswer, AssetRequest } from '../domain/specimen.ts'
import { resolveInside } from './specimen-file.ts'

/** Media types that a browser or viewer recognises; everything else is plain bytes. Meshes and volumes are never JSON. */
const mediaTypes: { readonly [extension: string]: string } = {
  '.stl': 'model/stl',
  '.obj': 'model/obj',
  '.gltf': 'model/gltf+json',
  '.glb': 'model/gltf-binary',
  '.gz': 'application/gzip',
  '.zip': 'application/zip',
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

/** Bytes of a file that are read at a time; one chunk of a link. */
const readBytes = 256 * 1024
/**
 * Resolves with the answer to a request. Its body ends when `signal` aborts.
 * @throws `file.missing`, and what a remote asset throws
 */
export async function openAsset(asset: Asset, request: AssetRequest, signal: AbortSignal): Promise<AssetAnswer> {
  if (asset.kind === 'remote') return await asset.open(request, signal)
  return asset.kind === 'bytes' ? openBytes(asset, request) : await openFile(asset, request, signal)
}

/** Returns the media type of a file by its extension. */
export function toMediaType(name: string): string {
  return mediaTypes[extname(name).toLowerCase()] ?? 'application/octet-stream'
}

function openBytes({ mediaType, bytes }: Extract<Asset, { kind: 'bytes' }>, { method }: AssetRequest): AssetAnswer {
  const headers = { 'content-type': mediaType, 'content-length': String(bytes.length) }
  if (method === 'HEAD') return { status: 200, headers, byteLength: 0, body: null }
  return { status: 200, headers, byteLength: bytes.length, body: toBody(bytes) }
}

async function* toBody(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += readBytes) yield bytes.subarray(at, at + readBytes)
}

async function openFile(
  { folder, name }: Extract<Asset, { kind: 'file' }>,
  { method, headers: given }: AssetRequest,
  signal: AbortSignal,
): Promise<AssetAnswer> {
  const path = await resolveInside(folder, name)
  const request = { method, headers: given } as unknown as IncomingMessage // of which send reads these two only
  const { statusCode, headers, stream } = await send(request, encodeURIComponent(basename(path)), {
    root: dirname(path),
    contentType: false,
    index: false,
    dotfiles: 'allow', // the name comes from metadata, and resolveInside has judged it
    highWaterMark: readBytes,
  })
  const named = Object.entries(headers).map(([header, value]) => [header.toLowerCase(), String(value)])
  const kept: { readonly [header: string]: string } = { ...Object.fromEntries(named), 'content-type': toMediaType(name) }
  const withoutBody = (answered: AssetAnswer['headers']): AssetAnswer => {
    stream.destroy()
    return { status: statusCode, headers: answered, byteLength: 0, body: null }
  }
  if (statusCode === 412 || statusCode === 416) return withoutBody(toRefusal(kept))
  if (statusCode >= 400) {
    stream.destroy()
    throw new SpecimenError('file.missing', `The file ${JSON.stringify(name)} of the specimen cannot be read.`)
  }
  if (statusCode === 304 || method === 'HEAD') return withoutBody(kept)
  endWith(signal, stream)
  return { status: statusCode, headers: kept, byteLength: Number(kept['content-length']), body: stream }
}

/** A refusal has no body, and so none of the headers that describe one; send would answer with a page of HTML. */
function toRefusal({ 'content-range': range }: AssetAnswer['headers']): AssetAnswer['headers'] {
  return { 'content-length': '0', ...(range !== undefined && { 'content-range': range }) }
}

function endWith(signal: AbortSignal, stream: Readable): void {
  const end = (): void => void stream.destroy()
  if (signal.aborted) end()
  else signal.addEventListener('abort', end, { once: true })
  stream.once('close', () => signal.removeEventListener('abort', end))
}
