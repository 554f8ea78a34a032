import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { CallLife } from '../answers/compute.ts'

/** A tool that stands for none of the catalog's functions. */
export interface HostTool {
  readonly listed: Tool
  /** Answers a call. @throws SpecimenError, whose sentence the model is told */
  call(asker: AskerFacts, given: JsonObject, life: CallLife): Promise<CallToolResult>
}

/** Nothing that a tool does changes the host, and the same call has the same answer. */
export const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const satisfies Tool['annotations']
