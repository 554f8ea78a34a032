import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'

/** A tool as it is listed. */
export interface ListedTool {
  readonly listed: Tool
  /** Set where its answers are of one result, which a page in a chat can show. */
  readonly showsResult?: boolean
}

/** A tool that stands for none of the catalog's functions. */
export interface HostTool extends ListedTool {
  /** Answers a call. @throws SpecimenError, whose sentence the model is told */
  call(asker: AskerFacts, given: JsonObject, life: ToolLife): Promise<CallToolResult>
}

/** Nothing that a tool does changes the host, so the hints on changes say nothing, and are left out. */
export const annotations = { readOnlyHint: true } as const satisfies Tool['annotations']
