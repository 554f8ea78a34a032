/** Parts of a form of which all bytes are in memory (RFC 9110, 14). */
import type { FastifyRequest } from 'fastify'
import { hasTag } from '../../../engine/catalog/entity-tags.ts'
import type { SentRange } from './represent.ts'

/** A request, as far as it can ask for a part. */
export type AskedRange = Pick<FastifyRequest, 'method' | 'headers'>

/** The bytes of a part, and its place. */
export interface ByteSpan {
  readonly start: number
  /** Behind the last byte; equal to `start` for a part that lies outside. */
  readonly end: number
  readonly range: SentRange
}

/**
 * Returns the part of `length` bytes that a GET asks for; undefined for all of it: without `Range`, for one
 * that is no range of bytes or several of them, and where `If-Range` names another tag.
 */
export function readRange(
  { method, headers }: AskedRange,
  etag: string,
  length: number,
): ByteSpan | undefined {
  const { range, 'if-range': condition } = headers
  if (method !== 'GET' || range === undefined) return undefined
  if (condition !== undefined && !hasTag(String(condition), etag)) return undefined
  const [, from, to] = /^\s*bytes=(\d{0,15})-(\d{0,15})\s*$/i.exec(range) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  const start = from === '' ? Math.max(0, length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? length : Math.min(length, Number(to) + 1)
  if (start >= end) return { start: 0, end: 0, range: { status: 416, contentRange: `bytes */${length}` } }
  return { start, end, range: { status: 206, contentRange: `bytes ${start}-${end - 1}/${length}` } }
}
