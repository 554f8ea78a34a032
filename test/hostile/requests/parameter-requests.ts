/** What every route takes: ids, parameters, rooms, the numbers of messages, jobs. */
import { ask, data, get, type HostileRequest, post } from './request-text.ts'

const syntax = '400 json.syntax'
const invalid = '400 request.invalid'
const refused = '422 params.invalid'
const noRoom = '400 room.invalid'
const given = (params: string) => data('tetra', { params })
const starts = (params: object) => post('/api/specimens/tetra/start', { params })
const invoke = (body: unknown) => post('/api/processing/invoke', body)
const calls = (more: object) => invoke({ function_name: 'tetra', ...more })
const prototypes = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']

export const ids: readonly HostileRequest[] = [
  ...prototypes.map((id): HostileRequest => [id, get(`/api/specimens/${id}`), '404 specimen.unknown']),
  ...prototypes.map((id): HostileRequest => [`data of ${id}`, data(id, {}), '404 specimen.unknown']),
  ...prototypes.map(
    (id): HostileRequest => [
      `the schema of ${id}`,
      get(`/api/processing/functions/${id}/schema`),
      '404 function.unknown',
    ],
  ),
  ...prototypes.map(
    (id): HostileRequest => [
      `the thumbnail of ${id}`,
      get(`/api/specimens/${id}/thumbnail`),
      '404 specimen.unknown',
    ],
  ),
  ...prototypes.map(
    (id): HostileRequest => [`the call of ${id}`, invoke({ function_name: id }), '404 function.unknown'],
  ),
  ...prototypes.map(
    (id): HostileRequest => [`the job ${id}`, get(`/api/jobs/${id}/progress`), '404 job.unknown'],
  ),
  ['two dots as an id', get('/api/specimens/%2e%2e'), '404 specimen.unknown'],
  ['a path as an id', get('/api/specimens/..%2f..%2fetc%2fpasswd'), '404 specimen.unknown'],
  ['a path as an id, with its data', get('/api/specimens/..%2frock/data'), '404 specimen.unknown'],
  ['a NUL in an id', get('/api/specimens/rock%00'), '404 specimen.unknown'],
  ['a file behind an id', get('/api/specimens/rock/rock.stl'), '404 route.unknown'],
  ['a path of two ids, with its data', get('/api/specimens/rock%2f..%2frock/data'), '404 specimen.unknown'],
  ['an id in capital letters', get('/api/specimens/ROCK'), '404 specimen.unknown'],
  ['a space behind an id', get('/api/specimens/rock%20'), '404 specimen.unknown'],
  ['a letter of full width', get('/api/specimens/%ef%bd%92ock'), '404 specimen.unknown'],
  ['an accent that is combined', get('/api/specimens/rock%cc%81'), '404 specimen.unknown'],
  ['markup as an id', get('/api/specimens/%3Cscript%3E'), '404 specimen.unknown'],
  ['terminal codes as an id', get('/api/specimens/%1b%5b31m'), '404 specimen.unknown'],
  ['an empty id', get('/api/specimens//data'), '404 specimen.unknown'],
  ['an id of a worker that is not there', get('/api/specimens/w1:rock'), '404 specimen.unknown'],
  ['the id of a function that is hidden', get('/api/specimens/big'), '404 specimen.unknown'],
  ['reload as an id of data', data('reload', {}), '404 specimen.unknown'],
]

