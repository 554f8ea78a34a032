import { signal } from '@preact/signals'
import type { HostCalls } from '../../client/client.ts'
import type { Session } from './session.ts'

/** Returns the session of a page that reaches no host: nothing is asked for, refused, or away. */
export function createStaticSession(
  client: HostCalls,
  { baseUrl, linkBase }: Pick<Session, 'baseUrl' | 'linkBase'>,
): Session {
  return {
    baseUrl,
    linkBase,
    client,
    isStatic: true,
    token: signal(undefined),
    asksToken: signal(false),
    isAway: signal(false),
    call: async (ask) => await ask(),
    offerToken: async () => 'taken',
    useToken: () => {},
    probe: async () => true,
    close: () => {},
  }
}
