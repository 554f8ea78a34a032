/**
 * Patterns of schemas: the same texts match as in the language's own regular expressions, in bounded time.
 */
import { createContext, Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { PatternProgram } from '../../../core/contract/schema/pattern-program.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const isTaken = (pattern: string): boolean => {
  try {
    return new PatternProgram(pattern) !== undefined
  } catch (error) {
    expect(String(error)).toMatch(/must expand to at most \d+ steps/)
    return false
  }
}
const matches = (pattern: string, text: string): boolean => new PatternProgram(pattern).test(text, () => {})

/** What the language's own engine is given for one text: for some groups of groups it would take hours. */
const nativeMilliseconds = 500
const context = createContext({ pattern: '', text: '', flags: '' })
const script = new Script('new RegExp(pattern, flags).test(text)')

/**
 * The language's own answer, by code point where the pattern can be read so; undefined where it does not come.
 */
const matchesNatively = (pattern: string, text: string): boolean | undefined => {
  const ask = (flags: string): boolean => {
    Object.assign(context, { pattern, text, flags })
    return script.runInContext(context, { timeout: nativeMilliseconds })
  }
  try {
    return isReadable(pattern, 'u') ? ask('u') : ask('')
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' })
    return undefined
  }
}

function isReadable(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) !== undefined
  } catch {
    return false // that is the answer
  }
}

