import { escapeHtml } from '../../core/contract/text/escape-html.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import type { Facts } from '../../core/contract/wire/facts.ts'
import { type FactChange, listFactChanges } from '../../core/data/facts/list-fact-changes.ts'
import { refuseFolder, replaceFile } from '../../core/engine/files/replace.ts'
import { formatBytes } from '../report/report.ts'

/** One side of a call; undefined where it has no such function. */
export type Compared =
  | {
      /** SHA-256 of the result. */
      readonly digest: string
      readonly milliseconds: number
      readonly bytes: number
      readonly facts: Facts
      /** A PNG. */
      readonly picture: Uint8Array
    }
  | { readonly problem: string }
  | undefined

/** A function that is new, gone or another. */
export interface FunctionDiff {
  readonly name: string
  readonly state: 'new' | 'changed' | 'removed'
  /** The title is the name of the preset. */
  readonly calls: readonly {
    readonly title: string
    readonly before: Compared
    readonly after: Compared
    /** A PNG of what differs between both pictures; undefined where no camera is that of both. */
    readonly difference: Uint8Array | undefined
  }[]
  /** The most bytes of its process, Node's own among them, before and after; 0 where they are not known. */
  readonly peaks: readonly [before: number, after: number]
}

/** Returns the memory of a function, after a comma; nothing where it is not known. */
function formatPeaks([before, after]: FunctionDiff['peaks']): string {
  if (after === 0) return ''
  return before === 0
    ? `, ${formatBytes(after)} of memory`
    : `, ${formatBytes(before)} → ${formatBytes(after)} of memory`
}

/** Refuses the path of a page that has a folder. @throws `config.invalid` */
export function refusePage(out: string): void {
  refuseFolder(out)
}

/** Writes a page that needs no other file. @throws as `replaceFile` */
export function writeDiffPage(out: string, diffs: readonly FunctionDiff[], revision: string): void {
  replaceFile(out, toPage(diffs, revision))
}

function toPage(diffs: readonly FunctionDiff[], revision: string): string {
  const title = `Specimens since ${escapeHtml(toShownText(revision))}`
  const sections = diffs.map(({ name, state, calls, peaks }) => {
    const rows = calls.map(({ title: preset, before, after, difference }) => {
      const cells = [writeMade(before), writeMade(after), difference ? writePicture(difference) : '']
      const sides = cells.map((cell) => `<td>${cell}</td>`)
      const row = `<tr><th scope="row">${escapeHtml(toShownText(preset))}</th>${sides.join('')}</tr>`
      return [row, ...listChanges(before, after).map(writeChange)].join('\n')
    })
    const head =
      '<tr><td></td><th scope="col">before</th><th scope="col">after</th><th scope="col">difference</th></tr>'
    const table = rows.length > 0 ? `<table>${head}${rows.join('\n')}</table>` : ''
    return `<h2>${escapeHtml(toShownText(name))} <small>${state}${formatPeaks(peaks)}</small></h2>\n${table}`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem; color: #e4e7ec; background: #14161b }
td, th { padding: .5rem 1rem .5rem 0; text-align: left; vertical-align: top; font-weight: normal }
img { display: block; border-radius: 6px }
small { color: #98a1b0; font-weight: normal }
.fact > * { padding-block: 0; font-size: 13px }
.fact th { padding-inline-start: 1rem; color: #98a1b0 }
</style>
<h1>${title}</h1>
${sections.join('\n') || '<p>No function has changed.</p>'}
</html>
`
}

function writeChange({ name, before, after }: FactChange): string {
  const cells = [before, after].map((text) => `<td>${escapeHtml(toShownText(text))}</td>`)
  return `<tr class="fact"><th scope="row">${escapeHtml(toShownText(name))}</th>${cells.join('')}</tr>`
}

/** Returns the facts that differ between two sides; none where one is missing or refused. */
function listChanges(before: Compared, after: Compared): readonly FactChange[] {
  if (!before || !after || 'problem' in before || 'problem' in after) return []
  return listFactChanges(before.facts, after.facts)
}

function writeMade(made: Compared): string {
  if (!made) return ''
  if ('problem' in made) return escapeHtml(toShownText(made.problem))
  const { digest, milliseconds, bytes, picture } = made
  const figures = `${Math.round(milliseconds)} ms, ${formatBytes(bytes)}`
  const hash = `<span title="${digest}">SHA-256 ${digest.slice(0, 12)}</span>`
  return `${writePicture(picture)}<small>${figures}, ${hash}</small>`
}

function writePicture({ buffer, byteOffset, byteLength }: Uint8Array): string {
  const data = Buffer.from(buffer, byteOffset, byteLength).toString('base64')
  return `<img src="data:image/png;base64,${data}" width="256" height="256" alt="">`
}

/** Returns true for the sentence of a refusal. */
export function isFailure(made: Compared): made is { readonly problem: string } {
  return made !== undefined && 'problem' in made
}

/** Most facts of a call in the terminal; the page has all. */
const mostFacts = 6

/** Returns the line of a function for the terminal, and one below it for each call whose facts differ. */
export function formatDiff(diff: FunctionDiff): string {
  const changed = diff.calls.flatMap(({ title, before, after }) => {
    const changes = listChanges(before, after)
    if (changes.length === 0) return []
    const texts = changes
      .slice(0, mostFacts)
      .map((change) => `${change.name} ${change.before} → ${change.after}`)
    const rest = changes.length - texts.length
    return [toShownText(`  ${title}: ${texts.join('; ')}${rest > 0 ? `; ${rest} more` : ''}`)]
  })
  return [formatFunction(diff), ...changed].join('\n')
}

function formatFunction({ name, state, calls, peaks }: FunctionDiff): string {
  const failed = calls.find(({ after }) => isFailure(after))
  if (isFailure(failed?.after))
    return toShownText(`failed ${name} (${failed.title}): ${failed.after.problem}`)
  const [first] = calls
  if (!first?.after || 'problem' in first.after) return `${state} ${name}`
  const { milliseconds, bytes } = first.after
  const [time, size, memory] = [`${Math.round(milliseconds)} ms`, formatBytes(bytes), formatPeaks(peaks)]
  if (!first.before) return `${state} ${name}: ${time}, ${size}${memory}`
  if ('problem' in first.before)
    return toShownText(`${state} ${name}: failed before: ${first.before.problem}`)
  const other = calls.flatMap(({ title, before, after }) => (isSame(before, after) ? [] : [title]))
  const results = other.length === 0 ? 'same results' : `other results (${other.join(', ')})`
  const earlier = `${Math.round(first.before.milliseconds)} → ${time}, ${formatBytes(first.before.bytes)}`
  return toShownText(`${state} ${name}: ${results}; ${earlier} → ${size}${memory}`)
}

function isSame(before: Compared, after: Compared): boolean {
  return !!before && !!after && 'digest' in before && 'digest' in after && before.digest === after.digest
}
