import { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino } from 'pino'
import { SpecimenError } from '../domain/errors.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { openOutput } from './log-output.ts'

/** How a log is written, as the options of the same names have it. */
export interface LogSettings {
  readonly logLevel: string
  readonly logFormat: 'auto' | 'json' | 'pretty'
}

/**
 * Returns the log of a host or worker, to standard output unless there is another destination. For people at
 * a terminal it is written by pino-pretty where that is installed, else one line of JSON an event.
 * @throws `config.invalid` when it must be pretty and pino-pretty is not there
 */
export async function createLog(
  { logLevel, logFormat }: LogSettings,
  destination: DestinationStream | undefined,
): Promise<Logger> {
  const isTerminal = destination === undefined && process.stdout.isTTY === true
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)
  const pretty = isPretty ? await loadPretty(logFormat) : undefined
  // JSON escapes control characters below U+0020 only; a terminal that shows the log obeys others too.
  const streamWrite = pretty ? toTwiceVisible : toVisibleText
  const settings = { level: logLevel, base: null, redact, hooks: { streamWrite } }
  const output = destination ?? openOutput(process.stdout.fd, (lines) => tellLost(lines))
  const log = pino(
    settings,
    pretty ? pretty({ colorize: isTerminal, destination: toWritable(output) }) : output,
  )
  const tellLost = (lines: number): void =>
    log.warn({ lines }, 'lines of the log were left out: they could not be written in time')
  return log
}

/** What errors of other packages may carry along; the host itself logs none of it. */
const redact = { paths: ['err.headers', '*.authorization', '*.token'], censor: '[removed]' }

type Pretty = (options: { readonly colorize: boolean; readonly destination: Writable }) => DestinationStream

function toWritable(destination: DestinationStream): Writable {
  return new Writable({
    write: (piece, _encoding, done) => {
      destination.write(String(piece))
      done()
    },
  })
}

async function loadPretty(logFormat: LogSettings['logFormat']): Promise<Pretty | undefined> {
  try {
    return (await import('pino-pretty')).default
  } catch (cause) {
    if (logFormat === 'auto') return undefined
    const remedy = 'install it (npm install pino-pretty), or leave --log-format out.'
    throw new SpecimenError(
      'config.invalid',
      `--log-format pretty needs the package pino-pretty; ${remedy}`,
      {
        cause,
      },
    )
  }
}

/**
 * Returns a line of JSON in which control characters are text, and stay text when it is parsed: pino-pretty
 * writes messages and stacks as they are, line feeds included.
 */
function toTwiceVisible(line: string): string {
  return toVisibleText(line).replace(/\\(\\|u00[0189][0-9a-f]|u007f|u20[26][0-9a-f])/g, (found, escaped) =>
    escaped === '\\' ? found : `\\${found}`,
  )
}
