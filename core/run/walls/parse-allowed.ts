import { describe } from '../../domain/describe.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { isNeed, type Need, needs } from '../../domain/needs.ts'

/** Parses `--allow`, such as `tracker:net,child reader:fs`. @throws `config.invalid` */
export function parseAllowed(text: string): ReadonlyMap<string, readonly Need[]> {
  const parts = text.split(/\s+/).filter(Boolean)
  return new Map(parts.map(parsePart))
}

function parsePart(part: string): readonly [bundle: string, needs: readonly Need[]] {
  const [, bundle = '', words = ''] = /^([^:]+):(.+)$/.exec(part) ?? []
  const found = words.split(',')
  if (found.every(isNeed)) return [bundle, found]
  throw new SpecimenError(
    'config.invalid',
    `--allow takes bundles with what they may do, such as "tracker:net,child reader:fs", of ` +
      `${needs.join(', ')} (got ${describe(part)}).`,
  )
}
