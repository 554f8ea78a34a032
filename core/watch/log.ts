import { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino } from 'pino'
import { SpecimenError } from '../domain/errors.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { LogOutput } from './log-output.ts'

/** Returns a host's log, by pino-pretty at a terminal that has it. @throws `config.invalid` without it */
export async function createLog(
  { logLevel, logFormat }: { readonly logLevel: string; readonly logFormat: 'auto' | 'json' | 'pretty' },
  destination: DestinationStream | undefined,
): Promise<Logger> {
  const isTerminal = destination === undefined && process.stdout.isTTY === true
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)
  const pretty = isPretty ? await loadPretty(logFormat) : undefined
  // JSON escapes control characters below U+0020 only; terminals obey others too.
  const streamWrite = pretty ? toTwiceVisible : toVisibleText
  const settings = { level: logLevel, base: null, redact, hooks: { streamWrite } }
  const output = destination ?? new LogOutput(process.stdout.fd, (lines) => tellLost(lines))
  const log = pino(
    settings,
    pretty ? pretty({ colorize: isTerminal, destination: toWritable(output) }) : output,
  )
  const tellLost = (lines: number): void =>
    log.warn({ lines }, 'lines of the log were left out: they could not be written in time')
  return log
}

/** Possible secrets in errors of other packages; the host itself logs none. */
const redact = { paths: ['err.headers', '*.authorization', '*.token'], censor: '[removed]' }

function toWritable(destination: DestinationStream): Writable {
  return new Writable({
    write: (piece, _encoding, done) => {
      destination.write(String(piece))
      done()
    },
  })
}

async function loadPretty(logFormat: 'auto' | 'json' | 'pretty') {
  try {
    return (await import('pino-pretty')).default
  } catch (cause) {
    if (logFormat === 'auto') return undefined
    const remedy = 'install it (npm install pino-pretty), or leave --log-format out.'
    const detail = `--log-format pretty needs the package pino-pretty; ${remedy}`
    throw new SpecimenError('config.invalid', detail, { cause })
  }
}

/** Escapes such characters twice, because pino-pretty prints parsed messages and stacks as they are. */
function toTwiceVisible(line: string): string {
  return toVisibleText(line).replace(/\\(\\|u[0-9a-f]{4})/gi, (found, escaped) =>
    escaped === '\\' ? found : `\\${found}`,
  )
}
