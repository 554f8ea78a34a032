/** The names of files that callers bring. */

import { toVisibleFileName } from '../text/visible-text.ts'
import { fileNameLength } from './data-ref.ts'
import { SpecimenError } from './errors.ts'

/** Returns the last part of a name in one line that can be seen; empty for none. @throws `request.invalid` */
export function toBroughtName(given: string): string {
  const name = toVisibleFileName(given.split(/[/\\]/).at(-1) ?? '').replace(/[\t\n]/g, '_')
  if (name.length <= fileNameLength) return name
  const detail = `name must have at most ${fileNameLength} characters (got ${name.length}).`
  throw new SpecimenError('request.invalid', detail)
}
