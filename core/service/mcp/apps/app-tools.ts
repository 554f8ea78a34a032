import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { summarySchema } from '../answers/answers.ts'
import type { ToolParts } from '../answers/shown-results.ts'
import type { HostTool } from '../tools/tool.ts'
import { appUri } from './app.ts'
import { createDataTool } from './data-tool.ts'

/** The tools of a host for a client that shows its page. */
export interface AppTools {
  /** The tool that the page alone calls. */
  readonly data: HostTool
  /** Returns the tools of a model with the page of each, and those that the page calls. */
  readonly list: (tools: readonly Tool[]) => readonly Tool[]
}

const ofPage = { ui: { visibility: ['app'] } } as const

/** Returns the tools of apps. `describe` describes a specimen, which the page needs in any case. */
export function createAppTools(parts: ToolParts, describe: HostTool): AppTools {
  const data = createDataTool(parts)
  const own = [describe.listed, data.listed]
  return {
    data,
    list: (tools) => {
      const missing = own.filter(({ name }) => tools.every((tool) => tool.name !== name))
      return [...tools.map(withPage), ...missing.map((tool) => ({ ...tool, _meta: ofPage }))]
    },
  }
}

/** Returns a tool with the page that shows its answers, where these are of one result. */
function withPage(tool: Tool): Tool {
  return isOfResult(tool) ? { ...tool, _meta: { ui: { resourceUri: appUri } } } : tool
}

function isOfResult({ outputSchema }: Tool): boolean {
  const forms: unknown = outputSchema?.anyOf
  return outputSchema === summarySchema || (Array.isArray(forms) && forms.includes(summarySchema))
}
