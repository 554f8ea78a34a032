import { SpecimenError } from '../../contract/domain/errors.ts'

/** The optional packages that talk to Redis, which a host by itself neither needs nor loads. */
export interface GroupPackages {
  readonly ioredis: Pick<typeof import('ioredis'), 'Redis' | 'Cluster' | 'AbstractConnector'>
  readonly bullmq: typeof import('bullmq')
}

/** Loads the packages of a host in a group. @throws `config.invalid` when they are not installed */
export async function loadPackages(): Promise<GroupPackages> {
  try {
    const [ioredis, bullmq] = await Promise.all([import('ioredis'), import('bullmq')])
    return { ioredis, bullmq }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    const detail = '--redis needs the packages ioredis and bullmq, of which one is not installed here; '
    throw new SpecimenError('config.invalid', `${detail}npm install ioredis@6 bullmq@6.7.0.`, { cause })
  }
}
