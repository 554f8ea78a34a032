import { type OptionTable, optionalText } from '../option.ts'

/** Options: who may use a host. */
export const accessOptions = {
  token: optionalText({
    placeholder: 'TEXT',
    help: 'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  }),
  corsOrigin: optionalText({
    placeholder: 'ORIGINS',
    help: 'origins whose pages may use the API, with commas; * for all, without credentials',
  }),
} as const satisfies OptionTable
