/** Bodies: JSON that is none, or is more than it seems; and what is sent as something else. */
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { ask, get, type HostileRequest, post } from './request-text.ts'

const start = '/api/specimens/tetra/start'
const syntax = '400 json.syntax'
const invalid = '400 request.invalid'
const params = '422 params.invalid'
const starts = (body: string | Buffer) => post(start, body)
/** Behind what is refused comes another request. */
const keepAlive = (body: string) =>
  Buffer.concat([post(start, body, { connection: 'keep-alive' }), get('/livez')])
const typed = (type: string, body: string | Buffer = '{}') => post(start, body, { 'content-type': type })
const inChunks = (body: string) =>
  Buffer.concat([ask('POST', start, { 'transfer-encoding': 'chunked' }), Buffer.from(body)])
const deep = (depth: number) => `{"params":{"text":${'['.repeat(depth)}${']'.repeat(depth)}}}`
const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]))
const bytes = (...parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))

export const json: readonly HostileRequest[] = [
  ['no JSON', starts('{'), syntax],
  ['two values', starts('{}{}'), syntax],
  ['a comment', starts('{/* */}'), syntax],
  ['a trailing comma', starts('{"params":{},}'), syntax],
  ['single quotes', starts("{'params':{}}"), syntax],
  ['NaN', starts('{"params":{"size":NaN}}'), syntax],
  ['Infinity', starts('{"params":{"size":Infinity}}'), syntax],
  ['a number of hexadecimal digits', starts('{"params":{"size":0x10}}'), syntax],
  ['a number with a leading zero', starts('{"params":{"size":01}}'), syntax],
  ['a string that is not closed', starts('{"params":"'), syntax],
  ['a raw line feed in a string', starts('{"params":{"text":"a\nb"}}'), syntax],
  ['a raw NUL in a string', starts('{"params":{"text":"a\0b"}}'), syntax],
  ['undefined', starts('undefined'), syntax],
  ['white space alone', starts('   '), syntax],
  ['nothing', starts(''), '200'],
  ['a byte order mark', starts(bytes([0xef, 0xbb, 0xbf], '{}')), syntax],
  ['UTF-16', starts(Buffer.from('{}', 'utf16le')), syntax],
  ['bytes that are no UTF-8', starts(bytes('{"params":{"text":"', [0xff, 0xfe], '"}}')), syntax],
  ['a surrogate as UTF-8', starts(bytes('{"params":{"text":"', [0xed, 0xa0, 0x80], '"}}')), syntax],
  ['an overlong quote', starts(bytes('{"params":{"text":', [0xc0, 0xa2], '}}')), syntax],
  ['a lone surrogate, escaped', starts('{"params":{"text":"\\ud800"}}'), syntax],
  ['a lone surrogate as room', starts('{"room_id":"\\udfff"}'), '400 room.invalid'],
  ['__proto__', starts('{"__proto__":{"params":{}}}'), syntax],
  ['__proto__ in the parameters', starts('{"params":{"__proto__":{"size":2}}}'), syntax],
  ['__proto__ with an escaped letter', starts('{"params":{"\\u005f_proto__":1}}'), syntax],
  ['constructor', starts('{"constructor":{"prototype":{"size":2}}}'), invalid],
  ['constructor in the parameters', starts('{"params":{"constructor":{}}}'), params],
  ['toString in the parameters', starts('{"params":{"toString":1}}'), params],
  ['hasOwnProperty in the parameters', starts('{"params":{"hasOwnProperty":1,"size":1}}'), params],
  ['a member twice, the last one wrong', starts('{"params":{},"params":7}'), syntax],
  ['a parameter twice, the last one wrong', starts('{"params":{"size":1,"size":"x"}}'), params],
  ['a depth of 64 in a parameter', starts(deep(62)), params],
  ['a depth of 65', starts(deep(63)), syntax],
  ['a depth of 100,000', starts(deep(100_000)), syntax],
  ['a depth of objects', starts('{"a":'.repeat(30_000)), syntax],
  ['closing brackets alone', starts(']'.repeat(100_000)), syntax],
  ['10,000 parameters', post(start, { params: members(10_000) }), params],
  ['10,000 members', post(start, members(10_000)), invalid],
  ['an array of 100,000 numbers', starts(`[${'1,'.repeat(100_000)}1]`), invalid],
  ['a number of 100,000 digits', starts(`{"params":{"size":${'9'.repeat(100_000)}}}`), params],
  ['1e999', starts('{"params":{"size":1e999}}'), params],
  ['-1e999', starts('{"params":{"size":-1e999}}'), params],
  ['1e999 as an integer', starts('{"params":{"count":1e999}}'), params],
  ['a body of 256 KiB', starts(' '.repeat(262_142).concat('{}')), '200'],
  ['a body of 256 KiB and a byte', starts(' '.repeat(262_143).concat('{}')), '413 body.large'],
  ['a body of 20 MB', keepAlive(' '.repeat(20_000_000)), '413 body.large, 200'],
  ['an array', starts('[]'), invalid],
  ['a string', starts('"params"'), invalid],
  ['a number', starts('7'), invalid],
  ['null, which is nothing', starts('null'), '200'],
]

export const mediaTypes: readonly HostileRequest[] = [
  ['no type', ask('POST', start, {}, '{}'), '415 media.unsupported'],
  ['chunks without a type', inChunks('2\r\n{}\r\n0\r\n\r\n'), '415 media.unsupported'],
  ['empty chunks without a type, which are no body', inChunks('0\r\n\r\n'), '200'],
  ['text/plain', typed('text/plain'), '415 media.unsupported'],
  ['a form', typed('application/x-www-form-urlencoded', 'params={}'), '415 media.unsupported'],
  ['a form in parts', typed('multipart/form-data; boundary=x', '--x--'), '415 media.unsupported'],
  ['a type that begins as JSON', typed('application/jsonp'), '415 media.unsupported'],
  ['a type that ends as JSON', typed('text/application/json'), '415 media.unsupported'],
  ['a problem', typed('application/problem+json'), '415 media.unsupported'],
  ['markup', typed('text/html;<script>'), '415 media.unsupported'],
  ['an empty type', typed(''), '415 media.unsupported'],
  ['a type of 10 kB', typed(`application/json; x="${'y'.repeat(10_000)}"`), '200'],
  ['a type and a strange charset', typed('application/json; charset=utf-16'), '200'],
  ['two types', typed('application/json, text/plain'), '415 media.unsupported'],
  ['a type in capital letters', typed('APPLICATION/JSON'), '200'],
  ['gzip without a word', starts(gzipSync('{}')), syntax],
  ['gzip with one', post(start, gzipSync('{}'), { 'content-encoding': 'gzip' }), '415 media.unsupported'],
  [
    'a bomb of gzip',
    post(start, gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }),
    '415 media.unsupported',
  ],
  ['brotli', post(start, brotliCompressSync('{}'), { 'content-encoding': 'br' }), '415 media.unsupported'],
  ['a coding that nobody knows', post(start, '{}', { 'content-encoding': 'x' }), '415 media.unsupported'],
  ['the coding identity', post(start, '{}', { 'content-encoding': 'identity' }), '200'],
]
