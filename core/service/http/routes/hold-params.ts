import { measureParsed } from '../../../contract/values/json.ts'
import type { Call, CallAnswer } from '../../../engine/run/call.ts'
import type { Account } from '../../account/account.ts'

/** The start of work that goes on without its client. */
interface DetachedStart<Started> {
  /** The name of the client for limits. */
  readonly caller: string
  readonly start: () => Promise<Started>
}

/** Starts a call, whose parameters are of the account until it has ended. @throws `host.busy` */
export async function holdParams<Started extends { readonly answer: CallAnswer }>(
  account: Account,
  { invocation: { params } }: Call,
  { caller, start }: DetachedStart<Started>,
): Promise<Started> {
  const { release } = account.take('answers', caller, measureParsed(JSON.stringify(params)))
  try {
    const started = await start()
    started.answer.entry.then(release, release)
    return started
  } catch (error) {
    release()
    throw error
  }
}
