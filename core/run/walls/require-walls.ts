import { SpecimenError } from '../../domain/errors.ts'
import type { Walls } from './walls.ts'

/**
 * Checks that plugins are held in spaces of their own; null stands for threads, which never are.
 * @throws `config.invalid` saying which wall is missing and what to do
 */
export function requireWalls(walls: Walls | null): void {
  if (walls && walls.enclosure !== 'supervisor' && walls.hasLimits) return
  throw new SpecimenError('config.invalid', `--sandbox require: ${describeGap(walls)}`)
}

function describeGap(walls: Walls | null): string {
  if (!walls) return 'threads share everything with the host; use --isolation process.'
  const remedy = 'specimen doctor says what to do; --sandbox prefer starts with the walls that stand.'
  if (!walls.hasLimits)
    return `memory of plugin processes cannot be limited without prlimit (util-linux). ${remedy}`
  const reasons = walls.refused.map(({ enclosure, reason }) => `${enclosure}: ${reason}`).join('; ')
  const where = reasons || process.platform
  return `plugin processes cannot have spaces of their own on this machine (${where}). ${remedy}`
}
