import type { JsonObject } from '../../domain/json.ts'

/**
 * An operation as it is written down: without its address, which its route has, and without what every
 * operation answers.
 */
export interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly JsonObject[]
  readonly requestBody?: JsonObject
  /** By status. */
  readonly responses: JsonObject
}
