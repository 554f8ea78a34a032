/** What an agent sets of the parts of a scene: an object by their names, as a setting of a view. */
import { isPartName, partCount, partNameRule } from '../../../contract/domain/result/scene.ts'
import { readPart } from '../../../contract/look/part-words.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { checkNames, wrongError } from './read-arguments.ts'

/** The property of a tool's schema. */
export const partsProperty = {
  type: 'object',
  description:
    'Parts of a scene that differ from their looks, as {"skull": {"hidden": true}}: hidden, opacity, color ' +
    '("#cc3333"), whole (no plane cuts it), moved ([x, y, z]).',
  additionalProperties: { type: 'object' },
} as const

/** Each member as the word of a link; undefined for a value that is none. */
const words: { readonly [name: string]: (value: Json) => string | undefined } = {
  hidden: (value) => (typeof value === 'boolean' ? (value ? 'off' : 'on') : undefined),
  opacity: (value) =>
    typeof value === 'number' && value >= 0 && value <= 1 ? String(Number(value.toFixed(4))) : undefined,
  color: (value) => (typeof value === 'string' ? /^#([0-9a-f]{6})$/i.exec(value)?.[1] : undefined),
  whole: (value) => (value === true ? 'whole' : value === false ? '' : undefined),
  moved: toMove,
}
const wanted: { readonly [name: string]: string } = {
  hidden: 'true or false',
  opacity: 'a number from 0 to 1',
  color: 'a text such as "#cc3333"',
  whole: 'true or false',
  moved: 'three lengths, [x, y, z], and behind them three more for a turn in degrees',
}

function toMove(value: Json): string | undefined {
  if (!isJsonArray(value) || !value.every((part) => typeof part === 'number')) return undefined
  const word = `moved/${value.join('/')}`
  return readPart('part', word) && word
}

/** Returns the argument `parts` as a setting of a view, an empty text for none. @throws `request.invalid` */
export function readPartsSetting({ parts: given = null }: JsonObject): string {
  if (given === null) return ''
  if (!isJsonObject(given)) throw wrongError('parts', 'an object such as {"skull": {"hidden": true}}', given)
  const entries = Object.entries(given)
  if (entries.length > partCount) throw wrongError('parts', `at most ${partCount} parts`, entries.length)
  const texts = entries.flatMap(([name, setting]) => {
    if (!isPartName(name)) throw wrongError('The name of a part', partNameRule, name)
    const text = readPartWords(name, setting)
    return text === '' ? [] : [`${name}:${text}`]
  })
  return texts.length === 0 ? '' : `parts=${texts.join()}`
}

function readPartWords(name: string, given: Json): string {
  if (!isJsonObject(given)) throw wrongError(`parts.${name}`, 'an object such as {"hidden": true}', given)
  checkNames(given, Object.keys(words))
  const texts = Object.entries(given).map(([member, value]) => {
    const text = words[member]?.(value)
    if (text === undefined) throw wrongError(`parts.${name}.${member}`, wanted[member] ?? 'left out', value)
    return text
  })
  return texts.filter((text) => text !== '').join(':')
}
