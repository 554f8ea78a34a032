import { WebSocket } from 'ws'
import { createClient, type RoomEvent, type RoomSession } from '../client/client.ts'
import { SpecimenError } from '../contract/domain/errors.ts'
import { isRoomId, roomIdRule } from '../contract/domain/invocation.ts'
import { describe } from '../contract/text/describe.ts'
import { toCommand } from '../contract/text/to-command.ts'
import { toShownText, toVisibleText } from '../contract/text/visible-text.ts'
import { createDeferred } from '../contract/time/deferred.ts'
import { fillIn, readTexts } from '../options/option.ts'
import type { CommandLine, CommandSurroundings } from './command-form.ts'
import { joinOptions } from './host-forms.ts'
import { waitForSignal } from './run-until-signal.ts'

/** Follows a room until a signal or the host ends it; returns the exit code. @throws `config.invalid` */
export async function runJoin(
  { argument: url = '', flags }: CommandLine,
  { streams: { stdout, stderr }, environment, stopped }: CommandSurroundings,
): Promise<number> {
  const { room, name, token } = fillIn(joinOptions, readTexts(joinOptions, flags))
  if (!isRoomId(room)) throw wrongError(`--room must be ${roomIdRule} (got ${describe(room)})`)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw wrongError(`the host must be an address such as http://127.0.0.1:8000 (got ${describe(url)})`)
  const refused = createDeferred<string>()
  const client = createClient(url, { token: token ?? environment.SPECIMEN_TOKEN })
  const session = client.joinRoom(room, {
    name,
    color: '#808080',
    // It has all of a browser's WebSocket that the client uses.
    openSocket: (address, protocol) => new WebSocket(address, protocol) as unknown as globalThis.WebSocket,
    onEvent: (event) => {
      if (event.type === 'ended') refused.resolve(event.detail)
      else stdout.write(`${toVisibleText(JSON.stringify(toLine(event, session)))}\n`)
    },
  })
  const signal = stopped ?? waitForSignal(() => {})
  const detail = await Promise.race([refused.promise, signal.then(() => undefined)])
  session.leave()
  if (detail === undefined) return 0
  stderr.write(`specimen: ${toShownText(detail)}\n`)
  return 1
}

function toLine(event: RoomEvent, { peer, peers, fields }: RoomSession): object {
  const others = { peers: [...peers.values()] }
  if (event.type === 'entered') return { ...event, peer, ...others, fields: Object.fromEntries(fields) }
  return event.type === 'peers' ? { ...event, ...others } : event
}

function wrongError(problem: string): SpecimenError {
  return new SpecimenError('config.invalid', `${problem}. ${toCommand('join --help')} explains it.`)
}
