/** Beginnings that spreadsheets take for a formula. */
const formula = /^[=+\-@\t\r]/

/** Returns the text of a cell with an apostrophe before what a spreadsheet would take for a formula. */
export function toPlainCell(text: string): string {
  return formula.test(text) ? `'${text}` : text
}
