/**
 * Stands in pages for the package that writes Arrow, which a page leaves to its host: core/data/encoding/table says so
 * where it finds no writer.
 */
export const tableToIPC = undefined
