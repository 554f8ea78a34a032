import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { resultTypes } from '../../../contract/domain/result/result.ts'
import type { Specimen } from '../../../contract/domain/specimen.ts'
import { formatCount } from '../../../contract/text/count.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { holdAnswer } from '../answers/answers.ts'
import { quote, toShownName } from '../answers/data-words.ts'
import { describeSpecimen } from '../answers/describe-specimen.ts'
import { usualShape } from '../answers/picture.ts'
import { answerResult } from '../answers/shown-results.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { checkNames, readText, readWhole, requireText, wrongError } from './read-arguments.ts'
import { readResultArguments, resultArguments, resultProperties } from './result-arguments.ts'
import { annotations, type HostTool } from './tool.ts'

/** Functions that have tools of their own; of more, three tools stand for all. */
export const mostFunctionTools = 40

const mostFound = 20
const shortText = 200
const longestQuery = 200

/** The parts of a host that these tools use. */
export interface CatalogParts extends ToolParts {
  readonly legacyClient: boolean
}

/** The tools that find what has no tool of its own. */
export interface CatalogTools {
  /** Lists specimens. */
  readonly find: HostTool
  /** Stand, with `find`, for the functions of a large catalog. */
  readonly standing: readonly HostTool[]
}

/** Returns the tools of a catalog. */
export function createCatalogTools(parts: ToolParts, describing: HostTool): CatalogTools {
  return { find: createFindTool(parts), standing: [describing, createRunTool(parts)] }
}

function createFindTool({ calls }: ToolParts): HostTool {
  const title = 'Find specimens'
  const word = { type: 'string' } as const
  return {
    listed: {
      name: 'find_specimens',
      title,
      description:
        `Lists specimens, data files among them, by words, type or tag, ${mostFound} at a time. ` +
        'look shows one by its id.',
      inputSchema: {
        type: 'object',
        properties: {
          query: {
            ...word,
            maxLength: longestQuery,
            description: 'Words in its id, name, description or tags.',
          },
          type: { enum: [...resultTypes] },
          tag: word,
          from: { type: 'integer', minimum: 0, default: 0 },
        },
      },
      annotations,
    },
    call: async (asker, given) => {
      checkNames(given, ['query', 'type', 'tag', 'from'])
      const { specimens } = calls.view(asker.caller).snapshot
      const found = findSpecimens([...specimens.values()], given)
      const from = readWhole(given, 'from', { least: 0, most: 1_000_000, usual: 0 })
      return toFound(found, from, (answer) => holdAnswer(asker, answer))
    },
  }
}

function findSpecimens(all: readonly Specimen[], given: JsonObject): readonly Specimen[] {
  const query = readText(given, 'query') ?? ''
  // Each word is looked for in each specimen.
  if (query.length > longestQuery) throw wrongError('query', `at most ${longestQuery} characters`, query)
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const [type, tag] = [readText(given, 'type'), readText(given, 'tag')]
  return all.filter((specimen) => {
    const { id, displayName, description, tags } = specimen
    if (type !== undefined && specimen.type !== type) return false
    if (tag !== undefined && !tags.includes(tag)) return false
    const text = [id, displayName, description, ...tags].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function toFound(
  found: readonly Specimen[],
  from: number,
  hold: (answer: CallToolResult) => CallToolResult,
): CallToolResult {
  const specimens = found
    .slice(from, from + mostFound)
    .map(({ id, displayName, type, kind, description }) => ({
      id,
      name: toShownName(displayName),
      type,
      is_dynamic: kind === 'dynamic',
      description: quote(description, shortText),
    }))
  const lines = specimens.map(
    ({ id, name, type, description }) => `${id} (${type}) ${quote(name)}: ${description}`,
  )
  const rest = found.length - from - specimens.length
  const more = rest > 0 ? [`${rest} more: from ${from + mostFound}.`] : []
  const text = [`${formatCount(found.length, 'specimen')}.`, ...lines, ...more].join('\n')
  return hold({ content: [{ type: 'text', text }], structuredContent: { total: found.length, specimens } })
}

/** Returns the tool that describes a specimen. */
export function createDescribeTool({ calls, legacyClient }: CatalogParts): HostTool {
  const title = 'Describe a specimen'
  return {
    listed: {
      name: 'describe_specimen',
      title,
      description:
        'Returns all that is known of a specimen: the schema of its parameters, story and presets.',
      inputSchema: {
        type: 'object',
        properties: { specimen: resultProperties.specimen },
        required: ['specimen'],
      },
      annotations,
    },
    call: async (asker, given) => {
      checkNames(given, ['specimen'])
      const view = calls.view(asker.caller)
      const text = describeSpecimen(view, requireText(given, 'specimen'), { root: asker.root, legacyClient })
      return holdAnswer(asker, { content: [{ type: 'text', text }] })
    },
  }
}

function createRunTool(parts: ToolParts): HostTool {
  const title = 'Run a specimen'
  return {
    listed: {
      name: 'run_specimen',
      title,
      description:
        'Computes the result of a specimen and shows it. describe_specimen has the schema of its parameters.',
      inputSchema: resultArguments,
      annotations,
    },
    showsResult: true,
    call: async (asker, given, life) => {
      const asked = { ...readResultArguments(asker, given), shape: usualShape }
      return await answerResult(parts, asker, asked, life)
    },
  }
}
