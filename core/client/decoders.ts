/** The decoders of both forms of a result, for whoever has its bytes by other means than a client. */
export { decodeEnvelope } from '../contract/wire/envelope.ts'
export { decodeResultJson } from '../contract/wire/parse-result-json.ts'
