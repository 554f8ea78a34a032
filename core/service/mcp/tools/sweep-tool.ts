import { toRoomBeside } from '../../../contract/domain/invocation.ts'
import type { Json, JsonObject } from '../../../contract/values/json.ts'
import { holdAnswer, toImage } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { type ToolLife, toPartLife } from '../answers/compute.ts'
import { quote } from '../answers/data-words.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { writeFacts } from '../answers/write-facts.ts'
import { joinSheet } from './join-sheet.ts'
import { checkNames, readList, readObject, requireText, wrongError } from './read-arguments.ts'
import { resultProperties } from './result-arguments.ts'
import { shareColors } from './sweep-colors.ts'
import { drawSteps, type MeasuredStep, measureStep, nameValue } from './sweep-steps.ts'
import { annotations, type HostTool } from './tool.ts'
import { readPictureShape, sameViewProperties, viewNames } from './view-arguments.ts'

/** Most values of one sweep. */
const mostValues = 24
const title = 'Sweep a parameter'
/** A sheet is as large as a picture may be. */
const shownViewNames = viewNames.filter((name) => name !== 'width' && name !== 'height')
const sweepNames = ['specimen', 'params', 'parameter', 'values']

/**
 * Returns the tool that computes a specimen for each value of a parameter, one after another, in a room
 * beside the asker's, and shows the pictures on one sheet.
 */
export function createSweepTool(parts: ToolParts): HostTool {
  return {
    listed: {
      name: 'sweep',
      title,
      description:
        `Computes a specimen for up to ${mostValues} values of one parameter, and shows a sheet of ` +
        'pictures in one scale of lengths, in rows from the top left, with a table of facts; window gives ' +
        'volumes one of colours. It takes the settings of the picture that look has.',
      inputSchema: {
        type: 'object',
        properties: {
          ...resultProperties,
          parameter: { type: 'string' },
          values: { type: 'array', minItems: 1, maxItems: mostValues },
          ...sameViewProperties,
        },
        required: ['specimen', 'parameter', 'values'],
      },
      annotations,
    },
    call: async (asker, given, life) => {
      checkNames(given, [...sweepNames, ...shownViewNames])
      const values = readValues(given)
      const columns = Math.ceil(Math.sqrt(values.length))
      const edge = chooseEdge(columns)
      const asked = readPictureShape({ ...given, width: edge, height: edge })
      const steps = await measureSteps(parts, asker, { given, values }, life)
      const { view, words } = shareColors(asked.view, steps)
      const shape = { ...asked, view, form: 'png' } as const
      const pictures = await drawSteps(parts, asker, { steps, shape }, { ...life, onMessages: () => {} })
      const tiles = pictures.map((picture) => picture?.body)
      const sheet = await joinSheet(
        parts,
        asker,
        { kind: 'sheet', tiles, columns, edge, form: asked.form },
        life,
      )
      const colors = words === '' ? '' : `\n${words}`
      const told = steps.map(({ value, facts, error }) => ({
        value,
        ...(facts && { facts }),
        ...(error !== undefined && { error }),
      }))
      return holdAnswer(asker, {
        content: [toImage(sheet, asked), { type: 'text', text: writeTable(steps, columns) + colors }],
        structuredContent: { columns, steps: told },
      })
    },
  }
}

/** Returns the pixels of a tile's side, so that the sheet is as large as a picture may be. */
function chooseEdge(columns: number): number {
  return Math.min(256, Math.floor(768 / columns))
}

function readValues(given: JsonObject): readonly Json[] {
  const values = readList(given, 'values') ?? []
  if (values.length >= 1 && values.length <= mostValues) return values
  throw wrongError('values', `a list of 1 to ${mostValues} values`, given.values)
}

/** The arguments of a sweep, and its values. */
interface SweepWish {
  readonly given: JsonObject
  readonly values: readonly Json[]
}

async function measureSteps(
  parts: ToolParts,
  asker: AskerFacts,
  { given, values }: SweepWish,
  life: ToolLife,
): Promise<readonly MeasuredStep[]> {
  const id = requireText(given, 'specimen')
  const parameter = requireText(given, 'parameter')
  const params = readObject(given, 'params')
  const roomId = toRoomBeside(asker.roomId, 'swept')
  const steps: MeasuredStep[] = []
  for (const value of values) {
    const asked = { id, params: { ...params, [parameter]: value }, roomId }
    const swept = { value, name: nameValue(parameter, value), asked }
    const part = toPartLife(life, { index: steps.length, count: values.length })
    steps.push(await measureStep(parts, asker, swept, part))
    const text = `${steps.length} of ${values.length}`
    const fraction = steps.length / values.length
    life.onMessages([{ seq: steps.length - 1, text, fraction, ts: Date.now() / 1000 }])
  }
  return steps
}

function writeTable(steps: readonly MeasuredStep[], columns: number): string {
  const rows = steps.map(({ name, facts, error }, i) => {
    const place = `row ${Math.floor(i / columns) + 1}, column ${(i % columns) + 1}`
    return `${place}: ${name}: ${facts ? writeFacts(facts) : `failed: ${quote(error ?? '')}`}`
  })
  return rows.join('\n')
}
