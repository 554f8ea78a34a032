/** What a client says of the answer that it wants: its type and coding, a part of it, only a newer one. */
import { ask, data, get, type HostileRequest } from './request-text.ts'

const tetra = (headers: { readonly [name: string]: string }) => data('tetra', {}, headers)
const rock = (headers: { readonly [name: string]: string }) => data('rock', {}, headers)
const etags = (count: number) => Array.from({ length: count }, (_, i) => `"${i}"`).join(', ')

export const types: readonly HostileRequest[] = [
  ['nothing that there is', tetra({ accept: 'image/png' }), '406 form.unavailable'],
  ['commas alone', tetra({ accept: ',,,,,' }), '200'],
  ['qualities that are none', tetra({ accept: 'application/json;q=x, */*;q=' }), '200'],
  ['a quality below 0', tetra({ accept: '*/*;q=-1' }), '200'],
  ['a quality of 1e999', tetra({ accept: 'application/json;q=1e999' }), '200'],
  [
    '3,000 types',
    tetra({ accept: Array.from({ length: 1500 }, (_, i) => `a/${i}`).join() }),
    '406 form.unavailable',
  ],
  ['a type of control characters', tetra({ accept: '\x80\xff/\x80' }), '406 form.unavailable'],
  ['an empty type', tetra({ accept: '' }), '200'],
  ['codings that are all refused', tetra({ 'accept-encoding': 'identity;q=0, *;q=0' }), '200'],
  ['a coding that nobody knows', tetra({ 'accept-encoding': 'zip, tar, __proto__' }), '200'],
  [
    'a file in a form that it has not',
    data('bare', {}, { accept: 'application/json' }),
    '406 format.unknown',
  ],
  ['HEAD of data', ask('HEAD', '/api/specimens/tetra/data'), '200'],
]

export const conditions: readonly HostileRequest[] = [
  ['any tag', tetra({ 'if-none-match': '*' }), '304'],
  ['a tag without quotes', tetra({ 'if-none-match': 'abc' }), '200'],
  ['a tag that is not closed', tetra({ 'if-none-match': '"abc' }), '200'],
  ['2,000 tags', tetra({ 'if-none-match': etags(2000) }), '200'],
  ['If-Match of another', tetra({ 'if-match': '"other"' }), '412 condition.failed'],
  ['If-Match of nothing', tetra({ 'if-match': '' }), '412 condition.failed'],
  ['a date that is none', rock({ 'if-modified-since': 'tomorrow' }), '200'],
  ['a date of the year 275761', rock({ 'if-modified-since': 'Sat, 13 Sep 275761 00:00:00 GMT' }), '200'],
  ['If-Unmodified-Since long ago', rock({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' }), '412'],
  ['the catalog under any tag', get('/api/specimens/', { 'if-none-match': '*' }), '304'],
]

export const ranges: readonly HostileRequest[] = [
  ['one byte', rock({ range: 'bytes=0-0' }), '206'],
  ['the last five', rock({ range: 'bytes=-5' }), '206'],
  ['beyond the end', rock({ range: 'bytes=999999-' }), '416'],
  ['backwards', rock({ range: 'bytes=9-1' }), '416'],
  ['below 0', rock({ range: 'bytes=-0' }), '416'],
  ['beyond 2^64', rock({ range: 'bytes=0-99999999999999999999' }), '206'],
  ['a start beyond 2^64', rock({ range: 'bytes=99999999999999999999-' }), '416'],
  ['several', rock({ range: 'bytes=0-0,2-3' }), '200'],
  ['3,000 that overlap', rock({ range: `bytes=${'0-,'.repeat(3000)}0-` }), '206'],
  ['another unit', rock({ range: 'lines=1-2' }), '200'],
  ['nothing', rock({ range: 'bytes=' }), '416'],
  ['letters', rock({ range: 'bytes=a-b' }), '416'],
  ['hexadecimal digits', rock({ range: 'bytes=0x1-0x2' }), '206'],
  ['If-Range of another', rock({ range: 'bytes=0-0', 'if-range': '"other"' }), '200'],
  ['of a result', tetra({ range: 'bytes=0-0' }), '200'],
]
