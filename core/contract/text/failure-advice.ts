/** Advice behind the messages of failed runs. A command that knows more gives its own instead. */

/** An address that names no host. */
export const addressAdvice = 'Import the file, so that it is bundled, or name a whole address'

/** A request that found no answer. */
export const requestAdvice =
  'Import what is always the same, so that it is bundled; for anything else the address must answer, the ' +
  'function ask for the network (@needs net) and the operator allow it'

/** A run that took too long. */
export const overrunAdvice = 'Compute less, or have the host started with a larger --run-timeout'

/** A full heap. */
export const memoryAdvice = 'Hold less at a time, or have the host started with a larger --heap-mebibytes'

/** Returns a message without the advice in it. */
export function dropAdvice(message: string): string {
  return [addressAdvice, requestAdvice, overrunAdvice, memoryAdvice].reduce(
    (text, advice) => text.replace(` ${advice}.`, ''),
    message,
  )
}
