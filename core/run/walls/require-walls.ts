import { SpecimenError } from '../../domain/errors.ts'
import { listWalls } from './list-walls.ts'
import type { Walls } from './walls.ts'

/** Checks the walls of `--sandbox require`; null stands for threads. @throws `config.invalid` */
export function requireWalls(walls: Walls | null): void {
  const missing = listWalls(walls).find(({ isRequired, remedy }) => isRequired && remedy !== '')
  if (!missing) return
  const { name, found, remedy } = missing
  const other = '--sandbox prefer starts with the walls that stand.'
  throw new SpecimenError('config.invalid', `--sandbox require: ${name}: ${found} ${remedy} ${other}`)
}