const character = fc.constantFrom(...'ab1_- .\n\u2028ä\u00a0😀')
const atom = fc.oneof(
  character.map((text) => (/[.]/.test(text) ? '\\.' : text)),
  fc.constantFrom(
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\t',
    '\\x61',
    '\\u0062',
    '\\cJ',
    '\\x00',
    '\\/',
    '\\.',
  ),
  fc.constantFrom(
    '\\ud83d\\ude00',
    '[]',
    '[^]',
    '[ab]',
    '[^ab]',
    '[a-c_]',
    '[\\d_]',
    '[^\\s]',
    '[\\b]',
    '[-a]',
    '[a-]',
    '[ä-ü]',
    '\\p{L}',
    '\\P{L}',
    '[^\\p{Lu}\\d_]',
    '[\\P{Script=Greek}a]',
    '\\u{1f600}',
    '[\\u{e4}]',
  ),
)
const assertion = fc.constantFrom('^', '$', '\\b', '\\B')
const quantifier = fc.constantFrom('', '', '*', '+', '?', '*?', '+?', '{0}', '{2}', '{1,}', '{0,2}', '{1,3}?')
const { pattern } = fc.letrec<{ pattern: string; term: string }>((tie) => ({
  pattern: fc
    .array(fc.array(tie('term'), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    .map((branches) => branches.map((terms) => terms.join('')).join('|')),
  term: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(atom, quantifier).map((parts) => parts.join('')),
    assertion,
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'), quantifier)
      .map(([open, inner, count]) => `${open}${inner})${count}`),
  ),
}))
const text = fc.array(character, { maxLength: 6 }).map((characters) => characters.join(''))

describe('patterns', () => {
  it('match the texts that the language itself matches', () => {
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 1, maxLength: 5 }), (source, texts) => {
        fc.pre(isTaken(source))
        for (const given of texts) {
          // V8 sees a place without a word boundary between the halves of a surrogate pair; there is no such
          // place.
          const one = source.includes('\\B') ? given.replaceAll('😀', '-') : given
          const expected = matchesNatively(source, one)
          fc.pre(expected !== undefined)
          expect(matches(source, one), JSON.stringify([source, one])).toBe(expected)
        }
      }),
      { numRuns: countRuns(2000) },
    )
  })

  it('read every code point by the properties of the language', () => {
    const sources = [
      ...['\\p{L}', '\\P{L}', '\\p{Lu}', '\\p{Nd}', '\\p{Script=Greek}', '\\p{sc=Cyrl}', '\\p{Alphabetic}'],
      ...[
        '[\\p{L}\\p{N} .,µ°Ω-]',
        '[^\\P{Ll}\\u{100}-\\u{10ffff}]',
        '[^\\p{Any}]',
        '\\p{Emoji_Presentation}',
      ],
    ]
    const codes = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { minLength: 200, maxLength: 400 })
    fc.assert(
      fc.property(codes, (points) => {
        for (const source of sources) {
          const [own, native] = [new PatternProgram(`^${source}$`), new RegExp(`^${source}$`, 'u')]
          for (const one of points.map((code) => String.fromCodePoint(code)))
            expect(
              own.test(one, () => {}),
              JSON.stringify([source, one]),
            ).toBe(native.test(one))
        }
      }),
      { numRuns: 20 },
    )
  })

  it('match long texts as short ones', () => {
    const long = fc.array(text, { minLength: 20, maxLength: 60 }).map((texts) => texts.join(''))
    fc.assert(
      fc.property(pattern, long, fc.nat(400), (source, given, cut) => {
        fc.pre(isTaken(source) && !source.includes('\\B'))
        const one = given.slice(0, cut).toWellFormed()
        const expected = matchesNatively(source, one)
        fc.pre(expected !== undefined)
        expect(matches(source, one), JSON.stringify([source, one])).toBe(expected)
      }),
      { numRuns: countRuns(500) },
    )
  })

  it.each([
    ['a letter in a set', '^[a-z0-9 ]*$', 'a1 '],
    ['letters of other languages', '^[\\p{L} ]+$', 'größe Ωμ '],
    ['groups of groups', '^([a-z0-9]{1,20}-?)+$', 'abc'],
    ['what others backtrack on', '^(a+)+$', 'a'],
    ['anything', '(.*.*.*.*){100}c$', 'abc'],
  ])('take about one step for each character of a long text: %s', (_what, source, piece) => {
    let steps = 0
    const one = piece.repeat(100_000 / piece.length)
    expect(new PatternProgram(source).test(one, (spent) => (steps += spent))).toBe(true)
    expect(steps).toBeLessThan(1.2 * one.length)
  })

  it.each([
    ['a{,5}', 'a{,5}', true],
    ['a{', 'a{', true],
    ['}]', '}]', true],
    ['[\\w-a]', '-', true],
    ['[\\d--z]', 'z', true],
    ['[\\d--z]', 'b', false],
    ['[a-\\d]', 'b', false],
    ['\\-\\_\\%', '-_%', true],
    ['(?<year>\\d{4})', 'in 1999', true],
    ['^.$', '😀', true],
    ['^[😀-😎]$', '😃', true],
    ['^(?:)$', '', true],
    ['^(a?){3}$', 'aa', true],
    ['(|a)*b', 'aab', true],
    ['', 'anything', true],
    ['^\\0[\\0]$', '\0\0', true],
    ['^$|^\\s', ' ', true],
    ['^\\p{L}+ \\(\\p{Script=Greek}m\\)$', 'Größe (μm)', true],
    ['^[\\p{Lu}\\-]$', '-', true],
    ['^\\u{61}$', 'a', true],
  ])('%s for %s is %s', (source, one, expected) => {
    expect(matches(source, one)).toBe(expected)
    if (!source.includes('[\\')) expect(matchesNatively(source, one)).toBe(expected)
  })

  it.each([
    ['(', 'cannot be read'],
    ['(?=a)b', 'look-around'],
    ['(?!a)', 'look-around'],
    ['(?<=a)b', 'look-around'],
    ['(a)\\1', 'back-references'],
    ['(?<x>a)\\k<x>', 'back-references'],
    ['\\p{Umlaut}', 'Invalid property name'],
    ['[\\p{L}-z]', 'Invalid character class'],
    ['\\p{L}\\-', 'Invalid escape'],
    ['\\u{61}\\-', 'Invalid escape'],
    ['\\u{d800}', 'surrogate'],
    ['\\Aa\\Z', 'is not an escape'],
    ['\\01', 'is not an escape'],
    ['[\\ud800-\\udfff]', 'surrogate'],
    ['a{1001}', '1000 times'],
    ['(a{100}){100}', 'steps'],
    ['(?:(?:(?:){1000}){1000}){1000}', 'steps'],
    [`${'('.repeat(60)}${')'.repeat(60)}`, 'groups'],
    ['x'.repeat(5000), 'at most 4096 characters (got 5000)'],
    ['[\\s\\wäüö]'.repeat(800), 'characters'],
  ])('refuses %.60s', (source, reason) => {
    expect(() => new PatternProgram(source)).toThrow(reason)
  })

  it.each(['^(a+)+$', '^(a|a)*$', '(x+x+)+y', '^([a-z0-9]{1,20}-?)+$', '(a?){50}a{50}$', '(a|b|ab)*c'])(
    'visits at most each instruction for each position with %s',
    (source) => {
      let visited = 0
      const one = `${'a'.repeat(2000)}!`
      expect(new PatternProgram(source).test(one, (steps) => (visited += steps))).toBe(false)
      expect(visited).toBeLessThan(300 * one.length)
    },
  )

  it('end when whoever counts has had enough', () => {
    const spend = (): void => {
      throw new Error('enough')
    }
    expect(() => new PatternProgram('a+b').test('a'.repeat(1000), spend)).toThrow('enough')
  })

  it('can be used again after a match that was ended', () => {
    const program = new PatternProgram('^[ab]+$')
    expect(() => program.test('abab', () => expect.unreachable())).toThrow()
    expect([program.test('abab', () => {}), program.test('abc', () => {})]).toEqual([true, false])
  })
})
