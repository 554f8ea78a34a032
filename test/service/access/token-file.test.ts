/** The file of tokens: what is taken, and that nothing in it can be misread. */
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parseDuration, parseTime } from '../../../core/service/access/time.ts'
import { createToken, digestText, readTokenId } from '../../../core/service/access/token.ts'
import { parseTokenFile, writeLine } from '../../../core/service/access/token-file.ts'

const id = '0123456789abcdef'
const sha256 = createHash('sha256').update('x').digest('hex')
const right = { id, sha256, name: 'lab', scopes: ['read'] }
const line = (members: object = {}) => JSON.stringify({ ...right, ...members })
const parseOne = (text: string) => parseTokenFile(text, 'tokens.txt').get(id)?.caller

describe('a token', () => {
  it('has a public id and a secret of 256 bits, and is known by its SHA-256', () => {
    const { text, id, digest } = createToken((count) => Buffer.alloc(count, 0xab))
    expect(text).toBe(`spc_abababababababab_${Buffer.alloc(32, 0xab).toString('base64url')}`)
    expect(readTokenId(text)).toBe(id)
    expect(digest.toString('hex')).toBe(createHash('sha256').update(text).digest('hex'))
    expect(digestText('x').toString('hex')).toBe(sha256)
  })

  it.each(['', 'spc_', 'spc_0123456789abcdef_short', ` ${createToken(randomBytes).text}`, 'spt_x.y'])(
    'is not %j',
    (text) => expect(readTokenId(text)).toBeUndefined(),
  )
})

describe('a line of the file', () => {
  it('gives a caller with what stands in it', () => {
    const text = line({ scopes: ['read', 'invoke'], rooms: ['a, "b"'], specimens: ['lab7:rock'] })
    expect(parseOne(text)).toEqual({
      name: 'token:lab',
      scopes: new Set(['read', 'invoke']),
      rooms: new Set(['a, "b"']),
      specimens: new Set(['lab7:rock']),
      endsAt: Number.POSITIVE_INFINITY,
      tokenId: id,
    })
    expect(parseOne(line({ expires: '2027-01-31T12:00:00Z' }))?.endsAt).toBe(Date.UTC(2027, 0, 31, 12))
  })

  it('is read as it was written', () => {
    const { text: _, ...made } = createToken(randomBytes)
    const grant = { name: 'a.b', scopes: ['read'] as const, rooms: ['ä'], specimens: null }
    const written = writeLine({ ...made, ...grant, endsAt: 1e12 })
    const found = parseTokenFile(written, 'tokens.txt').get(made.id)
    expect(found?.digest).toEqual(made.digest)
    expect(found?.caller).toMatchObject({ name: 'token:a.b', rooms: new Set(['ä']), endsAt: 1e12 })
  })

  it('may stand between comments and empty lines, with any end of line', () => {
    const other = line({ id: 'f'.repeat(16) })
    expect([...parseTokenFile(`# ours\r\n\r\n  ${line()}  \r\n${other}\n`, 'x').keys()]).toEqual([
      id,
      'f'.repeat(16),
    ])
    expect(parseTokenFile('', 'x').size).toBe(0)
  })

  it.each([
    ['no JSON', 'lab read', 'one JSON object'],
    ['a list', '[]', 'one JSON object'],
    ['a misspelt member', line({ room: ['a'] }), 'got "room"'],
    ['a member twice', line().replace('{', '{"scopes":["admin"],'), 'once'],
    ['a member twice in another spelling', line().replace('{', '{"\\u006eame":"x",'), 'once'],
    ['an object in it', line({ rooms: { a: 1 } }), 'once'],
    ['no id', line({ id: undefined }), 'id must be'],
    ['an id in capitals', line({ id: id.toUpperCase() }), 'id must be'],
    ['the token in place of its hash', line({ sha256: `spc_${id}_x` }), 'sha256 must be'],
    ['no name', line({ name: undefined }), 'name must be'],
    ['a name with a space', line({ name: 'a b' }), 'name must be'],
    ['no scopes', line({ scopes: undefined }), 'at least one'],
    ['an empty list of scopes', line({ scopes: [] }), 'at least one'],
    ['a scope that is none', line({ scopes: ['read', 'write'] }), 'got "write"'],
    ['scopes in one text', line({ scopes: 'read' }), 'list of texts'],
    ['an empty list of rooms', line({ rooms: [] }), 'at least one'],
    ['a room that is no text', line({ rooms: [7] }), 'list of texts'],
    ['null for all rooms', line({ rooms: null }), 'list of texts'],
    ['an admin of one room', line({ scopes: ['admin'], rooms: ['a'] }), 'whole host'],
    ['a time without a zone', line({ expires: '2027-01-31T12:00:00' }), 'expires must be'],
    ['a date alone', line({ expires: '2027-01-31' }), 'expires must be'],
    ['a day that does not exist', line({ expires: '2027-02-31T00:00:00Z' }), 'expires must be'],
    ['a number of seconds', line({ expires: 1e9 }), 'expires must be'],
    ['a prototype', `{"__proto__":{},${line().slice(1)}`, 'one JSON object'],
    ['the id of another line', `${line()}\n${line()}`, 'earlier line'],
  ])('is refused with %s, by its number', (_, text, problem) => {
    const parse = () => parseTokenFile(`# first\n\n${text}`, 'tokens.txt')
    expect(parse).toThrow(problem)
    expect(parse).toThrow(/^tokens\.txt, line [34]: /)
  })

  it('is not shown when it is refused: somebody may have written a token into it', () => {
    const { text } = createToken(randomBytes)
    for (const wrong of [text, line({ sha256: text }), line({ id: text }), line({ scopes: text })]) {
      expect(() => parseTokenFile(wrong, 'x')).toThrow()
      expect(() => parseTokenFile(wrong, 'x')).not.toThrow(text.slice(-20))
    }
  })
})

describe('an end', () => {
  it.each([
    ['30d', 30 * 86_400_000],
    ['12h', 12 * 3_600_000],
    ['45m', 45 * 60_000],
    ['1s', 1000],
    ['', undefined],
    ['0d', undefined],
    ['1w', undefined],
    ['1.5h', undefined],
    ['-1h', undefined],
    ['9999999d', undefined],
  ])('from now, %j, is %s', (text, length) => expect(parseDuration(text)).toBe(length))

  it('is a time in UTC', () => {
    expect(parseTime('2027-01-31T00:00:00.5Z')).toBe(Date.UTC(2027, 0, 31) + 500)
    for (const wrong of ['2027-01-31T24:00:00Z', '2027-13-01T00:00:00Z', 'Z', '', null, 7])
      expect(parseTime(wrong)).toBeUndefined()
  })
})
