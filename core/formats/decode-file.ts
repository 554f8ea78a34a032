import { cutText } from '../domain/cut-text.ts'
import { SpecimenError } from '../domain/errors.ts'
import { checkElements } from '../domain/result/check-elements.ts'
import { parseResult } from '../domain/result/parse-result.ts'
import { measureResult, type Result } from '../domain/result/result.ts'
import { decoders } from './decoders.ts'
import { findFormat, isGzip, type KnownFormat, listFormats } from './find-format.ts'
import type { DecodeContext } from './format.ts'
import { inflate } from './inflate.ts'
import { explainFormat } from './other-formats.ts'
import { refuse, requireWithin } from './refusal.ts'

const defaultByteLimit = 2 ** 30
const shownLength = 80

/**
 * Returns the content of a file as a parsed and checked result. Its format follows from its content, or from
 * its name where the format has no mark; gzip is inflated first. The arrays may be views on `bytes`. Fetches
 * only the decoder.
 * @throws `format.unknown` with all known formats; `file.undecodable` for a file that is truncated, damaged,
 * too large, or that has unsupported content
 */
export async function decodeFile(
  bytes: Uint8Array,
  name: string,
  { byteLimit = defaultByteLimit, onNote = () => {} }: Partial<DecodeContext> = {},
): Promise<Result> {
  const context = { byteLimit, onNote }
  const shown = JSON.stringify(cutText(name, shownLength))
  const isPacked = isGzip(bytes)
  const content = isPacked ? await within(`${shown}, by gzip`, () => inflate(bytes, byteLimit)) : bytes
  const format = findFormat(content, isPacked ? name.replace(/[.]gz$/i, '') : name)
  if (!format) {
    const other = explainFormat(content, name.replace(/[.]gz$/i, ''))
    const found = `${shown} has none of the formats that can be shown: ${listFormats()}`
    const advice = other === undefined ? '' : ` ${other}`
    throw new SpecimenError('format.unknown', `${found}; each may be compressed by gzip.${advice}`)
  }
  return await within(`${shown}, as ${format.name}`, () => decodeContent(content, format, context))
}

async function decodeContent(
  bytes: Uint8Array,
  format: KnownFormat,
  context: DecodeContext,
): Promise<Result> {
  const decode = await decoders[format.name]()
  const made = await decode(bytes, context)
  const result = parseResult(made, made.type)
  requireWithin('The result', measureResult(result), context.byteLimit)
  checkElements(result)
  return result
}

/** Adds file and format to any error of a decoder, as libraries throw all classes for damaged bytes. */
async function within<T>(subject: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    // A library's message names the place, seldom the reason.
    const detail =
      error instanceof SpecimenError ? text : `The file is damaged; its decoder stopped at: ${text}.`
    throw refuse(`${subject}: ${cutText(detail, 600)}`, error)
  }
}
