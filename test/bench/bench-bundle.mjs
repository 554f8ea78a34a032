/** Bundles made by hand for the benchmarks, with true hashes, as `specimen build` would write them. */
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Writes a bundle folder below `root`. Each of `functions` is `{ name, returns, properties, progressAt }`,
 * where `progressAt` is the reporter's position among the parameters.
 */
export async function writeBundle(root, { name, source, functions }) {
  const folder = join(root, name)
  await mkdir(folder, { recursive: true })
  const bytes = Buffer.from(source)
  await writeFile(join(folder, 'index.mjs'), bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const files = [{ path: 'index.mjs', bytes: bytes.byteLength, sha256 }]
  const manifest = {
    format: 1,
    name,
    functions: functions.map(toManifest),
    specimens: functions.map(toSpecimen),
    files,
  }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function toManifest({ name, returns, properties = {}, progressAt }) {
  const parameters = Object.keys(properties)
  if (progressAt !== undefined) parameters.splice(progressAt, 0, 'progress')
  return {
    name,
    description: `Does ${name}.`,
    return_type: returns,
    parameters,
    progress: progressAt === undefined ? null : 'progress',
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: name,
      type: 'object',
      properties,
      additionalProperties: false,
    },
  }
}

function toSpecimen({ name }) {
  return {
    id: name,
    function_name: name,
    display_name: `The ${name}`,
    description: `Shows ${name}, as one entry of a catalog does in a sentence or two.`,
    tags: ['bench', 'generated'],
    story_text: [],
    thumbnail_file: null,
  }
}
