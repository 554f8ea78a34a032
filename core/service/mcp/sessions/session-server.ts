import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { toSpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import { readAsker } from '../answers/asker.ts'
import { showAnswer } from '../answers/data-words.ts'
import { showsApps } from '../apps/app.ts'
import type { McpPackages } from '../packages.ts'
import { templates } from '../resources/resource-list.ts'
import { createResources, type ResourceParts, type Resources } from '../resources/resources.ts'
import { callTool } from '../tools/call-tool.ts'
import { createTools, type Tools, type ToolsParts } from '../tools/tools.ts'
import { instructions } from './instructions.ts'
import { addPromptHandlers } from './prompt-handlers.ts'
import { answer, toRefusal } from './refusals.ts'

/** The parts of a host that answer its sessions. */
export interface ServerParts extends ResourceParts, ToolsParts {
  readonly packages: McpPackages
  readonly version: string
  readonly log: Log
}

const capabilities = {
  tools: { listChanged: true },
  resources: { listChanged: true },
  prompts: {},
  completions: {},
}

/** Returns a function that returns a server for one session; all have the same tools and resources. */
export function createServerMaker(parts: ServerParts): () => Server {
  const tools = createTools(parts)
  const resources = createResources(parts)
  const { packages, version } = parts
  return () => {
    const server = new packages.Server({ name: 'specimens', version }, { capabilities, instructions })
    addToolHandlers(server, parts, tools)
    addResourceHandlers(server, parts, resources)
    addPromptHandlers(server, parts)
    return server
  }
}

function addToolHandlers(server: Server, { packages: { types }, log }: ServerParts, tools: Tools): void {
  const { ListToolsRequestSchema, CallToolRequestSchema } = types
  server.setRequestHandler(ListToolsRequestSchema, async ({ params }, { authInfo }) =>
    answer(types, log, () => {
      const { items, ...next } = tools.list(
        readAsker(authInfo),
        params?.cursor,
        showsApps(server.getClientCapabilities()),
      )
      return { tools: [...items], ...next }
    }),
  )
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra): Promise<CallToolResult> => {
    const asker = readAsker(extra.authInfo)
    const { seat } = asker
    const tool = await answer(types, log, () => tools.find(asker, params.name))
    try {
      return showAnswer(seat.addNews(await callTool(tool, params.arguments, extra)))
    } catch (error) {
      const known = toSpecimenError(error)
      if (known.code === 'internal') log.error({ err: known.cause }, 'a tool failed')
      return showAnswer(seat.addNews(toRefusal(known)))
    }
  })
}

function addResourceHandlers(
  server: Server,
  { packages: { types }, log }: ServerParts,
  resources: Resources,
): void {
  const { ListResourcesRequestSchema, ListResourceTemplatesRequestSchema, ReadResourceRequestSchema } = types
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }, { authInfo }) =>
    answer(types, log, () => {
      const { items, ...next } = resources.list(readAsker(authInfo), params?.cursor)
      return { resources: [...items], ...next }
    }),
  )
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...templates] }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { authInfo, signal }) =>
    answer(types, log, () =>
      resources.read(readAsker(authInfo), params.uri, { signal, onMessages: () => {} }),
    ),
  )
}
