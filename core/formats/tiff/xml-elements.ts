/** The start of an element of XML, with its attributes. */
export interface OmeElement {
  /** Without a prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  /** The text right behind the start, up to the next element. */
  readonly text: string
}

const entities: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/**
 * Returns the starts of all elements in their order. Comments, declarations and ends are left out. Takes
 * time in proportion to the text, whatever stands in it: each mark is looked for once, from the last one on.
 */
export function readXmlElements(text: string): OmeElement[] {
  const elements: OmeElement[] = []
  for (let at = text.indexOf('<'); at >= 0; ) {
    const skipped = [
      ['<!--', '-->'],
      ['<![CDATA[', ']]>'],
      ['<?', '?>'],
    ].find(([start = '']) => text.startsWith(start, at))
    if (skipped) {
      const end = text.indexOf(skipped[1] ?? '', at)
      if (end < 0) return elements
      at = text.indexOf('<', end)
      continue
    }
    const end = findEnd(text, at + 1)
    if (end < 0) return elements
    const next = text.indexOf('<', end)
    const [, name] = /^(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at + 1, Math.min(end, at + 200))) ?? []
    if (name)
      elements.push({
        name,
        attributes: readAttributes(text.slice(at + 1, end)),
        text: decodeEntities(text.slice(end + 1, next < 0 ? undefined : next)).trim(),
      })
    at = next
  }
  return elements
}

/** Returns the place of the bracket that ends a mark, which may also stand within an attribute. */
function findEnd(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  return -1
}

function readAttributes(mark: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (let at = mark.indexOf('='); at >= 0; ) {
    const [, name] = /(?:^|[\s:])([\w.-]+)\s*$/.exec(mark.slice(Math.max(0, at - 200), at)) ?? []
    const rest = at + 1 + (/^\s*/.exec(mark.slice(at + 1, at + 200))?.[0].length ?? 0)
    const quote = mark[rest]
    const end = quote === '"' || quote === "'" ? mark.indexOf(quote, rest + 1) : -1
    if (end < 0) return attributes
    if (name) attributes.set(name, decodeEntities(mark.slice(rest + 1, end)))
    at = mark.indexOf('=', end)
  }
  return attributes
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (mark, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? mark
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10_ffff ? String.fromCodePoint(code) : mark
  })
}
