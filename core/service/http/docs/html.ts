/** Pieces of HTML for the page at `/docs`. All text is escaped here. */
import { escapeHtml } from '../../../contract/text/escape-html.ts'

/** Returns text as HTML, with what stands between backticks as code. */
export function toHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Returns a block of code that scrolls by keyboard too. */
export function toCode(text: string, label: string): string {
  const attributes = `tabindex="0" role="region" aria-label="${escapeHtml(label)}"`
  return `<pre ${attributes}><code>${escapeHtml(text)}</code></pre>`
}

/** Returns JSON as a block of code, with a list of numbers on one line. */
export function toJson(value: unknown, label: string): string {
  const numbers = /\[[\d\s,.-]+\]/g
  return toCode(
    JSON.stringify(value, null, 2).replace(numbers, (list) => JSON.stringify(JSON.parse(list))),
    label,
  )
}

/** Returns a table of cells that are HTML already; the first of each row is its head. */
export function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const heads = head.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const body = rows.map(([first = '', ...cells]) => {
    return `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  const table = `<thead><tr>${heads}</tr></thead><tbody>${body.join('')}</tbody>`
  return `<div class="wide"><table>${table}</table></div>`
}
