/**
 * Where the host writes what happened: fields first, then a sentence. pino fits; so does an array in a test.
 */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
