/**
 * The file of tokens: a JSON object a line, with the token's SHA-256 and its permissions. JSON, because room
 * names may contain spaces, commas and quotes; and strict, because a misspelt, repeated or mistyped member
 * would otherwise grant more than was meant: `room` for `rooms` every room, for one.
 */

import { SpecimenError } from '../../contract/domain/errors.ts'
import { isRoomId, roomIdRule } from '../../contract/domain/invocation.ts'
import { describe } from '../../contract/text/describe.ts'
import { toCommand } from '../../contract/text/to-command.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../contract/values/json.ts'
import { type Caller, isScope, type Scope, scopes } from './caller.ts'
import { parseTime, timeRule } from './time.ts'

/** One line of the file. */
export interface TokenLine {
  readonly id: string
  readonly digest: Buffer
  /** The holder's name; two lines may share it while one token replaces another. */
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly rooms: readonly string[] | null
  readonly specimens: readonly string[] | null
  /** Expiry as Unix time in milliseconds; infinite for a permanent token. */
  readonly endsAt: number
}

/** A token that is in use. */
export interface KnownToken {
  readonly digest: Buffer
  readonly caller: Caller
}

/** The rule for names of tokens, in words. */
export const nameRule = '1 to 64 of A-Z a-z 0-9 . _ -'

const members = ['id', 'sha256', 'name', 'scopes', 'rooms', 'specimens', 'expires']

/** Returns the tokens of a file by id, without # comments. @throws `config.invalid` naming the line */
export function parseTokenFile(text: string, shown: string): ReadonlyMap<string, KnownToken> {
  const tokens = new Map<string, KnownToken>()
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    const at = `${shown}, line ${i + 1}`
    const { id, digest, ...known } = parseLine(line, at)
    if (tokens.has(id)) throw lineError(at, `the id ${id} stands in an earlier line; keep one of the two`)
    tokens.set(id, { digest, caller: toCaller(id, known) })
  }
  return tokens
}

/** Returns a line of the file, without the line feed. */
export function writeLine({ id, digest, name, scopes, rooms, specimens, endsAt }: TokenLine): string {
  return JSON.stringify({
    id,
    sha256: digest.toString('hex'),
    name,
    scopes,
    ...(rooms && { rooms }),
    ...(specimens && { specimens }),
    ...(Number.isFinite(endsAt) && { expires: new Date(endsAt).toISOString() }),
  })
}

/** Returns a fault in the permissions of a token; undefined for none. */
export function findGrantProblem({
  name,
  scopes: given,
  rooms,
  specimens,
}: Pick<TokenLine, 'name' | 'scopes' | 'rooms' | 'specimens'>): string | undefined {
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(name)) return `name must be ${nameRule} (got ${describe(name)})`
  if (given.length === 0) return `scopes must name at least one of ${scopes.join(', ')}`
  const wrong = rooms?.find((room) => !isRoomId(room))
  if (wrong !== undefined) return `each of rooms must have ${roomIdRule} (got ${describe(wrong)})`
  if (given.includes('admin') && (rooms || specimens))
    return 'the scope admin is for the whole host; leave it out, or rooms and specimens'
  return undefined
}

function toCaller(id: string, line: Omit<TokenLine, 'id' | 'digest'>): Caller {
  return {
    name: `token:${line.name}`,
    scopes: new Set(line.scopes),
    rooms: line.rooms && new Set(line.rooms),
    specimens: line.specimens && new Set(line.specimens),
    endsAt: line.endsAt,
    tokenId: id,
  }
}

function parseLine(text: string, at: string): TokenLine {
  const line = parseObject(text, at)
  const unknown = Object.keys(line).find((name) => !members.includes(name))
  if (unknown !== undefined)
    throw lineError(at, `the members are ${members.join(', ')} (got ${describe(unknown)})`)
  const { id, sha256, name, expires } = line
  if (typeof id !== 'string' || !/^[0-9a-f]{16}$/.test(id))
    throw lineError(at, `id must be the 16 hexadecimal digits between spc_ and _ of the token`)
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw lineError(at, 'sha256 must be the SHA-256 of the token as 64 hexadecimal digits in lower case')
  const endsAt = expires === undefined ? Number.POSITIVE_INFINITY : parseTime(expires)
  if (endsAt === undefined) throw lineError(at, `expires must be ${timeRule} (got ${describe(expires)})`)
  const granted = readList(line, 'scopes', at) ?? []
  const wrong = granted.find((word) => !isScope(word))
  if (wrong !== undefined)
    throw lineError(at, `scopes must be of ${scopes.join(', ')} (got ${describe(wrong)})`)
  const grant = {
    name: typeof name === 'string' ? name : '',
    scopes: granted.filter(isScope),
    rooms: readList(line, 'rooms', at),
    specimens: readList(line, 'specimens', at),
  }
  const problem = findGrantProblem(grant)
  if (problem !== undefined) throw lineError(at, problem)
  return { id, digest: Buffer.from(sha256, 'hex'), endsAt, ...grant }
}

function parseObject(text: string, at: string): JsonObject {
  let line: Json
  try {
    line = parseJson(text, 'the line')
  } catch {
    throw lineError(at, `the line must be one JSON object; ${toCommand('token')} makes such lines`)
  }
  if (!isJsonObject(line)) throw lineError(at, 'the line must be one JSON object')
  // JSON.parse keeps the last of duplicate members. None holds an object, so each has one colon.
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/g, '').split(':').length - 1
  if (colons !== Object.keys(line).length)
    throw lineError(at, 'each member may be there once, and none may hold an object')
  return line
}

function readList(line: JsonObject, member: string, at: string): string[] | null {
  const list = line[member]
  if (list === undefined) return null
  const texts = isJsonArray(list) ? list.filter((item) => typeof item === 'string' && item !== '') : []
  if (!isJsonArray(list) || texts.length !== list.length || list.length === 0)
    throw lineError(at, `${member} must be a list of texts, with at least one in it`)
  return texts.map(String)
}

/** The line itself is not shown, as it may contain a token. */
function lineError(at: string, problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${at}: ${problem}.`)
}
