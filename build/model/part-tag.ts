/** The tag `@part`: the look of a part of a scene, as `brain opacity=0.35 color=#c33 title="Left side"`. */
import { type PartLook, parseColor, requireLook } from '../../core/contract/domain/result/scene.ts'

/** A look with the name of its part, or the sentence of its fault. */
export type PartTag =
  | { readonly kind: 'look'; readonly name: string; readonly look: PartLook }
  | { readonly kind: 'fault'; readonly found: string }

/** Reads the text of a tag. */
export function readPartTag(text: string): PartTag {
  const [name = '', ...words] = text.match(/[^\s=]+="[^"]*"|\S+/g) ?? []
  if (name === '' || words.length === 0) return toFault('it needs the name of a part and its look.')
  const given: { [name: string]: unknown } = {}
  for (const word of words) {
    const [, key = '', value] = /^([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (Object.hasOwn(given, key)) return toFault(`${key} is given a second time.`)
    const read = readValue(key, value?.replace(/^"(.*)"$/s, '$1'))
    if (read === undefined) return toFault(`${word} cannot be read.`)
    given[key] = read
  }
  try {
    const look = requireLook(given, (detail) => new LookFault(detail))
    return look ? { kind: 'look', name, look } : toFault('it says nothing.')
  } catch (error) {
    if (error instanceof LookFault) return toFault(error.message)
    throw error
  }
}

class LookFault extends Error {}

function toFault(found: string): PartTag {
  return { kind: 'fault', found }
}

function readValue(key: string, text: string | undefined): unknown {
  if (key === 'hidden')
    return text === undefined || text === 'true' ? true : text === 'false' ? false : undefined
  if (text === undefined) return undefined
  if (key === 'color') return parseColor(text)
  return key === 'opacity' || key === 'width' ? (text === '' ? undefined : Number(text)) : text
}
