/**
 * Content codings (RFC 9110, 8.4): brotli at quality 1 or gzip at level 1, on the threads of libuv.
 *
 * Measured on one core, in MB/s and as a share of the bytes: a mesh of 24 MB 142 and 0.30 by brotli, 61 and
 * 0.26 by gzip; the JSON of a mesh, 4 MB, 142 and 0.26, 68 and 0.30; the noisy volume of a scan 161 and 0.54,
 * 36 and 0.52. Brotli pays below about 1 Gbit/s, gzip below 400 Mbit/s, so brotli wins a tie. A larger window
 * than 256 KiB saves a hundredth, and each reader would hold it.
 */
import type { Transform } from 'node:stream'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { parsePreferences } from '../request/preferences.ts'

/** A content coding that answers may have. */
export type Coding = 'br' | 'gzip'

/** The size of an output piece; each costs one trip to a thread and back. */
const chunkSize = 64 * 1024
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = zlib.constants
const brotliOptions = { chunkSize, params: { [BROTLI_PARAM_QUALITY]: 1, [BROTLI_PARAM_LGWIN]: 18 } }
const gzipOptions = { chunkSize, level: 1 }
const compressBrotli = promisify<zlib.InputType, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const compressGzip = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.gzip)

/**
 * Returns the coding that `Accept-Encoding` prefers, undefined for none. A body that is not worth it is coded
 * only for a client that refuses plain bytes; one that refuses everything gets plain bytes (RFC 9110, 12.5.3
 * permits both).
 */
export function chooseCoding(header: string | undefined, isWorthIt: boolean): Coding | undefined {
  if (!header) return undefined
  const preferences = parsePreferences(header)
  const qOf = (...names: string[]): number | undefined =>
    preferences.find(({ name }) => names.includes(name))?.q ?? preferences.find(({ name }) => name === '*')?.q
  const [br, gzip] = [qOf('br') ?? 0, qOf('gzip', 'x-gzip') ?? 0]
  const best = Math.max(br, gzip)
  const plain = qOf('identity')
  // Plain bytes are acceptable unless refused, and preferred only where `identity` is named.
  const isPlainPreferred = (preferences.find(({ name }) => name === 'identity')?.q ?? 0) > best
  if (best === 0 || isPlainPreferred || (!isWorthIt && plain !== 0)) return undefined
  return br === best ? 'br' : 'gzip'
}

/**
 * Returns whether `Cache-Control` of a request contains `no-transform` (RFC 9111, 5.2.1.6), for pages on a
 * fast line: browsers set `Accept-Encoding` themselves. `Vary` does not name it: each coding has its own tag
 * and caches revalidate (`no-cache`), so they mix up nothing; named, it would only multiply their entries.
 */
export function refusesCodings(cacheControl: string | undefined): boolean {
  return cacheControl !== undefined && /(^|[\s,])no-transform\s*(,|$)/i.test(cacheControl)
}

/** Returns a stream that compresses as fast as it is read, and holds under 1 MB. */
export function createCompressor(coding: Coding): Transform {
  return coding === 'br' ? zlib.createBrotliCompress(brotliOptions) : zlib.createGzip(gzipOptions)
}

/**
 * Returns `bytes` compressed as well as pays for what is kept and sent for long: all files of the viewer,
 * 1.9 MB, take 60 ms by gzip and 330 ms by brotli, whose best quality takes 3.4 s for a fourteenth less.
 */
export async function compressForGood(bytes: Uint8Array, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return await compressGzip(bytes, { level: 9 })
  return await compressBrotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: 9 } })
}

/** Returns `bytes` compressed, for bodies that are small or sent often. */
export async function compress(bytes: Uint8Array | string, coding: Coding): Promise<Buffer> {
  return coding === 'br' ? await compressBrotli(bytes, brotliOptions) : await compressGzip(bytes, gzipOptions)
}

/** Returns what compresses the same bytes once for each coding; after a failure again for who asks next. */
export function compressOnce(
  compressAs: (coding: Coding) => Promise<Buffer>,
): (coding: Coding) => Promise<Buffer> {
  const made = new Map<Coding, Promise<Buffer>>()
  return (coding) => {
    const known = made.get(coding)
    if (known) return known
    const bytes = compressAs(coding)
    made.set(coding, bytes)
    bytes.catch(() => made.delete(coding))
    return bytes
  }
}
