import type { JsonObject } from '../../domain/json.ts'

/** An operation without its address, which its route has, and without the common answers. */
export interface Operation {
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly JsonObject[]
  readonly requestBody?: JsonObject
  readonly responses: JsonObject
}
