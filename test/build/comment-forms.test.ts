/**
 * Comments in the forms in which authors write them, beside what they mean: a manifest has the text as an editor
 * shows it, and nothing of it is lost or run together. All are read a second time with the line ends of Windows.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { listSchemas, type SchemaListing } from '../../build/list-schemas.ts'
import { createFolder, sdkFile } from './temporary-plugins.ts'

const fence = '```'

/** A row: lines of the comment, the description that is meant, and texts of parameters by their names. */
const rows: readonly [
  form: string,
  lines: string,
  meant: string,
  params?: { readonly [name: string]: string },
][] = [
  ['a default in brackets', 'A.\n@param {number} [a=1] - text', 'A.', { a: 'text' }],
  [
    'links',
    'A {@link f} and {@link https://a.b/c the page}, {@linkcode f}, {@link f|two}.',
    'A f and the page, f, two.',
  ],
  ['links in parameters', '@param a - {@link f} size; `a | b`', '', { a: 'f size; `a | b`' }],
  [
    'a list',
    'A:\n- one\n- two\n  more\n* three\n1. four\n2) five',
    'A:\n- one\n- two\n  more\n* three\n1. four\n2) five',
  ],
  ['a table', 'A:\n| a | b |\n| - | - |\n| 1 | 2 |\nbehind', 'A:\n| a | b |\n| - | - |\n| 1 | 2 |\nbehind'],
  ['a heading', '# A\ntext\nmore', '# A\ntext more'],
  ['a number that is no heading', 'issue\n#5 is one', 'issue #5 is one'],
  ['a quotation', 'A:\n> one\n> two', 'A:\n> one\n> two'],
  [
    'code',
    `A:\n${fence}ts\n@Component()\nconst a = 1\nconst b = 2\n${fence}\nbehind\nit`,
    `A:\n${fence}ts\n@Component()\nconst a = 1\nconst b = 2\n${fence}\nbehind it`,
  ],
  ['code with tildes', 'A:\n~~~\n@media\na\n\n\n\nb\n~~~', 'A:\n~~~\n@media\na\n\nb\n~~~'],
  [
    'code in a sentence',
    'A `@inline` one, {x} and <b>bold</b> & "so".',
    'A `@inline` one, {x} and <b>bold</b> & "so".',
  ],
  ['an address', 'Ask a@b.c or see https://a.b/@me/x.', 'Ask a@b.c or see https://a.b/@me/x.'],
  ['a name with an @', 'By @somebody and @other in a sentence.', 'By @somebody and @other in a sentence.'],
  ['a name with an @ in a parameter', 'A.\n@param a as @somebody said', 'A.', { a: 'as @somebody said' }],
  ['tags on one line', 'A. @param a text @minimum 0 @maximum 9', 'A.', { a: 'text' }],
  ['a tag of documentation on one line', 'A. @see f', 'A.'],
  ['wrapped lines', 'A\nb\n\nc\nd', 'A b\n\nc d'],
  ['many blank lines', 'A\n\n\n\nb', 'A\n\nb'],
  ['blanks at the ends of lines', 'A  \nb\t\nc', 'A b c'],
  ['a paragraph of a parameter', '@param a one\n  two\n\n  three', '', { a: 'one two\n\nthree' }],
  ['dashes', '@param a - one\n@param b — two - three', '', { a: 'one', b: 'two - three' }],
  ['a colon', '@param a: one\n@param b : two', '', { a: 'one', b: 'two' }],
  ['tabs', '@param\ta\tone\n@param\tb\t-\ttwo', '', { a: 'one', b: 'two' }],
  ['other words for @param', '@arg a one\n@argument b two', '', { a: 'one', b: 'two' }],
  ['optional types of JSDoc', '@param {number=} a one\n@param {?number} b two', '', { a: 'one', b: 'two' }],
  [
    'a text of types',
    '@param {"a" | {x: number}} a one\n@param { Array<number> } b two',
    '',
    { a: 'one', b: 'two' },
  ],
  ['a text twice', '@param a one\n@param a two', '', { a: 'one' }],
  [
    'tags for programs',
    'A.\n@returns {Mesh} it\n@throws {Error} no\n@see f\n@since 1\n@todo no\n@internal\n@example\nf(1)',
    'A.',
  ],
  ['a summary', '@summary One.\n@remarks Two.', 'One.'],
  ['a description', '@description One\ntwo.', 'One two.'],
  ['deprecation', 'A.\n@deprecated use g', 'A.\n\nDeprecated: use g'],
  [
    'other scripts',
    'Größe, дом, 東京, שלום.\n@param a Maß in µm',
    'Größe, дом, 東京, שלום.',
    { a: 'Maß in µm' },
  ],
  ['stars', 'A *b* and **c** ** d /* e.', 'A *b* and **c** ** d /* e.'],
  ['a default that repeats', 'A.\n@param a one\n@default 1', 'A.', { a: 'one' }],
]

const listings: { [ends: string]: SchemaListing } = {}
const body = `(a = 1, b = 2): Mesh { throw new Error(String(a + b)) }`
const source = rows
  .map(
    ([, lines], i) =>
      `/**\n${lines
        .split('\n')
        .map((line) => ` * ${line}`)
        .join('\n')}\n */\nexport function f${i}${body}\n`,
  )
  .join('')

beforeAll(() => {
  const text = `import type { Mesh } from 'specimen-host/plugin'\n${source}`
  listings.plain = listSchemas(createFolder({ 'forms.ts': text }), sdkFile)
  listings.windows = listSchemas(createFolder({ 'forms.ts': text.replaceAll('\n', '\r\n') }), sdkFile)
})

describe.each(['plain', 'windows'])('with %s line ends', (ends) => {
  test.each(rows.map(([form, , meant, params = {}], i) => ({ form, meant, params, i })))(
    'reads $form',
    ({ meant, params, i }) => {
      const schema = listings[ends]?.functions.find(({ name }) => name === `f${i}`)?.schema
      expect(schema?.description ?? '').toBe(meant)
      for (const [name, text] of Object.entries(params))
        expect(schema?.properties[name]).toMatchObject({ description: text })
    },
  )

  test('says nothing else of them', () => {
    expect(listings[ends]?.diagnostics.map(({ found }) => found)).toEqual([])
  })
})

test('constraints behind a text on its line hold', () => {
  const at = rows.findIndex(([form]) => form === 'tags on one line')
  expect(listings.plain?.functions.find(({ name }) => name === `f${at}`)?.schema.properties.a).toMatchObject({
    minimum: 0,
    maximum: 9,
  })
})
