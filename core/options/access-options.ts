import { type OptionTable, optionalText, secretText, toggle } from './option.ts'

/** Options: access to a host. */
export const accessOptions = {
  token: secretText({
    placeholder: 'TEXT',
    help: 'require this bearer token on /api (better set as SPECIMEN_TOKEN, which no process list shows)',
  }),
  tokens: optionalText({
    placeholder: 'FILE',
    help: 'require one of the tokens in FILE, which specimen token writes; read again when it changes',
  }),
  allowAnonymous: toggle({
    help: 'let everybody who reaches another address than loopback do everything, without a token',
  }),
  ticketKey: optionalText({
    placeholder: 'FILE',
    help: 'sign tickets with the secret in FILE, else with that of the group or one of this process',
  }),
  jwtKeys: optionalText({
    placeholder: 'FILE|URL',
    help: 'take tokens (JWT) that an identity provider has signed with one of these keys, a JWK Set',
  }),
  jwtIssuer: optionalText({ placeholder: 'TEXT', help: 'what their claim iss must be' }),
  jwtAudience: optionalText({ placeholder: 'TEXT', help: 'what their claim aud must name: this host' }),
  jwtScopeClaim: optionalText({
    placeholder: 'CLAIM',
    help: 'the claim with their scopes, such as roles or realm_access.roles; scope, else scp, without it',
  }),
  corsOrigin: optionalText({
    placeholder: 'ORIGINS',
    help: 'origins whose pages may use the API, with commas; * for all, without credentials',
  }),
} as const satisfies OptionTable
