import { day, type OptionTable, optionalText, seconds, secretText } from './option.ts'

/** Options: the workers of a relay. */
export const relayOptions = {
  workerTokens: optionalText({
    placeholder: 'FILE',
    help: 'tokens of workers: a line `<worker-id> <token> [expires <time>]` for each',
  }),
  workerTokenList: secretText({
    placeholder: 'LINES',
    help:
      'the same lines, with ; between them ' +
      '(better set as SPECIMEN_WORKER_TOKEN_LIST, which no process list shows)',
  }),
  workerGrace: seconds({
    default: 60,
    min: 0.01,
    max: day,
    help: 'time that a worker may be away before its entries and jobs are given up',
  }),
} as const satisfies OptionTable