export const parameters: readonly HostileRequest[] = [
  ['__proto__', given('{"__proto__":{"size":1}}'), syntax],
  ['a depth of 5,000', given('['.repeat(5000)), syntax],
  ['bytes that are no UTF-8', get('/api/specimens/tetra/data?params=%ff%fe'), syntax],
  ['params as a list of names', get('/api/specimens/tetra/data?params[size]=1'), invalid],
  ['a text for a number', starts({ size: '1' }), refused],
  ['true for a number', starts({ size: true }), refused],
  ['null for a number', starts({ size: null }), refused],
  ['an array for a number', starts({ size: [1] }), refused],
  ['an object with valueOf for a number', starts({ size: { valueOf: 1 } }), refused],
  ['a number above its maximum', starts({ size: 100.000001 }), refused],
  ['a number below its minimum', starts({ size: -1e-300 }), refused],
  ['-0, which is 0', starts({ size: -0 }), '200'],
  ['the smallest number there is', starts({ size: 5e-324 }), '200'],
  ['a fraction for an integer', starts({ count: 1.5 }), refused],
  ['2^53 for an integer', starts({ count: 2 ** 53 }), '200'],
  ['a choice that is none', starts({ label: 'none' }), refused],
  ['a choice in capital letters', starts({ label: 'LIT' }), refused],
  ['a choice as a list', starts({ label: ['lit'] }), refused],
  ['1 for a boolean', starts({ flip: 1 }), refused],
  ['"false" for a boolean', starts({ flip: 'false' }), refused],
  ['a text that is too long', starts({ text: 'x'.repeat(11) }), refused],
  ['a text of 200,000 letters', starts({ text: 'x'.repeat(200_000) }), refused],
  ['a text of ten emoji', starts({ text: '😀'.repeat(10) }), '200'],
  ['a text of eleven emoji', starts({ text: '😀'.repeat(11) }), refused],
  ['a text with control characters', starts({ text: '\0\x1b[31m\x9b' }), '200'],
  ['a parameter that is none', starts({ sise: 1 }), refused],
  ['the name of the reporter', post('/api/specimens/chatty/start', { params: { progress: {} } }), refused],
  ['a parameter that is missing', post('/api/specimens/needy/start', {}), refused],
  ['a specimen that has narrower bounds', data('picture', { params: '{"width":7}' }), refused],
  ['params as a text', post('/api/specimens/tetra/start', { params: '{}' }), syntax],
  ['params as an array', post('/api/specimens/tetra/start', { params: [] }), syntax],
  ['params of an unknown specimen that are wrong', post('/api/specimens/none/start', { params: 7 }), syntax],
  [
    'an array of 10^15 in a function',
    post('/api/specimens/grid/data', { params: { depth: 1e15 }, room_id: 'x' }),
    '500 function.failed',
  ],
]

export const invocations: readonly HostileRequest[] = [
  ['a number as a function', invoke({ function_name: 7 }), invalid],
  ['a list of functions', invoke({ function_name: ['tetra'] }), invalid],
  ['null as a function', invoke({ function_name: null }), invalid],
  ['an empty name', invoke({ function_name: '' }), '404 function.unknown'],
  ['a name of 100,000 letters', invoke({ function_name: 'x'.repeat(100_000) }), '404 function.unknown'],
  ['a static specimen as a function', invoke({ function_name: 'rock' }), '404 function.unknown'],
  ['a module as a function', invoke({ function_name: 'node:fs' }), '404 function.unknown'],
  ['default as a function', invoke({ function_name: 'default' }), '404 function.unknown'],
  ['args as an object', calls({ args: {} }), invalid],
  ['args as a text', calls({ args: '1' }), invalid],
  ['kwargs as an array', calls({ kwargs: [] }), invalid],
  ['kwargs as a text', calls({ kwargs: '{}' }), invalid],
  ['too many args', calls({ args: [1, 'lit', 1, true, '', 9] }), refused],
  ['50,000 args', calls({ args: Array.from({ length: 50_000 }, () => 1) }), refused],
  ['an argument in both', calls({ args: [1], kwargs: { size: 1 } }), refused],
  ['null as an argument', calls({ args: [null] }), refused],
  ['an argument that is none', calls({ kwargs: { nothing: 1 } }), refused],
  ['constructor in kwargs', calls({ kwargs: { constructor: 1 } }), refused],
  ['a room that is a number', calls({ room_id: 7 }), noRoom],
]

