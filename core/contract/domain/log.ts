/** The host's log: fields first, then a sentence. pino fits; so does an array in a test. */
export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Returns a log that adds these fields to each line. */
export function withFields(log: Log, fields: object): Log {
  return {
    debug: (more, message) => log.debug({ ...fields, ...more }, message),
    info: (more, message) => log.info({ ...fields, ...more }, message),
    warn: (more, message) => log.warn({ ...fields, ...more }, message),
    error: (more, message) => log.error({ ...fields, ...more }, message),
  }
}
