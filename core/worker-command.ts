/** The command `worker`: serves this machine's plugins and specimens through a relay, without an open port. */
import { commandOptions, describeOptions, readGiven } from './config.ts'
import { SpecimenError } from './domain/errors.ts'
import { toVisibleText } from './domain/visible-text.ts'
import { endForSure, onHangup, parseFlags, waitForSignal } from './host-commands.ts'

export const workerUsage = `specimen worker: serves this machine's plugins and specimens through a relay

usage: specimen worker <relay-url> --id <worker-id> [options]

Dials out to the relay, so this machine needs no open port, and dials again whenever the connection is lost; what runs goes on
meanwhile. Everything here appears at the relay as <worker-id>:<specimen>. Prints "connected to <relay-url> as <worker-id>"
when the relay has taken it; everything else is a JSON line on standard output. SIGHUP reads the folders again, as
GET /api/specimens/reload at the relay does. SIGTERM and SIGINT let what runs end, and end it cleanly.

  specimen worker https://relay.example.org --id lab7 --plugins dist/plugins --specimens /data/specimens

options (each also as an environment variable: --run-timeout is SPECIMEN_RUN_TIMEOUT; a flag wins)
  --id ID                     name of this worker at the relay (SPECIMEN_WORKER_ID)
  --token TEXT                its token (better set as SPECIMEN_WORKER_TOKEN, which no process list shows)
${describeOptions(commandOptions.worker)}
`

/** Runs `specimen worker` until a signal or the relay ends it; returns the exit code. @throws `config.invalid` */
export async function runWorker(argv: readonly string[]): Promise<number> {
  const { flags, positionals } = parseFlags('worker', argv, ['id', 'token'], true)
  if (flags.help !== undefined) {
    process.stdout.write(workerUsage)
    return 0
  }
  const [relay, ...rest] = positionals
  if (relay === undefined || rest.length > 0) {
    throw new SpecimenError(
      'config.invalid',
      `One relay's address was wanted, as in: specimen worker https://relay.example.org --id lab7.`,
    )
  }
  const id = flags.id || process.env.SPECIMEN_WORKER_ID || ''
  const token = flags.token || process.env.SPECIMEN_WORKER_TOKEN || undefined
  const given = readGiven(commandOptions.worker, flags, process.env)
  const { createWorker } = await import('./worker-host.ts')
  const worker = await createWorker({ ...given, relay, id, token })
  const stopped = waitForSignal()
  onHangup(() => worker.reload())
  worker.connected.then(() => process.stdout.write(`connected to ${relay} as ${id}\n`))
  const end = await Promise.race([worker.ended, stopped])
  await worker.close(typeof end === 'string' ? `${end} received` : end.detail)
  endForSure()
  if (typeof end === 'string') return 0
  process.stderr.write(`specimen: the relay at ${relay} does not take this worker any more: ${toVisibleText(end.detail)}\n`)
  return 1
}
