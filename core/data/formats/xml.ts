import { refuse } from './refusal.ts'

/** A step through a document of XML, in its order. */
export type XmlStep =
  | {
      readonly kind: 'open'
      readonly name: string
      readonly prefix: string
      /** The addresses for which prefixes stand in it, and the empty one. */
      readonly spaces: ReadonlyMap<string, string>
      readonly attributes: ReadonlyMap<string, string>
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close'; readonly name: string }

const deepest = 64
const mostAttributes = 64
const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Yields the elements and texts of a document of XML 1.0, names without their prefix. Takes time in
 * proportion to its length, opens nothing, and knows the five entities and numbers of characters alone: a
 * document type with declarations of its own is refused. Own code: libraries go through long texts, such as
 * base64 of arrays, one character after the other.
 * @throws `file.undecodable`
 */
export function* readXml(text: string): Generator<XmlStep> {
  const open: string[] = []
  const spaces: ReadonlyMap<string, string>[] = [new Map()]
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  while (at < text.length) {
    const next = text.indexOf('<', at)
    const end = next < 0 ? text.length : next
    if (end > at && open.length > 0) {
      const found = text.slice(at, end)
      if (found.includes('\0'))
        throw refuse(
          `XML must have no NUL bytes (got one in the element ${open.at(-1)}): the file is damaged.`,
        )
      yield { kind: 'text', text: resolveEntities(found) }
    }
    if (next < 0) break
    if (text.startsWith('<!--', next)) at = skipTo(text, next + 4, '-->')
    else if (text.startsWith('<![CDATA[', next)) {
      at = skipTo(text, next + 9, ']]>')
      yield { kind: 'text', text: text.slice(next + 9, at - 3) }
    } else if (text.startsWith('<?', next)) at = skipTo(text, next + 2, '?>')
    else if (text.startsWith('<!', next)) {
      at = skipTo(text, next + 2, '>')
      if (text.slice(next, at).includes('[')) throw refuse('A document type with declarations is not read.')
    } else if (text.startsWith('</', next)) {
      at = skipTo(text, next + 2, '>')
      const name = toLocal(text.slice(next + 2, at - 1).trimEnd())
      spaces.pop()
      if (open.pop() !== name) throw refuse(`The XML has an end of ${name} without its beginning.`)
      yield { kind: 'close', name }
    } else {
      const tag = readTag(text, next + 1)
      at = tag.end
      if (open.length >= deepest) throw refuse(`The XML is more than ${deepest} elements deep.`)
      const known = joinSpaces(spaces.at(-1), tag.declared)
      yield { kind: 'open', name: tag.name, prefix: tag.prefix, spaces: known, attributes: tag.attributes }
      if (tag.isEmpty) yield { kind: 'close', name: tag.name }
      else {
        open.push(tag.name)
        spaces.push(known)
      }
    }
  }
  const unclosed = open.pop()
  if (unclosed !== undefined) throw refuse(`The file is truncated: the XML element ${unclosed} has no end.`)
}

interface Tag {
  readonly name: string
  readonly prefix: string
  /** The addresses of the prefixes that it declares; missing for none. */
  readonly declared: ReadonlyMap<string, string> | undefined
  readonly attributes: ReadonlyMap<string, string>
  readonly isEmpty: boolean
  readonly end: number
}

/** Returns the addresses of prefixes in an element: those around it, and its own. */
function joinSpaces(
  outer: ReadonlyMap<string, string> = new Map(),
  declared: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  if (declared.size === 0) return outer
  const joined = new Map([...outer, ...declared])
  if (joined.size <= mostAttributes) return joined
  throw refuse(`The XML has more than ${mostAttributes} prefixes within each other.`)
}

function readTag(text: string, start: number): Tag {
  const namePattern = /[^\s/>=<"']+/y
  namePattern.lastIndex = start
  const name = namePattern.exec(text)?.[0]
  if (name === undefined) throw refuse('The XML has a < that begins no element.')
  const attributes = new Map<string, string>()
  let declared: Map<string, string> | undefined
  const attribute = /\s*(?:([^\s/>=<"']+)\s*=\s*("[^"<]*"|'[^'<]*')|(\/?>))/y
  attribute.lastIndex = namePattern.lastIndex
  for (;;) {
    const [, key, quoted, ending] = attribute.exec(text) ?? []
    if (ending !== undefined)
      return {
        name: toLocal(name),
        prefix: toPrefix(name),
        attributes,
        declared,
        isEmpty: ending === '/>',
        end: attribute.lastIndex,
      }
    const size = attributes.size + (declared?.size ?? 0)
    if (key === undefined || quoted === undefined || size >= mostAttributes)
      throw refuse(`The XML element ${name.slice(0, 60)} is not well formed, or truncated.`)
    const value = resolveEntities(quoted.slice(1, -1))
    if (key === 'xmlns' || key.startsWith('xmlns:')) {
      declared ??= new Map()
      declared.set(key.slice('xmlns:'.length), value)
    } else attributes.set(toLocal(key), value)
  }
}

function skipTo(text: string, from: number, end: string): number {
  const found = text.indexOf(end, from)
  if (found < 0) throw refuse(`The file is truncated: its XML has no ${end} where one is needed.`)
  return found + end.length
}

function toPrefix(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf(':')))
}

function toLocal(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function resolveEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
