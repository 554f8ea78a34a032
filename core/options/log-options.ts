import { choice, type OptionTable, optionalText } from './option.ts'

/** Options: logs, and the destination of traces. */
export const logOptions = {
  logLevel: choice({
    default: 'info',
    placeholder: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    help: 'least severe log line: debug, info, warn, error or silent',
  }),
  logFormat: choice({
    default: 'auto',
    placeholder: 'FORMAT',
    choices: ['auto', 'json', 'pretty'],
    help: 'how lines are written: json, pretty (needs pino-pretty), or auto: pretty on a terminal',
  }),
  otlpEndpoint: optionalText({
    placeholder: 'URL',
    help: 'collector that takes traces by OTLP/HTTP (also OTEL_EXPORTER_OTLP_ENDPOINT); none when left out',
  }),
} as const satisfies OptionTable
