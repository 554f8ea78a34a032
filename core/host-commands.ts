/** The commands `serve` and `relay`: a host that runs until it is told to stop. */
import { parseArgs } from 'node:util'
import { commandOptions, describeOptions, listFlags, listSwitches, readGiven } from './config.ts'
import { SpecimenError } from './domain/errors.ts'

/** How long a process that has closed everything may take to end. */
const endMilliseconds = 2000

const settings = `options (each also as an environment variable: --run-timeout is SPECIMEN_RUN_TIMEOUT; a flag wins)`

export const serveUsage = `specimen serve: loads bundles and specimens and serves them

usage: specimen serve [options]

Prints one line, "listening on http://HOST:PORT", when it is ready; everything else it has to say is a JSON line on standard
output. GET /api/specimens/reload, or SIGHUP, reads the folders again. SIGTERM and SIGINT end it cleanly. The API is explained at /docs.

${settings}
${describeOptions(commandOptions.serve)}
`

export const relayUsage = `specimen relay: serves what workers have that dial in from behind firewalls

usage: specimen relay [options]

A worker is a machine with data or plugins that nobody can reach; it runs "specimen worker <this relay's address> --id lab7".
What it has is then served here as lab7:<specimen>, with the same API as everything else. A relay may have plugins and
specimens of its own: name their folders.

Without tokens only workers on this machine are taken. With them, each worker needs the token of its id:

  echo "lab7 $(openssl rand -hex 24)" >> worker-tokens.txt      # one line a worker; "expires 2027-01-01" may stand behind
  specimen relay --host 0.0.0.0 --worker-tokens worker-tokens.txt --token "$API_TOKEN"

The file is read anew whenever a worker comes, so workers are added and taken out without a restart. Traffic is not encrypted
here: put a proxy with TLS before the relay (it must pass WebSocket upgrades of /ws/federation/ on) and give workers its https address.
Below a path of that proxy, say so: --base-path /lab here, and https://example.org/lab at the worker.

${settings}
${describeOptions(commandOptions.relay)}
`

/** Runs `specimen serve` or `specimen relay` until a signal ends it; returns the exit code. @throws `config.invalid` */
export async function runHost(command: 'serve' | 'relay', argv: readonly string[]): Promise<number> {
  const isRelay = command === 'relay'
  const flags = parseHostFlags(command, argv)
  if (flags.help !== undefined) {
    process.stdout.write(isRelay ? relayUsage : serveUsage)
    return 0
  }
  const given = readGiven(commandOptions[command], flags, process.env)
  const { createHost } = await import('./host.ts')
  const host = await createHost({ ...given, relay: isRelay })
  const stopped = waitForSignal()
  onHangup(() => host.reload())
  const address = await host.listen()
  warnOfOpenDoors(given, isRelay)
  process.stdout.write(`listening on ${address}\n`)
  await host.close(`${await stopped} received`)
  endForSure()
  return 0
}

/** Resolves with the signal that asks the process to stop. */
export function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}

/**
 * Ends a process that has nothing left to do and does not end: a file system that does not answer holds one of Node's
 * threads, for which `process.exit` would wait as well.
 */
export function endForSure(): void {
  const end = (): void => {
    process.stderr.write('specimen: a file system does not answer; the process is ended without waiting for it.\n')
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, endMilliseconds).unref()
}

/** Reads the folders again when the process is told to by SIGHUP. */
export function onHangup(reload: () => Promise<unknown>): void {
  const report = (error: unknown) => process.stderr.write(`specimen: the folders could not be read again: ${String(error)}\n`)
  process.on('SIGHUP', () => void reload().catch(report))
}

/** Returns the values of flags; `more` are flags besides the options of the table. @throws `config.invalid` */
export function parseFlags(
  command: keyof typeof commandOptions,
  argv: readonly string[],
  more: readonly string[] = [],
  allowPositionals = false,
): { readonly flags: { readonly [flag: string]: string }; readonly positionals: readonly string[] } {
  const names = [...listFlags(commandOptions[command]), ...more]
  const switches = listSwitches(commandOptions[command])
  const known = Object.fromEntries(
    names.map((flag) => [flag, { type: switches.includes(flag) ? ('boolean' as const) : ('string' as const) }]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: { ...known, help: { type: 'boolean', short: 'h' } },
      allowPositionals,
    })
    const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== false)
    return { flags: Object.fromEntries(given.map(([flag, value]) => [flag, String(value)])), positionals }
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new SpecimenError('config.invalid', `${found} See specimen ${command} --help.`, { cause })
  }
}

function parseHostFlags(command: 'serve' | 'relay', argv: readonly string[]): { readonly [flag: string]: string } {
  return parseFlags(command, argv).flags
}

function warnOfOpenDoors(given: ReturnType<typeof readGiven>, isRelay: boolean): void {
  const { host = '127.0.0.1', token, workerTokens, workerTokenList } = given
  if (token === undefined && !isLoopback(host)) {
    const remedy = 'Everybody who reaches this port can run functions and read results. Set --token, or listen on 127.0.0.1.'
    process.stderr.write(`WARNING: listening on ${host} without a token. ${remedy}\n`)
  }
  if (isRelay && workerTokens === undefined && workerTokenList === undefined) {
    const remedy = 'Set --worker-tokens FILE to take others.'
    process.stderr.write(`No worker tokens are set: only workers on this machine are taken. ${remedy}\n`)
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