const inRoom = (room: unknown) => post('/api/specimens/tetra/data', { room_id: room })
export const rooms: readonly HostileRequest[] = [
  ...prototypes.map((room): HostileRequest => [room, inRoom(room), '200']),
  ['128 letters', inRoom('x'.repeat(128)), '200'],
  ['129 letters', inRoom('x'.repeat(129)), noRoom],
  ['128 emoji', inRoom('😀'.repeat(128)), '200'],
  ['129 emoji', inRoom('😀'.repeat(129)), noRoom],
  ['200,000 letters', inRoom('x'.repeat(200_000)), noRoom],
  ['a NUL', inRoom('a\0b'), noRoom],
  ['a line feed', inRoom('a\nb'), noRoom],
  ['DEL', inRoom('a\x7fb'), noRoom],
  ['a control character of C1', inRoom('a\x9bb'), noRoom],
  ['an encoded line feed in a query', get('/api/specimens/tetra/data?room_id=a%0ab'), noRoom],
  ['half an emoji in a query', get('/api/specimens/tetra/data?room_id=%f0%9f'), '200'],
  ['words with spaces, a dash and quotes', inRoom('Raum 3 — „ß“'), '200'],
  ['an object', inRoom({}), noRoom],
  ['a list', inRoom(['witness']), noRoom],
  ['false', inRoom(false), noRoom],
  ['a path', inRoom('../witness'), '200'],
  ['a space before the name', inRoom(' witness'), '200'],
  ['another form of the same letters', inRoom('wi\u0301tness'), '200'],
  ['an invisible letter', inRoom('witness\u200b'), '200'],
  ['the witness by other letters', inRoom('WITNESS'), '200'],
  ['a separator of keys', inRoom('witness:tetra'), '200'],
  ['a clear with no JSON', post('/api/processing/cache/clear', '{'), syntax],
  [
    'a clear from a page elsewhere',
    post('/api/processing/cache/clear', {}, { origin: 'https://evil.example' }),
    '403 site.refused',
  ],
  [
    'a clear from a page without an origin',
    post('/api/processing/cache/clear', {}, { origin: 'null' }),
    '403 site.refused',
  ],
  [
    'a clear by a form of another site',
    ask('POST', '/api/processing/cache/clear', { 'sec-fetch-site': 'cross-site' }),
    '403 site.refused',
  ],
  ['a clear by GET', get('/api/processing/cache/clear'), '405 method.refused'],
  [
    'a reload from a page elsewhere',
    get('/api/specimens/reload', { 'sec-fetch-site': 'cross-site' }),
    '403 site.refused',
  ],
]

const progress = (query: string) => get(`/api/jobs/{done}/progress?${query}`)
/** `{done}`, `{failed}` and `{running}` stand for the ids of jobs. */
export const jobs: readonly HostileRequest[] = [
  ['since as a fraction', progress('since=1.5'), invalid],
  ['since as a text', progress('since=last'), invalid],
  ['since as hexadecimal', progress('since=0x1'), invalid],
  ['since beyond 2^53', progress('since=9007199254740993'), invalid],
  ['since as 1e3', progress('since=1e3'), invalid],
  ['since as 1e400', progress('since=1e400'), invalid],
  ['since with a space', progress('since=%201'), invalid],
  ['since as NaN', progress('since=NaN'), invalid],
  ['since twice', progress('since=1&since=2'), invalid],
  ['since of Arabic digits', progress('since=%d9%a1'), invalid],
  ['a since far below', progress('since=-9007199254740991'), '200'],
  ['a since far above', progress('since=9007199254740991'), '200'],
  ['a near miss of since', progress('sinc=1'), invalid],
  ['since with a capital letter', progress('Since=1'), invalid],
  ['another word for since', progress('after=1'), invalid],
  ['the id in capital letters', get('/api/jobs/{DONE}/progress'), '404 job.unknown'],
  ['an id and a slash', get('/api/jobs/{done}%2f/progress'), '404 job.unknown'],
  ['an id with a NUL', get('/api/jobs/{done}%00/progress'), '404 job.unknown'],
  ['an id of 1,000 letters', get(`/api/jobs/${'a'.repeat(1000)}/result`), '404 job.unknown'],
  [
    'the end of a job from a page elsewhere',
    ask('DELETE', '/api/jobs/{running}', { origin: 'https://evil.example' }),
    '403 site.refused',
  ],
  [
    'the end of a job with a body',
    ask('DELETE', '/api/jobs/{done}', { 'content-type': 'application/json' }, '{'),
    syntax,
  ],
  ['POST on a job', post('/api/jobs/{done}', {}), '405 method.refused'],
  ['a job without a part', get('/api/jobs/{done}'), '405 method.refused'],
]
