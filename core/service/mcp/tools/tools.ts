import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { AskerFacts } from '../answers/asker.ts'
import type { ToolLife } from '../answers/compute.ts'
import { usualShape } from '../answers/picture.ts'
import { answerResult } from '../answers/shown-results.ts'
import { type ListPage, readPage } from '../answers/tool-pages.ts'
import { mostFunctionTools } from './catalog-tools.ts'
import { createFunctionTools } from './function-tools.ts'
import { createHostTools, type HostToolParts } from './host-tools.ts'
import type { ListedTool } from './tool.ts'
import { unknownToolError } from './unknown-tool.ts'

/** Answers a call of one tool. @throws SpecimenError, whose sentence the model is told */
export type AnswerCall = (given: JsonObject, life: ToolLife) => Promise<CallToolResult>

/** The tools of a host for whoever asks. */
export interface Tools {
  /**
   * Returns a page of the list; for a client with apps also what their page calls.
   * @throws `request.invalid` for a cursor of another list
   */
  list(asker: AskerFacts, cursor: string | undefined, hasApps: boolean): ListPage<Tool>
  /** @throws `function.unknown` */
  find(asker: AskerFacts, name: string): AnswerCall
}

/** The parts of a host that its tools use. */
export type ToolsParts = HostToolParts

/**
 * Returns the tools: those that look at results, those of a room, and one for each function, or those that
 * stand for all of a large catalog; and the one that finds specimens, where some have no tool. A function's
 * tool can be called whether it is listed or not.
 */
export function createTools(parts: ToolsParts): Tools {
  const { usual, upload, catalog, apps } = createHostTools(parts)
  const { find, standing } = catalog
  const always = [...usual, upload, find, ...standing, apps.data]
  const hostTools = new Map(always.map((tool) => [tool.listed.name, tool]))
  const toFunctions = createFunctionTools([...hostTools.keys()])
  const openOf = ({ caller }: AskerFacts) => toFunctions(parts.calls.view(caller).snapshot)
  return {
    list: (asker, cursor, hasApps) => {
      const { functions, hasOthers, takesData, list } = openOf(asker)
      const isLarge = functions.size > mostFunctionTools
      const finding = isLarge ? [find, ...standing] : hasOthers ? [find] : []
      const own: readonly ListedTool[] = [...finding, ...(takesData ? [upload] : []), ...usual]
      const all = isLarge ? own : [...own, ...list().map((listed) => ({ listed, showsResult: true }))]
      return readPage(hasApps ? apps.list(all) : all.map(({ listed }) => listed), cursor)
    },
    find: (asker, name) => {
      const hostTool = hostTools.get(name)
      if (hostTool) return async (given, life) => await hostTool.call(asker, given, life)
      const { functions } = openOf(asker)
      const id = functions.get(name)
      if (id === undefined) throw unknownToolError(name, [...hostTools.keys(), ...functions.keys()])
      return async (params, life) => {
        const asked = { id, params, roomId: asker.roomId, shape: usualShape }
        return await answerResult(parts, asker, asked, life)
      }
    },
  }
}
