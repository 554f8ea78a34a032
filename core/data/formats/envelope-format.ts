import { resultTypes } from '../../contract/domain/result/result.ts'
import { readLength } from './file-start.ts'
import type { Decode, FileFormat, FormatReader } from './format.ts'

/** The host's own forms: the envelope of a result, and a scene of several. */
export const envelopeFormat = {
  name: 'envelope',
  types: resultTypes,
  extensions: ['.envelope', '.scene'],
  isContent: (bytes: Uint8Array) => isScene(bytes) || isEnvelope(bytes),
  load: loadReader,
} as const satisfies FileFormat

async function loadReader(): Promise<FormatReader> {
  const { decodeEnvelope } = await import('../../contract/wire/envelope.ts')
  const { decodeScene } = await import('../../contract/wire/scene-envelope.ts')
  const decode: Decode = (bytes) => (isScene(bytes) ? decodeScene(bytes) : decodeEnvelope(bytes))
  return { decode }
}

function isEnvelope(bytes: Uint8Array): boolean {
  const length = readLength(bytes, 0)
  return bytes[4] === 0x7b && bytes[3 + length] === 0x7d
}

/** Spaces may stand behind its preamble. */
function isScene(bytes: Uint8Array): boolean {
  return /^{"type":"scene",/.test(String.fromCharCode(...bytes.subarray(4, 20)))
}
