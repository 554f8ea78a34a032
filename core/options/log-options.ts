import { choice, type OptionTable } from '../option.ts'

/** Options: what is logged. */
export const logOptions = {
  logLevel: choice({
    default: 'info',
    placeholder: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    help: 'least severe log line: debug, info, warn, error or silent',
  }),
} as const satisfies OptionTable
