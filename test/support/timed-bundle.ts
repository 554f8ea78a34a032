/** A bundle whose one function takes its time, says when it begins, and gives each of its runs away. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeBundle } from './make-bundle.ts'
import { temporaryFolders } from './temporary-folders.ts'

const randomTag = 'Math.floor(Math.random() * 2 ** 48)'
const source = `
/** All numbers are the label, but the last: it tells each run from every other. It is reported first, as half of the run. */
export async function NAME(label, milliseconds, count, report) {
  const tag = TAG
  report.report('begun ' + tag, 0.5)
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds))
  const data = new Float64Array(count).fill(label)
  data[count - 1] = tag
  return { shape: [1, 1, count], data }
}
`

/**
 * Writes the bundle into a new temporary folder; `more` is source that makes it another bundle, `tag` the
 * expression that tells its runs from others, and `name` that of its function.
 */
export function makeTimed(
  more = '',
  { tag = randomTag, name = 'timed' } = {},
): { readonly plugins: string; readonly specimens: string } {
  const folder = mkdtempSync(join(tmpdir(), 'specimen-timed-'))
  temporaryFolders.push(folder)
  const plugins = join(folder, 'bundles')
  makeBundle(plugins, {
    name,
    thumbnail: 'thumbnail.png',
    files: { 'thumbnail.png': 'a thumbnail' },
    source: source.replace('TAG', tag).replace('NAME', name) + more,
    functions: [
      {
        name,
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
