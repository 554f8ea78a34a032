import { errorCodes, SpecimenError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../domain/json.ts'

/** Returns an error as hosts tell it each other; its cause stays where it was found. */
export function toFailureJson({ code, message, retryAfterSeconds }: SpecimenError): JsonObject {
  return { code, message, ...(retryAfterSeconds && { retryAfterSeconds }) }
}

/** Returns the error that another host tells; undefined for what is none. */
export function parseFailure(value: Json | undefined): SpecimenError | undefined {
  if (value === undefined || !isJsonObject(value)) return undefined
  const { message, retryAfterSeconds } = value
  const code = errorCodes.find((known) => known === value.code)
  if (code === undefined || typeof message !== 'string') return undefined
  const more = typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}
  return new SpecimenError(code, message, more)
}
