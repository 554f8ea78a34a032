import { Writable } from 'node:stream'
import { type DestinationStream, type Logger, pino } from 'pino'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { toVisibleText } from '../../contract/text/visible-text.ts'
import { createVariableHider, readBundleVariables } from '../../engine/run/bundle-variables.ts'
import { LogOutput } from './log-output.ts'

/** The settings of a log. */
export interface LogOptions {
  readonly logLevel: string
  readonly logFormat: 'auto' | 'json' | 'pretty'
  /** Writes the values of parameters, not only their names. */
  readonly logParams?: boolean
  /** Variables of bundles (`--env`), whose values are hidden in every line. */
  readonly env?: string | undefined
}

/** Returns a host's log, by pino-pretty at a terminal that has it. @throws `config.invalid` without it */
export async function createLog(
  { logLevel, logFormat, logParams = false, env = '' }: LogOptions,
  destination: DestinationStream | undefined,
): Promise<Logger> {
  const isTerminal = destination === undefined && process.stdout.isTTY === true
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isTerminal)
  const pretty = isPretty ? await loadPretty(logFormat) : undefined
  // JSON escapes control characters below U+0020 only; terminals obey others too.
  const hide = createVariableHider(readBundleVariables(env, process.env))
  const toSafe = pretty ? toTwiceVisible : toVisibleText
  const hooks = { streamWrite: (line: string) => toSafe(hide(line)) }
  const serializers = { params: logParams ? toValues : toNames }
  const settings = { level: logLevel, base: null, redact, hooks, serializers }
  const output = destination ?? new LogOutput(process.stdout.fd, (lines) => tellLost(lines))
  const log = pino(
    settings,
    pretty ? pretty({ colorize: isTerminal, destination: toWritable(output) }) : output,
  )
  const tellLost = (lines: number): void =>
    log.warn({ lines }, 'lines of the log were left out: they could not be written in time')
  return log
}

const valuesLength = 2000

function toValues(params: unknown): unknown {
  return Array.isArray(params) ? params : JSON.stringify(params).slice(0, valuesLength)
}

/** Values may be secrets of people; which parameters were given mostly tells enough. */
function toNames(params: unknown): readonly string[] {
  return Array.isArray(params) ? params : Object.keys(params ?? {})
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
