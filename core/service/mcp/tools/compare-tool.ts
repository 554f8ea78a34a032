import { toRoomBeside } from '../../../contract/domain/invocation.ts'
import { listFactChanges } from '../../../data/facts/list-fact-changes.ts'
import { type AnsweredResult, holdAnswer, summarize, toImage } from '../answers/answers.ts'
import type { AskerFacts } from '../answers/asker.ts'
import { type ToolLife, toPartLife } from '../answers/compute.ts'
import { quote } from '../answers/data-words.ts'
import { type MeasuredResult, measureComputed } from '../answers/facts.ts'
import { type ComparedResult, drawComputed, noteShape } from '../answers/picture.ts'
import type { AskedPicture } from '../answers/shown-results.ts'
import type { ToolParts } from '../answers/tool-parts.ts'
import { joinWhole, writeFacts, writeValues } from '../answers/write-facts.ts'
import { checkNames, readObject, readText, requireText } from './read-arguments.ts'
import { resultProperties } from './result-arguments.ts'
import { annotations, type HostTool } from './tool.ts'
import { readPictureShape, sameViewProperties, viewNames } from './view-arguments.ts'

const title = 'Compare two results'
/** Characters of the facts that differ. */
const longestChanges = 1000
const longestFact = 60

/**
 * Returns the tool that shows two results by one camera. The second one is in a room beside the asker's, so
 * that neither takes the place of the other.
 */
export function createCompareTool(parts: ToolParts): HostTool {
  const { specimen, params } = resultProperties
  return {
    listed: {
      name: 'compare',
      title,
      description:
        'Shows two results, by default of one specimen with other values, by one camera, with their facts ' +
        'side by side. It takes all settings of the picture that look has.',
      inputSchema: {
        type: 'object',
        properties: {
          specimen,
          params,
          other_specimen: {
            type: 'string',
            description: 'The second specimen; the first one when left out.',
          },
          other_params: params,
          ...sameViewProperties,
        },
        required: ['specimen'],
      },
      annotations,
    },
    call: async (asker, given, life) => {
      checkNames(given, ['specimen', 'params', 'other_specimen', 'other_params', ...viewNames])
      const id = requireText(given, 'specimen')
      const shape = readPictureShape(given)
      const { roomId } = asker
      const one = { id, params: readObject(given, 'params'), roomId, shape }
      const other = {
        id: readText(given, 'other_specimen') ?? id,
        params: readObject(given, 'other_params'),
        roomId: toRoomBeside(roomId, 'compared'),
        shape,
      }
      const [first, second] = await showBoth(parts, asker, [one, other], life)
      const both = [first, second]
      return holdAnswer(asker, {
        content: [
          ...both.flatMap(({ picture }) => (picture ? [toImage(picture, shape)] : [])),
          { type: 'text', text: writeSideBySide(first, second) },
        ],
        structuredContent: { first: summarize(asker, first), second: summarize(asker, second) },
      })
    },
  }
}

/** Computes one after the other, then draws both by the camera of the first. */
async function showBoth(
  parts: ToolParts,
  asker: AskerFacts,
  [one, other]: readonly [AskedPicture, AskedPicture],
  life: ToolLife,
): Promise<readonly [AnsweredResult, AnsweredResult]> {
  const first = await measureComputed(parts, asker, one, toPartLife(life, { index: 0, count: 2 }))
  life.onMessages([{ seq: 0, text: '1 of 2', fraction: 0.5, ts: Date.now() / 1000 }])
  const second = await measureComputed(parts, asker, other, toPartLife(life, { index: 1, count: 2 }))
  const draw = async (own: MeasuredResult, beside: ComparedResult) => {
    const wish = { shape: one.shape, signal: life.signal, beside }
    const remarks = await noteShape(own.computed, one.shape)
    return {
      ...own,
      shape: one.shape,
      remarks,
      picture: await drawComputed(parts, asker, own.computed, wish),
    }
  }
  return await Promise.all([
    draw(first, { computed: second.computed, leads: false }),
    draw(second, { computed: first.computed, leads: true }),
  ])
}

function writeSideBySide(first: AnsweredResult, second: AnsweredResult): string {
  const lines = [first, second].map(({ computed, facts, picture }, i) => {
    const name = quote(computed.displayName)
    const drawn = picture ? '' : ' (its picture takes too long)'
    const values = writeValues(computed.call.invocation.params)
    const place = i === 0 ? 'First' : 'Second'
    return `${place}: ${name}${drawn}, values: ${values}. Facts: ${writeFacts(facts)}`
  })
  const changes = listFactChanges(first.facts, second.facts).map(
    ({ name, before, after }) => `${name} ${writeFact(before)} to ${writeFact(after)}`,
  )
  const remarks = [...new Set([...first.remarks, ...second.remarks])]
  return [...lines, ...remarks, `Facts that differ: ${joinWhole(changes, longestChanges)}`].join('\n')
}

/** Numbers as they are; all else may be an author's text. */
function writeFact(text: string): string {
  return /^[-+\d.e, ]+$/.test(text) ? text : quote(text, longestFact)
}
