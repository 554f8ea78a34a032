import { SpecimenError } from '../../contract/domain/errors.ts'
import { isLoopback } from '../../contract/domain/loopback.ts'

/** The settings that decide on access without a token. */
export interface Exposure {
  readonly host: string
  readonly allowAnonymous: boolean
  readonly token?: string | undefined
  readonly tokens?: string | undefined
  readonly jwtKeys?: string | undefined
}

/** Returns whether a host with these settings requires a token. */
export function asksForToken({ token, tokens, jwtKeys }: Omit<Exposure, 'host' | 'allowAnonymous'>): boolean {
  return token !== undefined || tokens !== undefined || jwtKeys !== undefined
}

/** Refuses a host that others reach without a token, unless permitted. @throws `config.invalid` */
export function checkExposure({ host, allowAnonymous, ...settings }: Exposure): void {
  if (asksForToken(settings) || allowAnonymous || isLoopback(host)) return
  throw new SpecimenError(
    'config.invalid',
    `Everybody who reaches ${host} could run functions and read results: set --token or --tokens, ` +
      'listen on 127.0.0.1, or say that this is wanted with --allow-anonymous.',
  )
}
