import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { ToolParts } from '../answers/tool-parts.ts'
import type { HostTool, ListedTool } from '../tools/tool.ts'
import { appUri } from './app.ts'
import { createDataTool } from './data-tool.ts'

/** The tools of a host for a client that shows its page. */
export interface AppTools {
  /** The tool that the page alone calls. */
  readonly data: HostTool
  /** Returns the tools of a model with the page of each, and those that the page calls. */
  readonly list: (tools: readonly ListedTool[]) => readonly Tool[]
}

const ofPage = { ui: { visibility: ['app'] } } as const

/** Returns the tools of apps. `describe` describes a specimen, which the page needs in any case. */
export function createAppTools(parts: ToolParts, describe: HostTool): AppTools {
  const data = createDataTool(parts)
  const own = [describe.listed, data.listed]
  return {
    data,
    list: (tools) => {
      const missing = own.filter(({ name }) => tools.every(({ listed }) => listed.name !== name))
      return [...tools.map(withPage), ...missing.map((tool) => ({ ...tool, _meta: ofPage }))]
    },
  }
}

/** Returns a tool with the page that shows its answers, where these are of one result. */
function withPage({ listed, showsResult }: ListedTool): Tool {
  return showsResult ? { ...listed, _meta: { ui: { resourceUri: appUri } } } : listed
}
