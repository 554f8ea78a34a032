/** The decoders of results, for programs that have the bytes by other means than a client. */
export { decodeEnvelope } from '../contract/wire/envelope.ts'
export { decodeResultJson } from '../contract/wire/parse-result-json.ts'
export { decodeScene } from '../contract/wire/scene-envelope.ts'
