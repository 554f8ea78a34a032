import { SpecimenError } from '../domain/errors.ts'
import { cutText } from '../text/cut-text.ts'
import { toThrownText } from '../text/thrown-text.ts'
import {
  type CharacterSet,
  type CodePoints,
  type CodeRange,
  classEscapes,
  invert,
  joinRanges,
  notLineEnds,
  toAscii,
} from './code-points.ts'

/** A question about a position in the text, answered without reading a character. */
export type Assertion = 'start' | 'end' | 'boundary' | 'no boundary'

/** A part of a pattern. `size` is the number of instructions it becomes, at most. */
export type PatternNode =
  | { readonly kind: 'set'; readonly size: number; readonly set: CharacterSet; readonly ascii: Uint8Array }
  | { readonly kind: 'assertion'; readonly size: number; readonly assertion: Assertion }
  | { readonly kind: 'sequence' | 'choice'; readonly size: number; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: 'repeat'
      readonly size: number
      readonly part: PatternNode
      readonly least: number
      /** Null where there is no bound. */
      readonly most: number | null
    }

const patternLength = 4096
const mostInstructions = 4000
const mostRepetitions = 1000
const mostGroups = 50

/** Code points of `\t`, `\n`, `\v`, `\f` and `\r`. */
const controls = new Map([...'tnvfr'].map((letter, i) => [letter, 9 + i]))

/**
 * Returns the tree of a schema's pattern (an ECMA-262 regular expression), of what can be matched in linear
 * time. Characters are code points, as everywhere in JSON Schema.
 * @throws `schema.invalid` with the pattern and what of it cannot be used
 */
export function parsePattern(text: string): PatternNode {
  if (text.length > patternLength)
    throw refuse(text, `must have at most ${patternLength} characters (got ${text.length})`)
  return new PatternParser(text, readSyntax(text)).parse()
}

/**
 * Returns why a pattern that can be read cannot be in the Unicode mode, if so. Ranges of characters beyond
 * U+FFFF and `\p{…}` are syntax in that mode only, needless escapes only without it.
 */
function readSyntax(text: string): SpecimenError | undefined {
  const [plain, unicode] = ['', 'u'].map((flags) => {
    try {
      new RegExp(text, flags)
      return undefined
    } catch (cause) {
      return refuse(text, `cannot be read: ${toThrownText(cause)}`)
    }
  })
  if (plain && unicode) throw unicode
  return unicode
}

/** Expects text that the language takes for a regular expression, so that what it skips is there. */
class PatternParser {
  readonly #text: string
  /** Why it cannot be read in the Unicode mode, if so. */
  readonly #refusal: SpecimenError | undefined
  #at = 0
  #depth = 0
  #ranges = 0

  constructor(text: string, refusal: SpecimenError | undefined) {
    this.#text = text
    this.#refusal = refusal
  }

  parse(): PatternNode {
    const node = this.#readChoice()
    if (node.size > mostInstructions)
      throw this.#refuse(`must expand to at most ${mostInstructions} steps (got ${node.size})`)
    return node
  }

