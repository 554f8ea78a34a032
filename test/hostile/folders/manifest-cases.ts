/** Manifests of bundles and metadata of specimens that no build and no operator would write. */

/** What is wrong, how the good one is changed, and the code with which it is refused. */
export type Change = (good: { [name: string]: unknown }) => unknown
export type HostileFile = readonly [what: string, change: Change, code: string]

const invalid = 'manifest.invalid'
const incomplete = 'bundle.incomplete'
const wrongSchema = 'schema.invalid'
const set =
  (more: object): Change =>
  (good) => ({ ...good, ...more })
const entry = (list: 'functions' | 'specimens' | 'files', more: object): Change => {
  return (good) => ({ ...good, [list]: [{ ...first(good[list]), ...more }] })
}
const schema = (more: object): Change =>
  entry('functions', { parameters: [], schema: { ...object, ...more } })
const parameter = (property: unknown): Change =>
  entry('functions', { parameters: ['p'], schema: { ...object, properties: { p: property } } })
const object = { type: 'object', properties: {}, additionalProperties: false }
const nest = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : { type: 'array', items: nest(depth - 1, inner) }

/** Each schema leads to the next by two ways, so that the last is reached by 2^(depth - 1). */
function doubling(depth: number): object {
  const next = (i: number) => ({ $ref: `#/$defs/d${i + 1}` })
  const chain = Array.from({ length: depth }, (_, i) => [`d${i}`, { allOf: [next(i), next(i)] }])
  return { ...Object.fromEntries(chain), [`d${depth}`]: {} }
}

function first(list: unknown): object {
  return Array.isArray(list) ? list[0] : {}
}

export const manifests: readonly HostileFile[] = [
  ['null', () => null, invalid],
  ['a list', () => [], invalid],
  ['a number', () => 7, invalid],
  ['nothing', () => ({}), invalid],
  ['a format to come', set({ format: 2 }), invalid],
  ['a format as a text', set({ format: '1' }), invalid],
  ['a name with dots and slashes', set({ name: '../other' }), invalid],
  ['the name reload', set({ name: 'reload' }), invalid],
  ['a name with a NUL', set({ name: 'a\0b' }), invalid],
  ['a name of 129 letters', set({ name: 'x'.repeat(129) }), invalid],
  ['a name as an object', set({ name: {} }), invalid],
  ['a need that is none', set({ needs: ['root'] }), invalid],
  ['needs as a text', set({ needs: 'net' }), invalid],
  ['needs that are none', set({ needs: [] }), invalid],
  ['a need twice', set({ needs: ['net', 'net'] }), invalid],
  ['needs in another order', set({ needs: ['net', 'fs'] }), invalid],
  ['a need that is an object', set({ needs: [{}] }), invalid],
  ['functions as an object', set({ functions: {} }), invalid],
  ['a function that is null', set({ functions: [null] }), invalid],
  [
    'the same function twice',
    (good) => ({ ...good, functions: [first(good.functions), first(good.functions)] }),
    invalid,
  ],
  ['a function with a path for a name', entry('functions', { name: '../x' }), invalid],
  ['a function with a colon in its name', entry('functions', { name: 'w1:x' }), invalid],
  ['a return type that is none', entry('functions', { return_type: 'code' }), invalid],
  ['a return type of the prototype', entry('functions', { return_type: 'constructor' }), invalid],
  ['parameters that are not in the schema', entry('functions', { parameters: ['x'] }), invalid],
  ['parameters as a text', entry('functions', { parameters: 'progress' }), invalid],
  ['a progress parameter that is a number', entry('functions', { progress: 7 }), invalid],
  ['a description that is an object', entry('functions', { description: {} }), invalid],
  ['a specimen of another bundle’s function', entry('specimens', { function_name: 'other' }), invalid],
  ['a specimen with a path for an id', entry('specimens', { id: '../x' }), invalid],
  ['tags that are no texts', entry('specimens', { tags: [1] }), invalid],
  ['a story that is a text', entry('specimens', { story_text: 'x' }), invalid],
  ['a thumbnail that is not listed', entry('specimens', { thumbnail_file: '../../secret' }), invalid],
  ['a file outside', entry('files', { path: '../secret' }), invalid],
  ['an absolute file', entry('files', { path: '/etc/passwd' }), invalid],
  ['a file with backslashes', entry('files', { path: '..\\secret' }), invalid],
  ['a file with a NUL', entry('files', { path: 'index.mjs\0' }), invalid],
  ['a file of a hidden step', entry('files', { path: 'a/./index.mjs' }), invalid],
  ['a size below 0', entry('files', { bytes: -1 }), invalid],
  ['a size of a fraction', entry('files', { bytes: 1.5 }), invalid],
  ['a hash in capital letters', entry('files', { sha256: 'A'.repeat(64) }), invalid],
  ['a hash that is short', entry('files', { sha256: 'a' }), invalid],
  ['no module', set({ files: [] }), invalid],
  ['a size that is another', entry('files', { bytes: 1 }), incomplete],
  ['a size of 5 GB', entry('files', { bytes: 5e9 }), incomplete],
  ['a hash that is another', entry('files', { sha256: 'a'.repeat(64) }), incomplete],
  [
    'a file that is not there',
    (good) => ({ ...good, files: [first(good.files), { path: 'x', bytes: 1, sha256: 'a'.repeat(64) }] }),
    incomplete,
  ],
  [
    'a file behind another',
    (good) => ({
      ...good,
      files: [first(good.files), { path: 'index.mjs/x', bytes: 1, sha256: 'a'.repeat(64) }],
    }),
    invalid,
  ],
  ['10 MB', set({ note: 'x'.repeat(10_000_000) }), incomplete],
]

