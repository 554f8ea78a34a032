import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Log } from '../../../contract/domain/log.ts'
import { readAsker } from '../answers/asker.ts'
import type { McpPackages } from '../packages.ts'
import { completeArgument } from '../resources/completions.ts'
import { prompts, writePrompt } from '../resources/prompts.ts'
import type { ResourceParts } from '../resources/resources.ts'
import { answer } from './refusals.ts'

/** The parts of a host that prompts use. */
export interface PromptParts extends Pick<ResourceParts, 'calls' | 'legacyClient'> {
  readonly packages: McpPackages
  readonly log: Log
}

/** Has a server answer for the prompts, and complete what is typed for them and for addresses. */
export function addPromptHandlers(
  server: Server,
  { packages: { types }, log, calls, legacyClient }: PromptParts,
): void {
  const { ListPromptsRequestSchema, GetPromptRequestSchema, CompleteRequestSchema } = types
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }))
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }, { authInfo }) =>
    answer(types, log, () => {
      const { caller, root } = readAsker(authInfo)
      const view = calls.view(caller)
      return writePrompt(view, params.name, params.arguments ?? {}, { root, legacyClient })
    }),
  )
  server.setRequestHandler(CompleteRequestSchema, async ({ params }, { authInfo }) =>
    answer(types, log, () => {
      const { snapshot } = calls.view(readAsker(authInfo).caller)
      return completeArgument(snapshot, params)
    }),
  )
}
