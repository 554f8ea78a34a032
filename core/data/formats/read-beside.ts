import type { DecodeContext } from './format.ts'
import { inflate } from './inflate.ts'
import { refuse, requireWithin, showName } from './refusal.ts'

/**
 * Returns the bytes of the one file beside a detached header whose name fits, inflated unless they are wanted
 * as they are; undefined where there is none.
 * @throws `file.undecodable` for several of them, and above the limit
 */
export async function readBeside(
  { beside = [], byteLimit }: DecodeContext,
  fits: (name: string) => boolean,
  form: 'inflated' | 'as it is' = 'inflated',
): Promise<Uint8Array | undefined> {
  const found = beside.filter(({ path }) => fits(path.slice(path.lastIndexOf('/') + 1)))
  const [file, second] = found
  if (!file) return undefined
  if (second)
    throw refuse(
      `Its samples may be in ${showName(file.path)} or ${showName(second.path)}; open one of both.`,
    )
  requireWithin(showName(file.path), file.size, byteLimit)
  const bytes = await file.read()
  const isPacked = form === 'inflated' && bytes[0] === 0x1f && bytes[1] === 0x8b && /gz$/i.test(file.path)
  return isPacked ? await inflate(bytes, byteLimit) : bytes
}
