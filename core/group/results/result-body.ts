/** A result between hosts: the length of its head (uint32, little-endian), the head, the arrays. */

import { parseResult } from '../../contract/domain/result/parse-result.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import { resultHeadBytes, toIncoming, toResultHead } from '../../engine/run/result-head.ts'
import type { ResultPointer } from './result-pointer.ts'

const lengthBytes = 4

/** Returns the parts of a result, to be sent one after the other. Nothing is copied. */
export function toBody(result: Result): readonly Uint8Array[] {
  const { head, arrays } = toResultHead(result)
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(text.length)
  const views = arrays.map(
    ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
  )
  return [Buffer.concat([length, text]), ...views.filter(({ byteLength }) => byteLength > 0)]
}

/**
 * Resolves with the result that comes in pieces, written once into shared memory. The head is parsed like any
 * input; memory is allocated for no more than the pointer and `byteLimit` say. Elements are not read again.
 * @throws Error when it is another than the pointer says
 */
export async function readResult(
  pieces: AsyncIterable<Uint8Array>,
  pointer: ResultPointer,
  byteLimit: number,
): Promise<Result> {
  const filling = fillResult(pointer, byteLimit)
  let step = filling.next()
  let filled = 0
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      if (step.done) throw new Error('there is more after its end')
      const target = step.value
      const part = piece.subarray(at, at + target.length - filled)
      target.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < target.length) continue
      filled = 0
      step = filling.next()
    }
  }
  if (!step.done) throw new Error('its bytes end too early')
  return step.value
}

/** Yields each part of a body's memory, and goes on when it is full. */
function* fillResult(pointer: ResultPointer, byteLimit: number): Generator<Uint8Array, Result> {
  const length = Buffer.alloc(lengthBytes)
  yield length
  const headLength = length.readUInt32LE()
  if (headLength === 0 || headLength > resultHeadBytes) throw new Error(`its head has ${headLength} bytes`)
  const text = Buffer.alloc(headLength)
  yield text
  const head = parseJson(text.toString(), 'The head')
  const incoming = isJsonObject(head) ? toIncoming(head, byteLimit) : 'the result has no proper head'
  if (typeof incoming === 'string') throw new Error(incoming)
  const bytes = incoming.targets.reduce((total, target) => total + target.length, 0)
  if (bytes !== pointer.bytes) throw new Error(`it has ${bytes} bytes, where ${pointer.bytes} were announced`)
  for (const target of incoming.targets) if (target.length > 0) yield target
  return parseResult(incoming.value, pointer.type)
}
