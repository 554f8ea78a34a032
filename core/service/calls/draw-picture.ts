import type { Drawer, DrawnPicture, PictureKey, PictureWish } from '../../engine/run/drawing/drawer.ts'
import type { Account } from '../account/account.ts'

/** The parts of a host that draw pictures. */
export interface PictureParts {
  readonly account: Account
  readonly drawer: Pick<Drawer, 'find' | 'draw'>
}

/**
 * Returns the picture of a result, drawn off the event loop once its turn has come: until then it has a place
 * of the account. @throws `host.busy` for too many or too slow ones; the errors of `compute`
 */
export async function drawPicture(
  { account, drawer }: PictureParts,
  wanted: PictureKey,
  wish: Omit<PictureWish, 'onTurn'>,
): Promise<DrawnPicture> {
  const { release } = account.take('pictures', `${wish.caller} ${wish.functionName}`, 1)
  return await drawer.draw(wanted, { ...wish, onTurn: release }).finally(release)
}
