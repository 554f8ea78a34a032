import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SpecimenError } from '../../core/domain/errors.ts'

/** The host that `specimen dev` reloads after a build: one that runs already, or one of its own. */
export interface DevHost {
  /** Where it listens. */
  readonly url: string
  /** Lets it load the bundles again and returns its errors, a sentence each. */
  readonly reload: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** Returns a running host. `token` is what it requires on its API, if anything. */
export function useHost(url: string, token: string | undefined): DevHost {
  return { url, reload: async () => await reload(url, token), close: async () => undefined }
}

/** Where a host of `specimen dev` listens, and what it serves besides the bundles. */
export interface HostSettings {
  /** The program of a host that takes events on its standard input. */
  readonly program: string
  readonly address: string
  readonly port: number
  /** Folder of specimens; undefined where none was named. */
  readonly specimens: string | undefined
  /** What bundles may do besides, as `wave:net`; undefined for nothing. */
  readonly allow: string | undefined
  /** Whether others may reach it without a token. */
  readonly allowAnonymous: boolean
}

/** What it takes to start a host. */
export interface HostStart extends HostSettings {
  /** Folder of bundles. */
  readonly out: string
  /** Takes each line of its log. */
  readonly onLog: (line: string) => void
  /** What it tells its page, an event of JSON a line. */
  readonly events: Readable
}

/**
 * Starts a host over a folder of bundles and resolves when it listens. It ends with {@link DevHost.close}.
 */
export async function startHost({ out, onLog, events, ...settings }: HostStart): Promise<DevHost> {
  const { program, address, port, specimens, allow, allowAnonymous } = settings
  const named = specimens === undefined ? [] : ['--specimens', specimens]
  const place = ['--plugins', out, '--host', address, '--port', String(port)]
  const open = [
    ...(allow === undefined ? [] : ['--allow', allow]),
    ...(allowAnonymous ? ['--allow-anonymous'] : []),
  ]
  const args = [program, 'serve', ...place, '--log-level', 'info', ...named, ...open]
  const token = chooseToken(process.env)
  const env = { ...process.env, ...(token !== undefined && { SPECIMEN_TOKEN: token }) }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  child.stdin.on('error', () => events.resume()) // it has ended; what is written from now on is for nobody
  events.pipe(child.stdin)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const detail = `The host ended with ${signal ?? `code ${code}`} before it listened.`
      // The signal that ended it comes to this process too, and is to be handled first.
      setImmediate(() => reject(new SpecimenError('config.invalid', detail)))
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const listening = /^listening on (\S+)$/.exec(line)?.[1]
      if (listening) resolve(listening)
      else onLog(line)
    })
  })
  return {
    url,
    reload: async () => await reload(url, token),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Returns the token to reload by: a host that takes tokens from elsewhere gets one for that alone. */
function chooseToken({
  SPECIMEN_TOKEN,
  SPECIMEN_TOKENS,
  SPECIMEN_JWT_KEYS,
}: NodeJS.ProcessEnv): string | undefined {
  if (SPECIMEN_TOKEN) return SPECIMEN_TOKEN
  return SPECIMEN_TOKENS || SPECIMEN_JWT_KEYS ? randomBytes(24).toString('hex') : undefined
}

async function reload(url: string, token: string | undefined): Promise<readonly string[]> {
  const address = new URL('/api/specimens/reload', url)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(address, { headers }).catch((cause: unknown) => {
    throw new SpecimenError(
      'config.invalid',
      `No host answers at ${url}. Start it, or let specimen dev start one (no --to).`,
      {
        cause,
      },
    )
  })
  const text = await response.text()
  if (!response.ok) return [`${address.href} answered ${response.status}: ${text}`]
  const { errors }: { errors?: readonly { readonly source: string; readonly detail: string }[] } =
    JSON.parse(text)
  return (errors ?? []).map(({ source, detail }) => `${source}: ${detail}`)
}
