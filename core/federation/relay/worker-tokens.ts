/**
 * The tokens of a relay's workers: lines of a file or variable, `<worker-id> <token>`, optionally followed by
 * `expires <time>` (ISO 8601). The file is read at each use, so that tokens can be issued and revoked without
 * a restart. Only digests are compared, in constant time.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { isSendable, tokenRule } from '../../contract/domain/bearer-token.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { idRule, isId } from '../../contract/domain/specimen.ts'
import { readConfigFile } from '../../engine/files/read-config-file.ts'

/** One line: the worker, its token and the expiry. */
export interface WorkerToken {
  readonly workerId: string
  readonly digest: Buffer
  /** Expiry as Unix time in milliseconds. */
  readonly endsAt: number
}

const shortestToken = 16
const fileBytes = 4 * 2 ** 20

/** Returns the tokens of a text without empty lines and # comments. @throws `config.invalid` */
export function parseTokens(text: string, what: string): WorkerToken[] {
  return text.split(/\r?\n|;/).flatMap((line, i) => {
    const words = line.trim().split(/\s+/)
    return words[0] === '' || words[0]?.startsWith('#') ? [] : [parseLine(words, `${what}, line ${i + 1}`)]
  })
}

/** The token that a worker has shown, as its SHA-256, and the time in seconds. */
interface ShownToken {
  readonly workerId: string
  readonly digest: Buffer
  readonly now: number
}

/** Returns whether a worker's token has this digest and is valid at `now`, Unix time in milliseconds. */
export function isTokenValid(tokens: readonly WorkerToken[], { workerId, digest, now }: ShownToken): boolean {
  const own = tokens.filter((token) => token.workerId === workerId && now < token.endsAt)
  // All are compared, for constant time.
  return own.map((token) => timingSafeEqual(token.digest, digest)).includes(true)
}

/** Returns the digest under which a token is compared. */
export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Returns a reader of the tokens in a file and a list; undefined when neither is configured. */
export function createTokenReader(
  file: string | undefined,
  list: string | undefined,
): (() => Promise<readonly WorkerToken[]>) | undefined {
  if (file === undefined && list === undefined) return undefined
  const listed = list === undefined ? [] : parseTokens(list, '--worker-token-list')
  return async () =>
    file === undefined
      ? listed
      : [...listed, ...parseTokens(await readConfigFile(file, 'worker tokens', fileBytes), file)]
}

function parseLine(words: readonly string[], at: string): WorkerToken {
  const [workerId, token = '', word, time = ''] = words
  const wanted = '<worker-id> <token>, or <worker-id> <token> expires <time>'
  if (!isId(workerId)) throw tokenLineError(at, `the worker id must be ${idRule}`)
  if (token.length < shortestToken || !isSendable(token)) {
    throw tokenLineError(at, `the token must have at least ${shortestToken} characters: ${tokenRule}`)
  }
  if (word === undefined) return { workerId, digest: digestToken(token), endsAt: Number.POSITIVE_INFINITY }
  const endsAt = Date.parse(time)
  if (word !== 'expires' || Number.isNaN(endsAt) || words.length > 4)
    throw tokenLineError(at, `the line must be ${wanted}`)
  return { workerId, digest: digestToken(token), endsAt }
}

/** The line itself is not shown, as it may contain a token. */
function tokenLineError(at: string, problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${at}: ${problem}.`)
}
