/** Bundles made by hand, without the build: a manifest with true hashes beside the given module. */
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FunctionManifest, Manifest, SpecimenManifest } from '../../core/contract/domain/manifest.ts'
import type { Need } from '../../core/contract/domain/needs.ts'
import type { ResultType } from '../../core/contract/domain/result/result.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'

export interface HandMadeFunction {
  readonly name: string
  readonly returns: ResultType
  readonly properties?: { readonly [name: string]: JsonObject }
  readonly required?: readonly string[]
  /** Position of the injected reporter among the parameters. */
  readonly progressAt?: number
  /** No catalog entry. */
  readonly hidden?: boolean
}

export interface HandMadeBundle {
  readonly name: string
  /** The text of index.mjs. */
  readonly source: string
  readonly functions: readonly HandMadeFunction[]
  /** Further files by path. */
  readonly files?: { readonly [path: string]: Uint8Array | string }
  readonly thumbnail?: string
  readonly needs?: readonly Need[]
}

/** Writes a bundle folder below `root` and returns its path. */
export function makeBundle(
  root: string,
  { name, source, functions, files = {}, thumbnail, needs }: HandMadeBundle,
): string {
  const folder = join(root, name)
  mkdirSync(folder, { recursive: true })
  const contents: { [path: string]: Uint8Array | string } = { 'index.mjs': source, ...files }
  const listed = Object.entries(contents).map(([path, content]) => {
    writeFileSync(join(folder, path), content)
    const bytes = Buffer.from(content)
    return { path, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  const specimens = functions.filter(({ hidden }) => !hidden).map((entry) => toSpecimen(entry, thumbnail))
  const manifest: Manifest = {
    format: 1,
    name,
    ...(needs && { needs }),
    functions: functions.map(toManifest),
    specimens,
    files: listed,
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return folder
}

export function toManifest({
  name,
  returns,
  properties = {},
  required,
  progressAt,
}: HandMadeFunction): FunctionManifest {
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
      ...(required && { required }),
      additionalProperties: false,
    },
  }
}

function toSpecimen({ name }: HandMadeFunction, thumbnail: string | undefined): SpecimenManifest {
  return {
    id: name,
    function_name: name,
    display_name: `The ${name}`,
    description: `Shows ${name}.`,
    tags: ['probe'],
    story_text: ['One page.', 'Another.'],
    thumbnail_file: thumbnail ?? null,
  }
}
