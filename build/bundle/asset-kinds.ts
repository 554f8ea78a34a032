/**
 * The value that an import of a file yields: its text, its bytes, its parsed JSON, or a module's exports. The
 * ending decides, for TypeScript chooses types by ending alone; an attribute, as in `import shader from
 * './wave.glsl' with { type: 'text' }`, must agree, and decides for other endings.
 */
import { readFileSync, statSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { findPackage } from '../files/packages.ts'
import type { Diagnostic } from '../model/diagnostics.ts'

/** Endings of files imported as text; `core/plugin-assets.d.ts` declares them. */
export const textExtensions = [
  '.txt',
  '.csv',
  '.tsv',
  '.glsl',
  '.vert',
  '.frag',
  '.wgsl',
  '.pdb',
  '.cif',
  '.xyz',
  '.mol',
  '.sdf',
  '.obj',
  '.off',
] as const

/** Endings of files imported as bytes; `core/plugin-assets.d.ts` declares them. */
export const byteExtensions = ['.bin', '.stl', '.wasm'] as const

/** The end of a specifier of a WebAssembly file that is imported as a module, and not as bytes. */
export const wasmModuleEnd = '?module'

/** Kinds of imported data. */
const assetKinds = ['text', 'bytes', 'json'] as const
/** The refusal of an import. */
export type ImportRefusal = Pick<Diagnostic, 'found' | 'remedy'>

/** Bounds the size of `index.mjs`, which every process that runs the plugin parses. */
const longestText = 2 ** 24

const endings = { text: '.txt', bytes: '.bin' } as const

const kinds = new Map<string, (typeof assetKinds)[number]>([
  ...textExtensions.map((extension) => [extension, 'text'] as const),
  ...byteExtensions.map((extension) => [extension, 'bytes'] as const),
  ['.json', 'json'],
])

/** Returns the kind of an import by its ending and attributes; null for modules and unknown endings. */
export function chooseKind(
  path: string,
  attributes: { readonly [name: string]: string },
): (typeof assetKinds)[number] | ImportRefusal | null {
  const extension = extname(path)
  const { type, ...others } = attributes
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) return refuseAttribute(`The attribute "${unknown}" is not known.`)
  const natural = kinds.get(extension) ?? null
  if (type === undefined) return natural
  const wanted = assetKinds.find((kind) => kind === type)
  if (!wanted) return refuseAttribute(`The type "${type}" is not known.`)
  const isModule = isModulePath(path)
  if (!isModule && (natural === null || natural === wanted)) return wanted
  const given = isModule ? 'the exports of a module' : natural
  const otherwise = wanted === 'json' ? '' : `, or rename the file to ${endings[wanted]}`
  return {
    found: `An import of ${basename(path)} gives ${given} to TypeScript, not ${type}.`,
    remedy: `Leave the attribute out${otherwise}.`,
  }
}

/** Returns true when the import of a file yields the exports of a module. */
export function isModulePath(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path)
}

/** Returns the refusal of a file that is neither module nor data. */
export function refuseFile(path: string): ImportRefusal {
  const inPackage = findPackage(path)
  if (inPackage)
    return {
      found: `A bundle cannot hold ${basename(path)}, a file of the package ${inPackage.name}.`,
      remedy:
        `Import a part of ${inPackage.name} that needs none (its README or "exports" name them), or ` +
        'another package: styles and pictures of pages are of no use to a function.',
    }
  return {
    found: `A bundle cannot hold ${basename(path)}.`,
    remedy:
      `Into a bundle go modules, JSON, text (${textExtensions.join(' ')}) and bytes ` +
      `(${byteExtensions.join(' ')}): rename the file to .txt or .bin, or write with { type: 'text' } or ` +
      "with { type: 'bytes' } behind the path and declare its ending to TypeScript.",
  }
}

/**
 * Returns the text of a file, without a byte order mark.
 * @returns a refusal for bytes that are no UTF-8, and for texts above 16 MiB
 */
export function readText(path: string): string | ImportRefusal {
  const { size } = statSync(path)
  const otherwise = 'rename the file to .bin, whose import gives its bytes'
  if (size > longestText) {
    return {
      found: `${basename(path)} has ${size} bytes, and a text in a bundle has ${longestText} at most.`,
      remedy: `Shorten it, or ${otherwise}, which are read only when the plugin starts.`,
    }
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { found: `${basename(path)} is no text in UTF-8.`, remedy: `Save it as UTF-8, or ${otherwise}.` }
  }
}

function refuseAttribute(found: string): ImportRefusal {
  const known = assetKinds.map((kind) => `with { type: '${kind}' }`).join(', ')
  return { found, remedy: `Write ${known} or nothing behind the path.` }
}