  #readChoice(): PatternNode {
    if (++this.#depth > mostGroups) throw this.#refuse(`must nest at most ${mostGroups} groups`)
    const parts = [this.#readSequence()]
    while (this.#take('|')) parts.push(this.#readSequence())
    this.#depth--
    const [only] = parts
    if (only && parts.length === 1) return only
    return { kind: 'choice', parts, size: sum(parts) + 2 * parts.length }
  }

  #readSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#text.length && this.#peek() !== '|' && this.#peek() !== ')')
      parts.push(this.#readTerm())
    return { kind: 'sequence', parts, size: Math.max(1, sum(parts)) }
  }

  #readTerm(): PatternNode {
    if (this.#take('^')) return toAssertion('start')
    if (this.#take('$')) return toAssertion('end')
    if (this.#take('\\b')) return toAssertion('boundary')
    if (this.#take('\\B')) return toAssertion('no boundary')
    return this.#readRepeat(this.#readAtom())
  }

  #readAtom(): PatternNode {
    if (this.#take('(')) return this.#readGroup()
    if (this.#take('[')) return this.#toSet(this.#readClass())
    if (this.#take('.')) return this.#toSet(notLineEnds)
    const start = this.#at
    if (this.#takeProperty()) return this.#toSet(this.#compile(start))
    if (this.#peek() !== '\\') return this.#toSet(one(this.#readCharacter()))
    const escaped = classEscapes.get(this.#text[this.#at + 1] ?? '')
    if (!escaped) return this.#toSet(one(this.#readEscape()))
    this.#at += 2
    return this.#toSet(escaped)
  }

  #readGroup(): PatternNode {
    if (/^\?<?[=!]/.test(this.#text.slice(this.#at, this.#at + 3))) throw this.#refuseFeature('look-around')
    if (this.#take('?<')) this.#at = this.#text.indexOf('>', this.#at) + 1
    else if (this.#peek() === '?' && !this.#take('?:')) throw this.#refuseFeature('flags inside')
    const inner = this.#readChoice()
    this.#at++ // the closing parenthesis
    return inner
  }

  #readRepeat(part: PatternNode): PatternNode {
    const bounds = this.#readBounds()
    if (!bounds) return part
    this.#take('?') // lazy or greedy matches the same texts
    const [least, most] = bounds
    if (Math.max(least, most ?? 0) > mostRepetitions)
      throw this.#refuse(`must repeat nothing more than ${mostRepetitions} times`)
    const size = least * part.size + (most === null ? part.size + 2 : (most - least) * (part.size + 1))
    return { kind: 'repeat', part, least, most, size: Math.max(1, size) }
  }

  #readBounds(): [least: number, most: number | null] | undefined {
    if (this.#take('*')) return [0, null]
    if (this.#take('+')) return [1, null]
    if (this.#take('?')) return [0, 1]
    const counted = /^\{(\d+)(,?)(\d*)\}/.exec(this.#text.slice(this.#at, this.#at + 32))
    if (!counted || (counted[2] === '' && counted[3] !== '')) return undefined
    const [all, least, comma, most] = counted
    this.#at += all.length
    return [Number(least), comma === '' ? Number(least) : most === '' ? null : Number(most)]
  }

  #readClass(): CharacterSet {
    const start = this.#at - 1
    const isInverted = this.#take('^')
    const ranges: CodeRange[] = []
    let hasProperty = false
    while (!this.#take(']')) {
      if (this.#takeProperty()) {
        hasProperty = true
        continue
      }
      const low = this.#readClassAtom()
      if (this.#peek() !== '-' || this.#text[this.#at + 1] === ']') {
        ranges.push(...toRanges(low))
        continue
      }
      this.#at++
      const high = this.#readClassAtom()
      const isRange = typeof low === 'number' && typeof high === 'number'
      if (isRange && low > high) throw this.#refuse('has a range of characters that is out of order')
      // `[a-\d]` means three things, the hyphen among them.
      ranges.push(...(isRange ? [[low, high] as const] : [...toRanges(low), ...toRanges(high), ...one(0x2d)]))
    }
    if (hasProperty) return this.#compile(start)
    const set = joinRanges(ranges)
    return isInverted ? invert(set) : set
  }

  /** Takes a Unicode property. It is a known one: the language has read the whole text already. */
  #takeProperty(): boolean {
    if (!this.#take('\\p{') && !this.#take('\\P{')) return false
    if (this.#refusal) throw this.#refusal
    this.#at = this.#text.indexOf('}', this.#at) + 1
    return true
  }

  /** Returns the class or property that begins at `start` and ends here, as the language reads it. */
  #compile(start: number): RegExp {
    return new RegExp(`^${this.#text.slice(start, this.#at)}$`, 'u')
  }

  /** Returns a code point, or the set of a class escape. */
  #readClassAtom(): number | CodePoints {
    if (this.#peek() !== '\\') return this.#readCharacter()
    const escaped = classEscapes.get(this.#text[this.#at + 1] ?? '')
    if (escaped) {
      this.#at += 2
      return escaped
    }
    if (this.#take('\\b')) return 8
    return this.#readEscape()
  }

  #readCharacter(): number {
    const code = this.#text.codePointAt(this.#at) ?? 0 // before the end, as every caller has seen
    this.#at += code > 0xffff ? 2 : 1
    return this.#requireWhole(code)
  }

  #readEscape(): number {
    const rest = this.#text.slice(this.#at + 1, this.#at + 12)
    const pair = /^u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/i.exec(rest)
    const hex = /^(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/i.exec(rest)
    const point = /^u\{([0-9a-f]+)\}/i.exec(this.#text.slice(this.#at + 1))
    const letter = rest[0] ?? ''
    if (point && this.#refusal) throw this.#refusal
    if (point) return this.#skip(point[0], Number.parseInt(point[1] ?? '', 16))
    if (pair) return this.#skip(pair[0], toPoint(pair[1] ?? '', pair[2] ?? ''))
    if (hex) return this.#skip(hex[0], Number.parseInt(hex[1] ?? hex[2] ?? '', 16))
    if (/^c[a-z]/i.test(rest)) return this.#skip(rest.slice(0, 2), rest.charCodeAt(1) % 32)
    if (/^0(?!\d)/.test(rest)) return this.#skip('0', 0)
    const control = controls.get(letter)
    if (control !== undefined) return this.#skip(letter, control)
    if (/^[1-9k]/.test(letter)) throw this.#refuseFeature('back-references')
    if (/^[a-zA-Z0-9]/.test(letter)) throw this.#refuse(`has \\${letter}, which is not an escape of patterns`)
    this.#at++
    return this.#readCharacter()
  }

  #skip(escaped: string, code: number): number {
    this.#at += 1 + escaped.length
    return this.#requireWhole(code)
  }

  #requireWhole(code: number): number {
    if (code >= 0xd800 && code <= 0xdfff)
      throw this.#refuse('has half of a surrogate pair, which no text contains')
    return code
  }

  #toSet(set: CharacterSet): PatternNode {
    this.#ranges += set instanceof RegExp ? 1 : set.length
    if (this.#ranges > mostInstructions)
      throw this.#refuse(`must have at most ${mostInstructions} ranges of characters`)
    return { kind: 'set', set, ascii: toAscii(set), size: 1 }
  }

  #peek(): string | undefined {
    return this.#text[this.#at]
  }

  #take(text: string): boolean {
    if (!this.#text.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #refuseFeature(feature: string): SpecimenError {
    return this.#refuse(`has ${feature}; write it without look-around, back-references and flags`)
  }

  #refuse(reason: string): SpecimenError {
    return refuse(this.#text, reason)
  }
}

function toAssertion(assertion: Assertion): PatternNode {
  return { kind: 'assertion', assertion, size: 1 }
}

function one(code: number): CodePoints {
  return [[code, code]]
}

function toRanges(atom: number | CodePoints): CodePoints {
  return typeof atom === 'number' ? one(atom) : atom
}

function toPoint(high: string, low: string): number {
  return 0x10000 + (Number.parseInt(high, 16) - 0xd800) * 0x400 + (Number.parseInt(low, 16) - 0xdc00)
}

function sum(parts: readonly PatternNode[]): number {
  return parts.reduce((total, { size }) => total + size, 0)
}

function refuse(text: string, reason: string): SpecimenError {
  return new SpecimenError('schema.invalid', `The pattern ${JSON.stringify(cutText(text, 100))} ${reason}.`)
}
