import { day, type OptionTable, optionalText, seconds, secretText } from './option.ts'

/** Options: the workers of a relay. */
export const relayOptions = {
  workerTokens: optionalText(
    'FILE',
    'tokens of workers: a line `<worker-id> <token> [expires <time>]` for each',
  ),
  workerTokenList: secretText(
    'LINES',
    'the same lines, with ; between them ' +
      '(better set as SPECIMEN_WORKER_TOKEN_LIST, which no process list shows)',
  ),
  workerGrace: seconds(
    60,
    [0.01, day],
    'time that a worker may be away before its entries and jobs are given up',
  ),
} as const satisfies OptionTable

/** Options: hosts that work as one. */
export const groupOptions = {
  redis: secretText(
    'URL',
    'share runs, results and jobs with the other hosts at redis://host:6379, rediss:// for TLS ' +
      '(better set as SPECIMEN_REDIS, which no process list shows)',
  ),
  peerAddress: optionalText(
    'URL',
    'where the other hosts reach this one, past any balancer: http://10.0.0.5:8000',
  ),
  groupSecret: secretText(
    'TEXT',
    'what the hosts know one another by; while it is changed, a new and an old one with a space between ' +
      '(better set as SPECIMEN_GROUP_SECRET, which no process list shows)',
  ),
} as const satisfies OptionTable
