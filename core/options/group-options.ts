import { type OptionTable, optionalText, secretText } from './option.ts'

/** Options: hosts that work as one. */
export const groupOptions = {
  redis: secretText({
    placeholder: 'URL',
    help:
      'share runs, results and jobs with the other hosts at redis://host:6379, rediss:// for TLS ' +
      '(better set as SPECIMEN_REDIS, which no process list shows)',
  }),
  peerAddress: optionalText({
    placeholder: 'URL',
    help: 'where the other hosts reach this one, past any balancer: http://10.0.0.5:8000',
  }),
  groupSecret: secretText({
    placeholder: 'TEXT',
    help:
      'what the hosts know one another by; while it is changed, a new and an old one with a space between ' +
      '(better set as SPECIMEN_GROUP_SECRET, which no process list shows)',
  }),
} as const satisfies OptionTable
