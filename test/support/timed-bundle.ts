/** A bundle whose one function takes its time, says when it begins, and gives each of its runs away. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBundle } from './make-bundle.ts'
import { temporaryFolders } from './temporary-folders.ts'

const source = `
/** All numbers are the label, but the last: it tells each run from every other. It is reported first. */
export async function timed(label, milliseconds, count, report) {
  const tag = Math.floor(Math.random() * 2 ** 48)
  report.report('begun ' + tag)
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const data = new Float64Array(count).fill(label)
  data[count - 1] = tag
  return { shape: [1, 1, count], data }
}
`

/** Writes the bundle into a new temporary folder; `more` is source that makes it another bundle. */
export function makeTimed(more = ''): { readonly plugins: string; readonly specimens: string } {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-timed-'))
  temporaryFolders.push(folder)
  const plugins = join(folder, 'bundles')
  makeBundle(plugins, {
    name: 'timed',
    source: source + more,
    functions: [
      {
        name: 'timed',
        returns: 'volume',
        properties: {
          label: { type: 'integer', default: 0 },
          milliseconds: { type: 'integer', default: 0 },
          count: { type: 'integer', default: 2, minimum: 2 },
        },
        progressAt: 3,
      },
    ],
  })
  return { plugins, specimens: join(folder, 'specimens') }
}
