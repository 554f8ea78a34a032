import { refuse, requireWithin } from './refusal.ts'
import { toWrittenNumber } from './written-number.ts'
import { readXml } from './xml.ts'

/** An element of a document of XML with all that is in it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The addresses of all prefixes that are known in it. */
  readonly spaces: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The texts directly in it, joined. */
  readonly text: string
}

interface OpenElement extends XmlElement {
  readonly children: XmlElement[]
  readonly texts: string[]
}

/** More than a string can have is refused before it is decoded. */
const mostBytes = 2 ** 28
const mostElements = 2 ** 20

/** Returns the name of an element by which it is found: by its address too, where that matters. */
export type NameElement = (name: string, space: string | undefined) => string

/**
 * Returns the outermost element of a document of UTF-8, which must have this name. @throws `file.undecodable`
 */
export function parseXml(bytes: Uint8Array, root: string, toName: NameElement = (name) => name): XmlElement {
  requireWithin('The XML', bytes.length, mostBytes)
  // slice, because a TextDecoder refuses shared memory in browsers.
  const document = createOpen('', { attributes: new Map(), spaces: new Map() })
  const open = [document]
  let count = 0
  for (const step of readXml(new TextDecoder().decode(bytes.slice()))) {
    const current = open.at(-1) ?? document
    if (step.kind === 'text') current.texts.push(step.text)
    else if (step.kind === 'open') {
      if (++count > mostElements) throw refuse(`The XML has more than ${mostElements} elements.`)
      open.push(createOpen(toName(step.name, step.spaces.get(step.prefix)), step))
    } else {
      open.pop()
      open.at(-1)?.children.push({ ...current, text: current.texts.join('') })
    }
  }
  const found = document.children[0]
  if (found?.name === root) return found
  throw refuse(`Its outermost element must be ${root} (got ${found?.name ?? 'none'}).`)
}

function createOpen(
  name: string,
  { attributes, spaces }: Pick<XmlElement, 'attributes' | 'spaces'>,
): OpenElement {
  return { name, attributes, spaces, children: [], text: '', texts: [] }
}

/** Returns the elements of a name directly in another. */
export function listChildren({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child) => child.name === name)
}

/** Returns the first of them. */
export function findChild(element: XmlElement, name: string): XmlElement | undefined {
  return listChildren(element, name)[0]
}

/** Returns an attribute that is a whole number of at least 0. @throws `file.undecodable` */
export function readCount({ name, attributes }: XmlElement, key: string): number {
  const text = attributes.get(key) ?? ''
  const count = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(count)) return count
  throw refuse(`${key} of ${name} must be a whole number (got ${JSON.stringify(text.slice(0, 40))}).`)
}

/**
 * Returns the numbers of a text with blanks between them. @throws `file.undecodable` unless there are `count`
 */
export function readNumbers(text: string, count: number): Float64Array {
  const numbers = new Float64Array(count)
  let found = 0
  for (const [word] of text.matchAll(/\S+/g)) {
    const number = toWrittenNumber(word)
    if (found >= count) throw refuse(`There must be ${count} numbers (got more).`)
    if (number === undefined)
      throw refuse(`There must be numbers (got ${JSON.stringify(word.slice(0, 40))}).`)
    numbers[found++] = number
  }
  if (found === count) return numbers
  throw refuse(`There must be ${count} numbers (got ${found}).`)
}
