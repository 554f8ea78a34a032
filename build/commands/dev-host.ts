import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { getPinned, type ShortAnswer } from './pinned-request.ts'

/** The host that `specimen dev` reloads after a build: a running one, or one of its own. */
export interface DevHost {
  readonly url: string
  /** Reloads the bundles and returns the host's errors, a sentence each. */
  readonly reload: () => Promise<readonly string[]>
  readonly close: () => Promise<void>
}

/** Returns a running host. `token` is the one its API requires, if any. */
export function useHost(url: string, token: string | undefined): DevHost {
  return { url, reload: async () => await reload(url, token), close: async () => undefined }
}

/** The settings of a host started by `specimen dev`. */
export interface HostSettings {
  readonly program: string
  readonly address: string
  readonly port: number
  readonly specimens: string | undefined
  readonly data: string | undefined
  /** Permissions of bundles, as `wave:net`; undefined for none. */
  readonly allow: string | undefined
  /** Set when the host serves other machines without a token. */
  readonly allowAnonymous: boolean
  /** Set when the host listens with TLS. */
  readonly https: boolean
  /** Resolves with the SHA-256 of the certificate of a host with TLS, `AB:CD:…`. */
  readonly readFingerprint: () => Promise<string>
}

/** Starts a host over a folder of bundles and resolves when it listens. {@link DevHost.close} ends it. */
export async function startHost(
  { program, address, port, specimens, data, allow, allowAnonymous, https, readFingerprint }: HostSettings,
  out: string,
  onLog: (line: string) => void,
  events: Readable,
): Promise<DevHost> {
  const place = ['--plugins', out, '--host', address, '--port', String(port)]
  const named = Object.entries({ specimens, data, allow }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  const open = [...(allowAnonymous ? ['--allow-anonymous'] : []), ...(https ? ['--https'] : [])]
  const args = [program, 'serve', ...place, '--log-level', 'info', '--log-params', ...named, ...open]
  const token = chooseToken(process.env)
  const env = { ...process.env, ...(token !== undefined && { SPECIMEN_TOKEN: token }) }
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env })
  child.stdin.on('error', () => events.resume()) // the host has ended: further events have no reader
  events.pipe(child.stdin)
  const url = await new Promise<string>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      const detail = `The host ended with ${signal ?? `code ${code}`} before it listened.`
      // The signal that ended the host reaches this process too, and is handled first.
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
    reload: async () => await reload(url, token, readFingerprint),
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function chooseToken({
  SPECIMEN_TOKEN,
  SPECIMEN_TOKENS,
  SPECIMEN_JWT_KEYS,
}: NodeJS.ProcessEnv): string | undefined {
  if (SPECIMEN_TOKEN) return SPECIMEN_TOKEN
  return SPECIMEN_TOKENS || SPECIMEN_JWT_KEYS ? randomBytes(24).toString('hex') : undefined
}

/** Reloads a host, which is known by the fingerprint of its certificate, else by an authority. */
async function reload(
  url: string,
  token: string | undefined,
  readFingerprint?: () => Promise<string>,
): Promise<readonly string[]> {
  const address = new URL('/api/specimens/reload', url)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const ask = async (): Promise<ShortAnswer> => {
    if (readFingerprint && address.protocol === 'https:')
      return await getPinned({ address, headers, fingerprint: await readFingerprint() })
    const response = await fetch(address, { headers })
    return { status: response.status, text: await response.text() }
  }
  const { status, text } = await ask().catch((cause: unknown) => {
    if (cause instanceof SpecimenError) throw cause
    const detail = `No host answers at ${url}. Start it, or let this command start one (no --to).`
    throw new SpecimenError('config.invalid', detail, { cause })
  })
  if (status !== 200) return [`${address.href} answered ${status}: ${text}`]
  const { errors }: { errors?: readonly { readonly source: string; readonly detail: string }[] } =
    JSON.parse(text)
  return (errors ?? []).map(({ source, detail }) => `${source}: ${detail}`)
}
