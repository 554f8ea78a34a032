/** The commands `serve` and `relay`: a host that runs until it is told to stop. */
import { type Config, commandOptions, findUnknownVariables, options, readGiven } from '../config.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { checkAddress } from './check-address.ts'
import type { CommandLine } from './command-form.ts'
import type { Stream, Surroundings } from './surroundings.ts'

/** How long a process that has closed everything may take to end. */
const endMilliseconds = 2000

/**
 * Runs `specimen serve` or `specimen relay` until a signal ends it; returns the exit code. @throws
 * `config.invalid`
 */
export async function runHost(
  command: 'serve' | 'relay',
  { flags }: CommandLine,
  { streams: { stdout, stderr }, environment }: Surroundings,
): Promise<number> {
  const given = readGiven(commandOptions[command], flags, environment)
  warnOfUnknownVariables(environment, stderr)
  await checkAddress(given.host ?? options.host.value, given.port ?? options.port.value)
  const isRelay = command === 'relay'
  const { createHost } = await import('../host.ts')
  const host = await createHost({ ...given, relay: isRelay })
  try {
    const stopped = waitForSignal()
    onHangup(() => host.reload(), stderr)
    const address = await host.listen()
    warnOfOpenDoors(given, isRelay, stderr)
    stdout.write(`listening on ${address}\n`)
    await host.close(`${await stopped} received`)
  } finally {
    await host.close()
  }
  endForSure(stderr)
  return 0
}

/** Resolves with the signal that asks the process to stop. */
export function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve(signal))
  })
}

/**
 * Ends a process that has nothing left to do and does not end: a file system that does not answer holds one
 * of Node's threads, for which `process.exit` would wait as well.
 */
export function endForSure(stderr: Stream): void {
  const end = (): void => {
    stderr.write('specimen: a file system does not answer; the process is ended without waiting for it.\n')
    process.kill(process.pid, 'SIGKILL')
  }
  setTimeout(end, endMilliseconds).unref()
}

/** Reads the folders again when the process is told to by SIGHUP. */
export function onHangup(reload: () => Promise<unknown>, stderr: Stream): void {
  const report = (error: unknown) => {
    stderr.write(`specimen: the folders could not be read again: ${toVisibleText(String(error))}\n`)
  }
  process.on('SIGHUP', () => void reload().catch(report))
}

/**
 * Names the variables that look like options and are none. They change nothing, which must not go
 * unnoticed.
 */
export function warnOfUnknownVariables(environment: Surroundings['environment'], stderr: Stream): void {
  for (const { name, nearest } of findUnknownVariables(environment)) {
    const remedy =
      nearest === null ? '; specimen help serve lists the options.' : `; did you mean ${nearest}?`
    stderr.write(`WARNING: ${name} is not known${remedy}\n`)
  }
}

function warnOfOpenDoors(given: Partial<Config>, isRelay: boolean, stderr: Stream): void {
  const { host = options.host.value, token, workerTokens, workerTokenList } = given
  if (token === undefined && !isLoopback(host)) {
    const remedy =
      'Everybody who reaches this port can run functions and read results. Set --token, or listen on 127.0.0.1.'
    stderr.write(`WARNING: listening on ${host} without a token. ${remedy}\n`)
  }
  if (isRelay && workerTokens === undefined && workerTokenList === undefined) {
    const remedy = 'Set --worker-tokens FILE to take others.'
    stderr.write(`No worker tokens are set: only workers on this machine are taken. ${remedy}\n`)
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}
