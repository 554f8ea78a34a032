import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { toVisibleText } from '../../../contract/text/visible-text.ts'
import { type Json, parseJson } from '../../../contract/values/json.ts'
import { summarize } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { measureComputed } from '../answers/facts.ts'
import { usualShape } from '../answers/picture.ts'
import type { ToolParts } from '../answers/tool-parts.ts'

/** A result as the address of a resource names it. */
export interface ResultResource {
  readonly uri: string
  readonly id: string
  readonly parameter: string
  /** JSON, or a text without quotes. */
  readonly value: string
}

/** Returns the facts of a result with one parameter at a value. @throws as `computeResult` */
export async function readResultResource(
  parts: ToolParts,
  asker: AskerFacts,
  { uri, id, parameter, value }: ResultResource,
  life: ToolLife,
): Promise<ReadResourceResult> {
  const asked = { id, params: { [parameter]: readValue(value) }, roomId: asker.roomId }
  const measured = await measureComputed(parts, asker, asked, life)
  const summary = summarize(asker, { ...measured, shape: usualShape, remarks: [] })
  const text = toVisibleText(JSON.stringify(summary))
  return { contents: [{ uri, mimeType: 'application/json', text }] }
}

function readValue(text: string): Json {
  try {
    return parseJson(text, 'The value')
  } catch (error) {
    if (error instanceof SpecimenError) return text
    throw error
  }
}
