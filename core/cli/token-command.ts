import { randomBytes } from 'node:crypto'
import { appendFile, readFile, rm, truncate } from 'node:fs/promises'
import { SpecimenError } from '../contract/domain/errors.ts'
import { isRoomId, roomIdRule } from '../contract/domain/invocation.ts'
import { describe } from '../contract/text/describe.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { toFileError } from '../engine/files/open-file.ts'
import { fillIn, type OptionValues, readTexts } from '../options/option.ts'
import { isScope, scopes as knownScopes, type Scope } from '../service/access/caller.ts'
import {
  deriveTicketKey,
  longestTicketSeconds,
  signTicket,
  usualTicketSeconds,
} from '../service/access/tickets.ts'
import { parseDuration, parseTime, timeRule } from '../service/access/time.ts'
import { createToken } from '../service/access/token.ts'
import { findGrantProblem, parseTokenFile, writeLine } from '../service/access/token-file.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { hostForms } from './host-forms.ts'

type Wish = OptionValues<typeof hostForms.token.own>

/** Runs `specimen token` and returns its exit code. @throws `config.invalid` */
export async function runToken({ flags }: CommandLine, surroundings: CommandSurroundings): Promise<number> {
  const { own } = hostForms.token
  const wish = fillIn(own, readTexts(own, flags))
  if (wish.ticket) await printTicket(wish, surroundings)
  else await printToken(wish, surroundings)
  return 0
}

async function printToken(
  wish: Wish,
  { streams: { stdout, stderr }, now }: CommandSurroundings,
): Promise<void> {
  const { name, file, ticketKey } = wish
  if (name === undefined) throw wrongError('--name is missing; it says whose token it is')
  if (ticketKey !== undefined) throw wrongError('--ticket-key is for tickets; add --ticket')
  const grant = {
    name,
    scopes: readScopes(wish),
    rooms: readList('--rooms', wish.rooms),
    specimens: readList('--specimens', wish.specimens),
  }
  const problem = findGrantProblem(grant)
  if (problem !== undefined) throw wrongError(problem)
  const { text, ...made } = createToken(randomBytes)
  const line = writeLine({ ...made, ...grant, endsAt: readEnd(wish, now()) ?? Number.POSITIVE_INFINITY })
  if (file !== undefined) await appendLine(file, line)
  stdout.write(`${text}\n${file === undefined ? `${line}\n` : ''}`)
  const kept =
    file === undefined ? 'The line below it belongs in the file of --tokens' : `Its line is in ${file}`
  stderr.write(`This token is shown once. ${kept}.\n`)
}

async function printTicket(
  wish: Wish,
  { streams: { stdout, stderr }, now }: CommandSurroundings,
): Promise<void> {
  const { name, file, ticketKey } = wish
  if (name !== undefined || file !== undefined)
    throw wrongError('a ticket has no name and stands in no file; leave --name and --file out')
  if (ticketKey === undefined)
    throw wrongError('--ticket-key is missing; make one with: openssl rand -hex 32 > ticket.key')
  const scopes = readScopes(wish)
  if (scopes.includes('admin')) throw wrongError('a ticket is for read, invoke or both; admin needs a token')
  const [room, ...others] = readList('--rooms', wish.rooms) ?? []
  if (room === undefined || others.length > 0) throw wrongError('a ticket is for one room: --rooms lab')
  if (!isRoomId(room)) throw wrongError(`the room must have ${roomIdRule} (got ${describe(room)})`)
  const end = readEnd(wish, now())
  const seconds = end === undefined ? usualTicketSeconds : Math.floor((end - now()) / 1000)
  if (seconds < 1 || seconds > longestTicketSeconds)
    throw wrongError(`a ticket is good for ${longestTicketSeconds / 3600} hours at most (--expires 4h)`)
  const key = deriveTicketKey(await readFile(ticketKey, 'utf8'), ticketKey)
  const specimens = readList('--specimens', wish.specimens)
  const { text, ends } = signTicket({ room, scopes, specimens, seconds }, { key, randomBytes, now })
  stdout.write(`${text}\n`)
  const until = new Date(ends * 1000).toISOString()
  stderr.write(`It is good until ${until}. Guests open the viewer with #/?~ticket=… behind its address.\n`)
}

function readScopes({ scope }: Wish): Scope[] {
  const words = readList('--scope', scope) ?? []
  const wrong = words.find((word) => !isScope(word))
  if (wrong === undefined) return words.filter(isScope)
  throw wrongError(`--scope must be of ${knownScopes.join(', ')} (got ${describe(wrong)})`)
}

function readList(flag: string, given: string | undefined): string[] | null {
  if (given === undefined) return null
  const words = [...new Set(given.split(',').map((word) => word.trim()))]
  if (!words.includes('')) return words
  throw wrongError(`${flag} must be names with commas between them (got ${describe(given)})`)
}

function readEnd({ expires }: Wish, now: number): number | undefined {
  if (expires === undefined) return undefined
  const length = parseDuration(expires)
  const end = length === undefined ? parseTime(expires) : now + length
  if (end !== undefined && end > now) return end
  throw wrongError(
    `--expires must be a length such as 30d, 12h or 45m, or ${timeRule} that is to come (got ${expires})`,
  )
}

/** The file reveals no token, but the names of their holders; so only its owner can read it. */
async function appendLine(file: string, line: string): Promise<void> {
  const before = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  parseTokenFile(before ?? '', file) // a host would refuse the whole file
  const isCut = before && !before.endsWith('\n')
  try {
    await appendFile(file, `${isCut ? '\n' : ''}${line}\n`, { mode: 0o600 })
  } catch (error) {
    // Half a line would spoil the file.
    const undone = before === null ? rm(file) : truncate(file, Buffer.byteLength(before))
    await undone.catch(() => undefined)
    throw toFileError(`${file} could not be written`, error)
  }
}

function wrongError(problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${problem}. ${toCommand('token --help')} explains it.`)
}
