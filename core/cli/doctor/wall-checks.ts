import { listWalls } from '../../engine/run/walls/list-walls.ts'
import type { Walls } from '../../engine/run/walls/walls.ts'
import type { Config } from '../../options/config.ts'
import type { Finding } from './finding.ts'

/** Returns the working walls around plugins, and remedies for the others. */
export async function checkWalls(
  { isolation, sandbox }: Pick<Config, 'isolation' | 'sandbox'>,
  findWalls: () => Promise<Walls>,
): Promise<readonly Finding[]> {
  const walls = listWalls(isolation === 'thread' ? null : await findWalls())
  return walls.map(({ name, found, remedy, isRequired }) => {
    const missing = isRequired && sandbox === 'require' ? 'fail' : 'warn'
    return { name, state: remedy === '' ? 'ok' : missing, found, remedy }
  })
}
