/** Derives a bundle's manifest: functions, their specimens, and the hash of every file. */
import { createHash } from 'node:crypto'
import {
  type BundleFile,
  type FunctionManifest,
  type Manifest,
  manifestFormat,
  parseManifest,
  type SpecimenManifest,
} from '../../core/contract/domain/manifest.ts'
import { namesParts, type Returned } from '../../core/contract/domain/result/returned.ts'
import { mapName } from '../../core/contract/domain/source-map.ts'
import { tagWordNames } from '../../core/contract/text/words.ts'
import { compareText } from '../model/diagnostics.ts'
import { listNeeds, readPresetTag } from '../model/function-tags.ts'
import { readPartTag } from '../model/part-tag.ts'
import type { DocTag, FunctionSignature } from '../model/signature.ts'
import { toBareText } from '../model/value-tags.ts'
import { deriveSchema } from './derive-schema.ts'

/**
 * Returns the manifest of checked functions, in the author's order, and files, by path. `thumbnails` are
 * paths in the bundle by function name. The source map is not listed: it does not identify the code. The
 * manifest has passed the host's own parser.
 */
export function deriveManifest(
  name: string,
  signatures: readonly FunctionSignature[],
  files: ReadonlyMap<string, Uint8Array>,
  thumbnails: ReadonlyMap<string, string>,
): Manifest {
  const shown = signatures.filter(isSpecimen)
  const needs = listNeeds(signatures)
  return parseManifest({
    format: manifestFormat,
    name,
    ...(needs.length > 0 && { needs }),
    functions: signatures.map(deriveFunction),
    specimens: shown.map((signature) => deriveSpecimen(signature, thumbnails.get(signature.name) ?? null)),
    files: [...files]
      .filter(([path]) => path !== mapName)
      .map(([path, bytes]) => toFile(path, bytes))
      .sort((a, b) => compareText(a.path, b.path)),
  })
}

/** Returns true when a function is in the catalog. */
export function isSpecimen({ tags }: FunctionSignature): boolean {
  return !tags.some((tag) => tag.name === 'notSpecimen')
}

/** Returns the text of a manifest: two spaces, one trailing line end. */
export function toManifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** Returns the manifest entry of a checked function. */
export function deriveFunction(signature: FunctionSignature): FunctionManifest {
  const { name, description, returns, parameters, tags } = signature
  return {
    name,
    description,
    ...deriveReturns(returns, tags),
    parameters: parameters.map((parameter) => parameter.name),
    progress: parameters.find(({ type }) => type.kind === 'progress')?.name ?? null,
    schema: deriveSchema(signature),
  }
}

/** Returns the members on what a function returns; a scene has the looks of `@part`. */
function deriveReturns(
  returns: Returned,
  tags: readonly DocTag[],
): Pick<FunctionManifest, 'return_type' | 'returns'> {
  if (returns.type !== 'scene') return { return_type: returns.type }
  if (!namesParts(returns)) return { return_type: 'scene', returns }
  const looks = tags
    .filter(({ name }) => name === 'part')
    .flatMap(({ text }) => {
      const read = readPartTag(text)
      return read.kind === 'look' ? [[read.name, read.look] as const] : []
    })
  const named = looks.length > 0 ? { ...returns, looks: Object.fromEntries(looks) } : returns
  return { return_type: 'scene', returns: named }
}

/** Returns the manifest entry of a function in the catalog; `thumbnail` is a path in the bundle. */
export function deriveSpecimen(
  { name, description, tags }: FunctionSignature,
  thumbnail: string | null,
): SpecimenManifest {
  const texts = (wanted: string): string[] => tags.flatMap((tag) => (tag.name === wanted ? [tag.text] : []))
  const presets = tags.filter((tag) => tag.name === 'preset').flatMap((tag) => readPresetTag(tag) ?? [])
  const words = texts('tags').flatMap((text) => text.split(','))
  return {
    id: name,
    function_name: name,
    display_name: texts('displayName')[0] ?? name,
    description,
    tags: [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))],
    story_text: texts('story'),
    thumbnail_file: thumbnail,
    ...Object.fromEntries(
      tagWordNames.flatMap((word) => texts(word).map((text) => [word, toBareText(text)] as const)),
    ),
    ...(presets.length > 0 && { presets }),
  }
}

function toFile(path: string, bytes: Uint8Array): BundleFile {
  return { path, bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
}