/** Schemas that are taken, whose own defaults are refused: at the call, because nothing is compiled before. */
export const defaults: readonly HostileFile[] = [
  ['a default that does not fit', parameter({ type: 'number', default: 'x' }), 'p must be a number'],
  [
    'references that double',
    entry('functions', {
      parameters: ['p'],
      schema: { ...object, properties: { p: { $ref: '#/$defs/d0', default: 1 } }, $defs: doubling(40) },
    }),
    'takes too long',
  ],
]

export const schemas: readonly HostileFile[] = [
  ['a schema of a text', entry('functions', { schema: { type: 'string' } }), invalid],
  ['a schema that is true', entry('functions', { schema: true }), invalid],
  ['a reference to another document', parameter({ $ref: 'https://example.org/schema.json' }), wrongSchema],
  ['a reference to a file', parameter({ $ref: 'file:///etc/passwd' }), wrongSchema],
  ['a reference to nothing', parameter({ $ref: '#/$defs/none' }), wrongSchema],
  ['a reference to itself', parameter({ $ref: '#/properties/p' }), wrongSchema],
  [
    'references in a circle',
    schema({ $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }),
    wrongSchema,
  ],
  ['a dynamic reference', parameter({ $dynamicRef: '#x' }), wrongSchema],
  ['a pattern that is none', parameter({ type: 'string', pattern: '(' }), wrongSchema],
  ['a pattern that looks back', parameter({ type: 'string', pattern: '(a)\\1' }), wrongSchema],
  ['a pattern of 20 kB', parameter({ type: 'string', pattern: 'a'.repeat(20_000) }), wrongSchema],
  [
    'a pattern that counts to a million',
    parameter({ type: 'string', pattern: '((a{1000}){1000}){1000}' }),
    wrongSchema,
  ],
  ['a keyword that nobody knows', parameter({ magnitude: 7 }), wrongSchema],
  ['a minimum that is a text', parameter({ type: 'number', minimum: '0' }), wrongSchema],
  ['a type that is none', parameter({ type: 'float' }), wrongSchema],
  ['a multiple of 0', parameter({ type: 'number', multipleOf: 0 }), wrongSchema],
  [
    '20,000 choices in as many schemas',
    parameter({ anyOf: Array.from({ length: 20_000 }, () => ({})) }),
    wrongSchema,
  ],
  ['300 kB', parameter({ type: 'string', description: 'x'.repeat(300_000) }), wrongSchema],
  ['a depth of 90', parameter(nest(80, { type: 'number' })), 'json.syntax'],
]

const wrong = 'metadata.invalid'
export const metadata: readonly HostileFile[] = [
  ['null', () => null, wrong],
  ['a list', () => [], wrong],
  ['neither data nor function', () => ({ type: 'mesh' }), wrong],
  ['both data and function', set({ function_name: 'other' }), wrong],
  ['an id with a path', set({ id: '../x' }), wrong],
  ['the id reload', set({ id: 'reload' }), wrong],
  ['an id as a number', set({ id: 7 }), wrong],
  ['a type that is none', set({ type: 'code' }), wrong],
  ['a name as an object', set({ display_name: {} }), wrong],
  ['tags as a text', set({ tags: 'a' }), wrong],
  ['tags of numbers', set({ tags: [1] }), wrong],
  ['a story of objects', set({ story_text: [{}] }), wrong],
  ['a data file as a list', set({ data_file: ['f'] }), wrong],
  ['a data file outside', set({ data_file: '../../secret' }), 'file.missing'],
  ['an absolute data file', set({ data_file: '/etc/passwd' }), 'file.missing'],
  ['a data file with a NUL', set({ data_file: 'f\0' }), 'file.missing'],
  ['a data file that is a folder', set({ data_file: '.' }), 'file.missing'],
  ['a data file of 5,000 letters', set({ data_file: 'x'.repeat(5000) }), 'file.missing'],
  ['a function that is not there', () => ({ function_name: 'none' }), 'function.unknown'],
  [
    'a schema with a circle',
    () => ({ function_name: 'good', schema: { ...object, properties: { p: { $ref: '#/properties/p' } } } }),
    wrongSchema,
  ],
  ['a schema that is a text', () => ({ function_name: 'good', schema: 'x' }), wrongSchema],
  ['10 MB', set({ note: 'x'.repeat(10_000_000) }), wrong],
]

/** Texts that are no JSON, or not as a host takes it. */
export const texts: readonly (readonly [what: string, text: string | Buffer])[] = [
  ['nothing', ''],
  ['half a file', '{"format":1,"name":"ba'],
  ['rubbish', Buffer.from([0, 255, 254, 1, 2])],
  ['__proto__', '{"__proto__":{"format":1}}'],
  ['a depth of 100,000', '['.repeat(100_000)],
  ['a byte order mark', '\ufeff{}'],
]
